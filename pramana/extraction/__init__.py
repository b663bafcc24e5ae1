"""Extraction: an agent that writes fields with their evidence; stacks make many papers one table."""
