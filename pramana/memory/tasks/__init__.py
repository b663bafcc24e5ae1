"""Background work of memory, registered by name."""

from pramana.memory.tasks import communities, indexing, reading

__all__ = ["communities", "indexing", "reading"]
