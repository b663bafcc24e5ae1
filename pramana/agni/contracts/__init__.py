"""A document under review as values: what was read, what is proposed, what is decided."""
