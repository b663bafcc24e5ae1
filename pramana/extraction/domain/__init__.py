"""Decisions of extraction: pure, no clock, no input or output."""
