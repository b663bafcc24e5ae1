"""Rows of extraction."""
