"""Background work on documents, registered by name."""

from pramana.documents.tasks import fetching, reading

__all__ = ["fetching", "reading"]
