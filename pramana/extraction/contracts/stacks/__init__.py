"""Values of stacks that others may see."""
