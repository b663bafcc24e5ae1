"""Table corrections in simple words: set, rename, add, remove; in English and Nepali."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.stacks import TableColumn
from pramana.extraction.domain.stack_columns import same_name

DocumentNames = Mapping[UUID, Sequence[str]]
"""The names by which a person may call each document."""

EMPTY_WORDS = frozenset({"empty", "nothing", "null", "none", "blank", "खाली"})
SET = (
    re.compile(
        r"(?:set|change|make|correct)\s+(?:the\s+)?(?P<column>.+?)\s+(?:of|for|in)\s+"
        r"(?P<document>.+?)\s+to\s+(?P<value>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:the\s+)?(?P<column>.+?)\s+(?:of|for|in)\s+(?P<document>.+?)\s+"
        r"(?:should be|must be|is|=)\s+(?P<value>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<document>.+?)\s*(?:को|का|की)\s+(?P<column>.+?)\s+(?P<value>\S.*?)\s+"
        r"(?:राख|बना|गर|हुनुपर्छ|हो)\S*"
    ),
)
RENAME = re.compile(
    r"(?:rename|call)\s+(?:the\s+)?(?:column\s+)?(?P<column>.+?)\s+(?:to|as)\s+(?P<name>.+)",
    re.IGNORECASE,
)
ADD = re.compile(
    r"add\s+(?:an?\s+|the\s+)?column\s+(?:for\s+|called\s+)?(?P<name>.+?)"
    r"(?:\s*\((?P<type>string|text|number|integer|money|date|boolean|list)\))?",
    re.IGNORECASE,
)
REMOVE = re.compile(r"(?:remove|delete|drop)\s+(?:the\s+)?column\s+(?P<column>.+)", re.IGNORECASE)
SEPARATOR = re.compile(r"[\n;।]+|(?<=[^\d\s])\.\s+")


@dataclass(frozen=True)
class TableEdit:
    """One tool call: it changes a cell or a column."""

    tool: str
    arguments: Mapping[str, Any]


def read_table_edits(
    instruction: str, columns: Sequence[TableColumn], names: DocumentNames
) -> tuple[list[TableEdit], list[str]]:
    """Return the edits an instruction asks for, and the requests that were not understood."""
    edits, unclear = [], []
    for sentence in filter(None, (part.strip(" .\t") for part in SEPARATOR.split(instruction))):
        edit = _read_edit(sentence, columns, names)
        if edit:
            edits.append(edit)
        else:
            unclear.append(sentence)
    return edits, unclear


def _read_edit(
    sentence: str, columns: Sequence[TableColumn], names: DocumentNames
) -> TableEdit | None:
    if match := RENAME.fullmatch(sentence):
        return _rename_column(_column_named(columns, match["column"]), _unquote(match["name"]))
    if match := ADD.fullmatch(sentence):
        definition = {"name": _unquote(match["name"]), "type": (match["type"] or "string").lower()}
        return TableEdit("define_columns", {"columns": [definition]})
    if match := REMOVE.fullmatch(sentence):
        column = _column_named(columns, match["column"])
        left_out = {"columns": [], "remove": [column.key]} if column else {}
        return TableEdit("define_columns", left_out) if column else None
    return next(filter(None, _cell_edits(sentence, columns, names)), None)


def _cell_edits(
    sentence: str, columns: Sequence[TableColumn], names: DocumentNames
) -> Iterator[TableEdit | None]:
    for form in SET:
        if match := form.fullmatch(sentence):
            column = _column_named(columns, match["column"])
            document = _document_named(names, _unquote(match["document"]))
            if column and document:
                value = _unquote(match["value"])
                cell_value = None if value.casefold() in EMPTY_WORDS else value
                arguments = {"doc_id": str(document), "column": column.key, "value": cell_value}
                yield TableEdit("update_cell", arguments)


def _rename_column(column: TableColumn | None, name: str) -> TableEdit | None:
    if column is None:
        return None
    definition = {**column.model_dump(mode="json"), "name": name}
    return TableEdit("define_columns", {"columns": [definition]})


def _column_named(columns: Sequence[TableColumn], named: str) -> TableColumn | None:
    name = _unquote(named)
    return next((each for each in columns if each.key == name or same_name(each.name, name)), None)


def _document_named(names: DocumentNames, named: str) -> UUID | None:
    """Return the only document with this name, or the only one whose names contain the words."""
    folded_name = named.casefold()
    called = [
        each for each, its in names.items() if folded_name in (str(each), *map(str.casefold, its))
    ]
    holding = [
        each for each, its in names.items() if any(folded_name in name.casefold() for name in its)
    ]
    match = called or holding
    return match[0] if len(match) == 1 else None


def _unquote(words: str) -> str:
    return words.strip().strip("\"'“”‘’").strip()
