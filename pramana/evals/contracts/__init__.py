"""Values that others may see."""
