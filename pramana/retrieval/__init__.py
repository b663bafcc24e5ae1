"""Search: filter, fuse, rerank. Retrieval ranks entries without knowing what they are."""
