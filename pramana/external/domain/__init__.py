"""Queries, selection and decisions: pure, without a clock or a network."""
