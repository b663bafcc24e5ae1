"""A document becomes reviewed entities: metadata, mentions, candidates, decisions, changes."""
