"""Values about outside material that others may see."""
