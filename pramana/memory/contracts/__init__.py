"""Episodes, entities and facts as values."""
