"""Decisions about sessions: pure functions over values."""
