"""Rows of extraction."""

from pramana.extraction.models.activity import ActivityLine
from pramana.extraction.models.call import ToolCall
from pramana.extraction.models.change import FieldChange
from pramana.extraction.models.extraction import Extraction
from pramana.extraction.models.stacks.change import CellChange, StackCorrection
from pramana.extraction.models.stacks.stack import Stack, StackDocument
from pramana.extraction.models.stacks.table import StackTable, StackTableRow
from pramana.extraction.models.template import Template

__all__ = [
    "ActivityLine",
    "CellChange",
    "Extraction",
    "FieldChange",
    "Stack",
    "StackCorrection",
    "StackDocument",
    "StackTable",
    "StackTableRow",
    "Template",
    "ToolCall",
]
