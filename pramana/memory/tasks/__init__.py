"""Background work of memory, registered by name."""

from pramana.memory.tasks import indexing, reading

__all__ = ["indexing", "reading"]
