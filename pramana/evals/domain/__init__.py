"""Decisions about decisions: pure."""
