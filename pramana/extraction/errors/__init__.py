"""What can go wrong, by name."""
