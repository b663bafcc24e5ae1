"""Conversations become a graph that knows what was true when, and since when we know it."""
