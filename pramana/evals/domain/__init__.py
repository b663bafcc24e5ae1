"""Pure evaluation logic."""
