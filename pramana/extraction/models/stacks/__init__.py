"""Rows of stacks."""
