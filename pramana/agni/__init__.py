"""Review of documents: entities are extracted, matched to the registry, and decided by people."""
