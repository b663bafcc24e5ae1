"""Reading a message without a model: who did what to whom, and when, in its own words."""

from pramana.memory.domain.reading.extracting import read_message

__all__ = ["read_message"]
