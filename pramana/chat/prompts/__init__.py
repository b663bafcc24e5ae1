"""What chat says to a model: one pair of files per prompt."""
