"""Background work on research runs, registered by name."""

from pramana.external.tasks import answering, pruning, running

__all__ = ["answering", "pruning", "running"]
