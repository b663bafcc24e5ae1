"""Fields that hold many values: rows of goods, parties, people, decisions."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.paths import Path, format_path
from pramana.extraction.domain.reading.concepts import Concept, folded
from pramana.extraction.domain.reading.items import read_items
from pramana.extraction.domain.reading.meetings import attendees, decisions
from pramana.extraction.domain.reading.paper import Paper
from pramana.extraction.domain.reading.parties import parties

READERS: dict[str, Callable[[Paper], Sequence[Found]]] = {
    "items": read_items,
    "parties": parties,
    "meeting.attendees": attendees,
    "meeting.decisions": decisions,
}


_PARTS = {
    "description": "item|item name|product|goods|name|particulars|details|विवरण|सामान",
    "quantity": "qty|count|units|परिमाण|संख्या",
    "unit_price": "rate|price|unit cost|दर",
    "amount": "total|line total|sum|total price|line amount|रकम|जम्मा",
}


def read_rows(paper: Paper, spec: FieldSpec, concept: Concept | None, path: Path) -> list[Found]:
    """The rows that a list or table asks for; a table of an unknown name is one of goods."""
    key = concept.key if concept else "items" if spec.type is FieldType.TABLE else ""
    rows = READERS[key](paper) if key in READERS else []
    return [found for row in rows for found in _moved(row, spec, key, path)]


def _moved(found: Found, spec: FieldSpec, key: str, path: Path) -> Iterator[Found]:
    """A row's value under the field's own path, and its child's own name."""
    rest = re.fullmatch(r"\[(\d+)\](?:\.(\w+))?", found.path[len(key) :])
    if not rest:
        return
    index, leaf = int(rest[1]), rest[2]
    if spec.type is FieldType.LIST or not leaf:
        if leaf in (None, "name", "description"):
            yield replace(found, path=format_path((*path, index)))
        return
    names = {_part(child): child.name for child in spec.children}
    if not spec.children or leaf in names:
        yield replace(found, path=format_path((*path, index, names.get(leaf, leaf))))


def _part(child: FieldSpec) -> str:
    """Which part of a row a child is, whatever it is called."""
    name = folded(child.name)
    fits = (part for part, names in _PARTS.items() if name in names.split("|"))
    return next(fits, name.replace(" ", "_"))
