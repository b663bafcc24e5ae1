"""Decisions about stacks."""
