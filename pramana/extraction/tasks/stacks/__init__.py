"""Background work of stacks."""
