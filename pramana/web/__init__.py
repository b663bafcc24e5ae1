"""The pages people work in."""
