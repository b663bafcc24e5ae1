"""Decisions about access: pure."""
