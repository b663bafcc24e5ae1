"""The fields a person asks for, as rows of a form and back. A row stands inside the one above it
that is less deep, so nested fields need no script."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from pydantic import ValidationError

from pramana.extraction.contracts.fields import MOST_FIELDS, FieldSpec, FieldType
from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import storable

DEEPEST = 3
BLANK = 3
"""Empty rows that a form ends with, for when no script adds more."""


class BadField(InvalidRequest):
    def __init__(self, name: str) -> None:
        said = _("The field “%(name)s” cannot be asked for. Give it a shorter name.")
        super().__init__(said % {"name": name[:60]})


@dataclass(frozen=True)
class Row:
    name: str = ""
    type: FieldType = FieldType.STRING
    description: str = ""
    required: bool = False
    depth: int = 0


def rows_of(specs: Sequence[FieldSpec], depth: int = 0) -> Iterator[Row]:
    """The fields from the top down, each followed by its parts."""
    for spec in specs:
        yield Row(spec.name, spec.type, spec.description, spec.required, min(depth, DEEPEST))
        yield from rows_of(spec.children, depth + 1)


def sent_rows(sent: QueryDict) -> list[Row]:
    """The rows of a form that have a name."""
    lists = [sent.getlist(name) for name in ("name", "type", "description", "needed", "depth")]
    rows = zip(*(each[: 4 * MOST_FIELDS] for each in lists), strict=False)
    read = (_row(*(storable(value).strip() for value in row)) for row in rows)
    return [row for row in read if row.name]


def specs_of(rows: Sequence[Row]) -> tuple[FieldSpec, ...]:
    """The fields that these rows describe."""
    found = []
    at = 0
    while at < len(rows):
        inside = _inside(rows, at)
        found.append(_spec(rows[at], specs_of(inside)))
        at += 1 + len(inside)
    return tuple(found)


def _row(name: str, kind: str, description: str, needed: str, depth: str) -> Row:
    return Row(
        name=name,
        type=FieldType(kind) if kind in set(FieldType) else FieldType.STRING,
        description=description[:2000],
        required=needed == "yes",
        depth=min(int(depth), DEEPEST) if depth.isdecimal() and len(depth) < 3 else 0,
    )


def _inside(rows: Sequence[Row], at: int) -> Sequence[Row]:
    """The rows below one that are deeper than it."""
    end = at + 1
    while end < len(rows) and rows[end].depth > rows[at].depth:
        end += 1
    return rows[at + 1 : end]


def _spec(row: Row, children: tuple[FieldSpec, ...]) -> FieldSpec:
    """What has parts is a group at least, and a list with several is a table."""
    kind = row.type if row.type.has_parts or not children else FieldType.OBJECT
    if kind is FieldType.LIST and len(children) > 1:
        kind = FieldType.TABLE
    try:
        return FieldSpec(
            name=row.name,
            type=kind,
            description=row.description,
            required=row.required,
            children=children,
        )
    except ValidationError:
        raise BadField(row.name) from None
