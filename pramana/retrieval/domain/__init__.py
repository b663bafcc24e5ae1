"""Decisions about ranking, as pure functions."""
