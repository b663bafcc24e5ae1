"""Pramana: knowledge in which every value points at the words it rests on."""

__version__ = "0.1.0"
