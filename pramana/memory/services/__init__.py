"""Changes to memory, each in one transaction."""
