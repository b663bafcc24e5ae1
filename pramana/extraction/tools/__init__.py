"""The agent's seven tools, bound when they are made to one person, document and extraction."""

from pramana.extraction.tools import reading, writing
from pramana.extraction.tools.binding import Binding
from pramana.extraction.tools.recording import Calls, recorded
from pramana.llm.caller import Function

__all__ = ["Binding", "Calls", "create_tools"]

MAKERS = (
    reading.get_document_text,
    reading.get_current_extraction,
    writing.identify_document,
    writing.extract_fields,
    writing.update_field,
    writing.remove_field,
    writing.complete_extraction,
)


def create_tools(binding: Binding, calls: Calls) -> list[Function]:
    """The tools in the order a model is told of them; each use becomes a row."""
    return [recorded(calls, make(binding)) for make in MAKERS]
