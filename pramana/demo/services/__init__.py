"""The story is told once into an empty place, and taken away whole."""
