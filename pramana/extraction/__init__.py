"""Extraction: an agent that writes fields with their evidence; stacks turn papers into a table."""
