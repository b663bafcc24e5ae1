"""Evaluations: how often machine claims were right, judged by what people decided."""
