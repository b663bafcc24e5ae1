"""Jobs, runs with their trace, and accuracy."""
