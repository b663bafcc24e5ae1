"""Decisions about texts: pure."""
