"""The seven tools of the stacks agent, as many of them as its work needs."""

from collections.abc import Callable, Sequence

from pramana.extraction.tools.recording import Calls, recorded
from pramana.extraction.tools.stacks import reading, writing
from pramana.extraction.tools.stacks.binding import StackBinding
from pramana.llm.caller import Function

__all__ = ["StackBinding", "for_columns", "for_correction", "for_row"]

Make = Callable[[StackBinding], Function]


def for_columns(binding: StackBinding, calls: Calls) -> list[Function]:
    makers = (reading.list_documents, reading.get_document_text, writing.define_columns)
    return _made(makers, binding, calls)


def for_row(binding: StackBinding, calls: Calls) -> list[Function]:
    return _made((reading.get_document_text, writing.extract_row), binding, calls)


def for_correction(binding: StackBinding, calls: Calls) -> list[Function]:
    makers = (
        reading.list_documents,
        reading.get_document_text,
        reading.get_table_state,
        writing.define_columns,
        writing.extract_row,
        writing.update_cell,
        writing.complete_table,
    )
    return _made(makers, binding, calls)


def _made(makers: Sequence[Make], binding: StackBinding, calls: Calls) -> list[Function]:
    return [recorded(calls, make(binding)) for make in makers]
