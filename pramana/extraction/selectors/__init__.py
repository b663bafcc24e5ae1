"""Queries on extractions and stacks. They return contracts, never rows."""
