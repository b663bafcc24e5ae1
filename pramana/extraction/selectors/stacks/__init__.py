"""Questions about stacks."""
