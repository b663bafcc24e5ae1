"""Decisions about outside material: pure, without a clock and without a network."""
