"""Decisions about records: pure functions over values."""
