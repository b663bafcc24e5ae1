"""Decisions of the memory: pure, over values."""
