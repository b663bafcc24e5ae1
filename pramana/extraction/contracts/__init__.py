"""Extraction as values: what is looked for, what was found, and how far it was checked."""
