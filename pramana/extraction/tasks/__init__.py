"""Background work of extraction."""

from pramana.extraction.tasks import abandoning, running, stack_corrections, stack_rows

__all__ = ["abandoning", "running", "stack_corrections", "stack_rows"]
