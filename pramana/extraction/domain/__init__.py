"""Decisions of extraction as pure functions."""
