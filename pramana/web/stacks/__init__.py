"""Stacks: tables over many documents."""
