"""An extraction's fields as a tree for templates: value, trust and evidence at each path."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from pramana.extraction.contracts.extractions import ExtractionMode, ExtractionView
from pramana.extraction.contracts.fields import FieldType, Signal
from pramana.extraction.domain.field_tree import MISSING, Path, format_path, leaves, value_at
from pramana.extraction.domain.validation import spec_at
from pramana.web.extract.wording import signal_labels, trust_label, value_text
from pramana.web.formatting import format_number, format_stored_day, is_plain_day
from pramana.web.registry.wording import attribute_name
from pramana.web.wording import Label

LOW_TRUST = "low"
"""The tone of a value that a person should check."""
COMPANION_TREES = ("confidence_scores", "evidence", "trust")


@dataclass(frozen=True)
class FieldNode:
    """A field, a group of fields, or a list. `key` is empty for an item of a list."""

    path: str
    key: str
    name: str
    value: Any
    children: tuple["FieldNode", ...] = ()
    confidence: float | None = None
    evidence: Mapping[str, Any] | None = None
    trust: Mapping[str, Any] | None = None
    kind: FieldType | None = None

    @property
    def is_day(self) -> bool:
        """Whether it is a day by its type, or without one by its form."""
        is_meant = self.kind is FieldType.DATE or (self.kind is None and is_plain_day(self.value))
        return is_meant and isinstance(self.value, str)

    @property
    def has_parts(self) -> bool:
        return isinstance(self.value, dict | list)

    @property
    def is_number(self) -> bool:
        return isinstance(self.value, int | float) and not isinstance(self.value, bool)

    @property
    def columns(self) -> list["FieldNode"]:
        """The fields of its rows, if it is a list of rows: each as the first row has it."""
        rows = self.children if isinstance(self.value, list) else ()
        if not rows or not all(isinstance(row.value, dict) for row in rows):
            return []
        first = {cell.key: cell for row in reversed(rows) for cell in reversed(row.children)}
        cells = sorted(first.values(), key=lambda cell: _column_rank(cell, rows))
        has_parts = any(cell.has_parts for row in rows for cell in row.children)
        return cells if len(cells) > 1 and not has_parts else []

    @property
    def grid(self) -> list[tuple["FieldNode", list["FieldNode | None"]]]:
        """Each row with its cells, one for each column; None where a row has no such field."""
        return [
            (row, [next((c for c in row.children if c.key == column.key), None) for column in head])
            for head in [self.columns]
            for row in self.children
        ]

    @property
    def display_value(self) -> str:
        return format_stored_day(self.value) if self.is_day else value_text(self.value)

    @property
    def hint(self) -> str:
        """The number of items, shown beside a list's name."""
        return format_number(len(self.children)) if isinstance(self.value, list) else ""

    @property
    def edit_value(self) -> str:
        """The value as text for editing."""
        if self.value is None:
            return ""
        if self.is_day:
            return format_stored_day(self.value)
        return self.value if isinstance(self.value, str) else json.dumps(self.value)

    @property
    def tone(self) -> str:
        return trust_label(self.value, self.trust)[0]

    @property
    def word(self) -> Label:
        return trust_label(self.value, self.trust)[1]

    @property
    def signals(self) -> list[tuple[bool, Label]]:
        return signal_labels(self.trust["signals"] if self.trust else {})

    @property
    def first(self) -> float:
        """Offset of its first evidence; values without evidence come last."""
        if self.has_parts:
            return min((child.first for child in self.children), default=inf)
        return float(self.evidence["start"]) if self.evidence else inf

    @property
    def score(self) -> float:
        return float(self.trust["score"]) if self.trust else inf


def _column_rank(column: FieldNode, rows: Sequence[FieldNode]) -> tuple[int, str]:
    """The place of a column in the first row that has it."""
    for row in rows:
        for place, cell in enumerate(row.children):
            if cell.key == column.key:
                return place, column.key
    return len(rows), column.key


def field_tree(extraction: ExtractionView) -> tuple[FieldNode, ...]:
    """Fields in document order, or in the order they were asked for."""
    nodes = [
        _field_node(extraction, (key,), value) for key, value in extraction.extracted_fields.items()
    ]
    if extraction.mode is ExtractionMode.CUSTOM:
        return tuple(nodes)
    return tuple(sorted(nodes, key=lambda node: node.first))


def leaf_fields(nodes: Sequence[FieldNode]) -> Iterator[FieldNode]:
    """Every field without children."""
    for node in nodes:
        if node.has_parts:
            yield from leaf_fields(node.children)
        else:
            yield node


def fields_by_trust(extraction: ExtractionView) -> tuple[FieldNode, ...]:
    """All values, those that need review and then the least trusted first, by their full path."""
    nodes = [
        _leaf_node(extraction, path, value, name=path_name(path))
        for path, value in leaves(extraction.extracted_fields)
    ]
    return tuple(sorted(nodes, key=lambda node: (node.tone != LOW_TRUST, node.score, node.first)))


def _field_node(extraction: ExtractionView, path: Path, value: Any) -> FieldNode:
    if not isinstance(value, dict | list):
        return _leaf_node(extraction, path, value, name=_part_name(path[-1]))
    parts = enumerate(value) if isinstance(value, list) else value.items()
    children = [_field_node(extraction, (*path, part), each) for part, each in parts]
    if isinstance(value, dict):
        children.sort(key=lambda node: node.first)
    else:
        children = _with_same_order(children)
    key = path[-1] if isinstance(path[-1], str) else ""
    return FieldNode(format_path(path), key, _part_name(path[-1]), value, tuple(children))


def _with_same_order(items: list[FieldNode]) -> list[FieldNode]:
    """Give items with the same fields one order: the average position of each field. Ties go to the
    last item's order, because row numbers often disturb the first one's."""
    ranks: dict[str, tuple[int, int]] = {}
    for item in items:
        for rank, part in enumerate(item.children):
            ranks[part.key] = (ranks.get(part.key, (0, 0))[0] + rank, rank)
    return [
        replace(item, children=tuple(sorted(item.children, key=lambda part: ranks[part.key])))
        if isinstance(item.value, dict)
        else item
        for item in items
    ]


def _leaf_node(extraction: ExtractionView, path: Path, value: Any, *, name: str) -> FieldNode:
    confidence, evidence, trust = (
        _companion_value(getattr(extraction, tree), path) for tree in COMPANION_TREES
    )
    key = path[-1] if isinstance(path[-1], str) else ""
    by_person = bool(trust and trust["signals"].get(Signal.PERSON))  # no agent was confident of it
    shown = confidence if isinstance(confidence, int | float) and not by_person else None
    spec = spec_at(extraction.custom_fields, path)
    kind = spec.type if spec else None
    return FieldNode(
        format_path(path), key, name, value, (), shown, evidence or None, trust or None, kind
    )


def _companion_value(tree: Any, path: Path) -> Any:
    extraction = value_at(tree, path)
    return None if extraction is MISSING else extraction


def _part_name(part: str | int) -> str:
    return format_number(part + 1) if isinstance(part, int) else attribute_name(part)


def path_name(path: Path) -> str:
    """The readable path from the top."""
    return " › ".join(_part_name(part) for part in path)
