"""Reviews of the entities found in a document."""
