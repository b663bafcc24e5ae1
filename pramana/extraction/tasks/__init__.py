"""Background work of extraction."""

from pramana.extraction.tasks import running, stack_corrections, stack_rows

__all__ = ["running", "stack_corrections", "stack_rows"]
