"""Reads business documents without a model: their type, fields, totals and line items, and
corrections in words.

The patterns are slow to compile, so the package imports nothing. Callers import the module they
need when they need it.
"""
