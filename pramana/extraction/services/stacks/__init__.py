"""Changes to stacks, one transaction each."""
