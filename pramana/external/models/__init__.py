"""Rows of external."""
