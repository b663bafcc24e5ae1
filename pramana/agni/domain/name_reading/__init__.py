"""The names of people, organisations and places in a document, without a model."""

from pramana.agni.domain.name_reading.reading import read_names

__all__ = ["read_names"]
