"""Texts as vectors: one port, and adapters for packaged, local and hosted models."""
