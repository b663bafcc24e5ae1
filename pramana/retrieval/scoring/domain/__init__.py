"""Decisions about what is worth reading: pure."""
