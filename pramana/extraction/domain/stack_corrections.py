"""Corrections of simple shape, read by code: set, rename, add, remove; in English and Nepali."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.stacks import TableColumn
from pramana.extraction.domain.stack_columns import same_name

DocumentNames = Mapping[UUID, Sequence[str]]
"""What each document may be called."""

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
    """One thing to do: with a document and a value a cell, else a column."""

    tool: str
    arguments: Mapping[str, Any]


def read_table_edits(
    instruction: str, columns: Sequence[TableColumn], names: DocumentNames
) -> tuple[list[TableEdit], list[str]]:
    """What can be done, and the wishes that were not understood, as they were said."""
    edits, unread = [], []
    for wish in filter(None, (part.strip(" .\t") for part in SEPARATOR.split(instruction))):
        edit = _read_edit(wish, columns, names)
        if edit:
            edits.append(edit)
        else:
            unread.append(wish)
    return edits, unread


def _read_edit(wish: str, columns: Sequence[TableColumn], names: DocumentNames) -> TableEdit | None:
    if found := RENAME.fullmatch(wish):
        return _rename_column(_column_named(columns, found["column"]), _unquote(found["name"]))
    if found := ADD.fullmatch(wish):
        given = {"name": _unquote(found["name"]), "type": (found["type"] or "string").lower()}
        return TableEdit("define_columns", {"columns": [given]})
    if found := REMOVE.fullmatch(wish):
        column = _column_named(columns, found["column"])
        left_out = {"columns": [], "remove": [column.key]} if column else {}
        return TableEdit("define_columns", left_out) if column else None
    return next(filter(None, _cell_edits(wish, columns, names)), None)


def _cell_edits(
    wish: str, columns: Sequence[TableColumn], names: DocumentNames
) -> Iterator[TableEdit | None]:
    for form in SET:
        if found := form.fullmatch(wish):
            column = _column_named(columns, found["column"])
            document = _document_named(names, _unquote(found["document"]))
            if column and document:
                value = _unquote(found["value"])
                given = None if value.casefold() in EMPTY_WORDS else value
                told = {"doc_id": str(document), "column": column.key, "value": given}
                yield TableEdit("update_cell", told)


def _rename_column(column: TableColumn | None, name: str) -> TableEdit | None:
    if column is None:
        return None
    given = {**column.model_dump(mode="json"), "name": name}
    return TableEdit("define_columns", {"columns": [given]})


def _column_named(columns: Sequence[TableColumn], named: str) -> TableColumn | None:
    name = _unquote(named)
    return next((each for each in columns if each.key == name or same_name(each.name, name)), None)


def _document_named(names: DocumentNames, named: str) -> UUID | None:
    """The only document that is called so, or else the only one in whose names the words stand."""
    asked = named.casefold()
    called = [each for each, its in names.items() if asked in (str(each), *map(str.casefold, its))]
    holding = [each for each, its in names.items() if any(asked in name.casefold() for name in its)]
    found = called or holding
    return found[0] if len(found) == 1 else None


def _unquote(words: str) -> str:
    return words.strip().strip("\"'“”‘’").strip()
