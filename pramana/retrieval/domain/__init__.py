"""Decisions about rank: pure."""
