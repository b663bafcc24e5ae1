"""Extraction: an agent that reads fields with evidence, and stacks that tabulate documents."""
