"""Extractions: fields of one document with their evidence."""
