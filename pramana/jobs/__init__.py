"""Work asked for by name, run events, and the pool of CPU processes."""
