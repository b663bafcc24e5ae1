"""Changes to memory, one transaction each."""
