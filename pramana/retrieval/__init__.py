"""Fuse, filter, rerank: ranks without knowing what it ranks."""
