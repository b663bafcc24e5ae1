"""Corrections in words: what a person's sentences ask to change in a record or a table."""
