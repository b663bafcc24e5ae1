"""Decisions about records: pure."""
