"""The memory explorer."""
