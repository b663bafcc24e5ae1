"""Values that other capabilities may see."""
