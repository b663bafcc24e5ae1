"""Background work of extraction."""

from pramana.extraction.tasks import running
from pramana.extraction.tasks.stacks import corrections, rows

__all__ = ["corrections", "rows", "running"]
