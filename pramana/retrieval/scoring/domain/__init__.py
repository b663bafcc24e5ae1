"""Decisions about what is worth reading, as pure functions."""
