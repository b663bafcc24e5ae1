"""Spans, logs and metrics, with scope ids and no content."""
