"""Encoders: texts as vectors, by a packaged, a local or a hosted model."""
