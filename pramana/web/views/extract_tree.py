"""An extraction's fields as a tree for templates: value, trust and evidence at each path."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from pramana.extraction.contracts.states import ExtractionMode
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.domain.paths import Path, format_path
from pramana.extraction.domain.tree import MISSING, leaves, value_at
from pramana.web.figures import figure
from pramana.web.views.extract_words import signal_words, trust_words, value_words
from pramana.web.views.review_words import label
from pramana.web.words import Words

TREES = ("confidence_scores", "evidence", "trust")


@dataclass(frozen=True)
class Node:
    """A field, a group of fields, or a list. `key` is empty for an item of a list."""

    path: str
    key: str
    name: str
    value: Any
    children: tuple["Node", ...] = ()
    confidence: float | None = None
    proof: Mapping[str, Any] | None = None
    trust: Mapping[str, Any] | None = None

    @property
    def has_parts(self) -> bool:
        return isinstance(self.value, dict | list)

    @property
    def shown(self) -> str:
        return value_words(self.value)

    @property
    def hint(self) -> str:
        """Beside a group's name: how many items a list has."""
        return figure(len(self.children)) if isinstance(self.value, list) else ""

    @property
    def written(self) -> str:
        """The value as it is edited."""
        if self.value is None:
            return ""
        return self.value if isinstance(self.value, str) else json.dumps(self.value)

    @property
    def tone(self) -> str:
        return trust_words(self.value, self.trust)[0]

    @property
    def word(self) -> Words:
        return trust_words(self.value, self.trust)[1]

    @property
    def signals(self) -> list[tuple[bool, Words]]:
        return signal_words(self.trust["signals"] if self.trust else {})

    @property
    def first(self) -> float:
        """Where in the document it begins; what stands nowhere comes last."""
        if self.has_parts:
            return min((child.first for child in self.children), default=inf)
        return float(self.proof["start"]) if self.proof else inf

    @property
    def score(self) -> float:
        return float(self.trust["score"]) if self.trust else inf


def tree_of(found: ExtractionView) -> tuple[Node, ...]:
    """The fields in the document's own order; those that were asked for in the order of asking."""
    nodes = [_node(found, (key,), value) for key, value in found.extracted_fields.items()]
    if found.mode is ExtractionMode.CUSTOM:
        return tuple(nodes)
    return tuple(sorted(nodes, key=lambda node: node.first))


def flat(nodes: Sequence[Node]) -> Iterator[Node]:
    """Every field that has no parts."""
    for node in nodes:
        if node.has_parts:
            yield from flat(node.children)
        else:
            yield node


def doubtful_first(found: ExtractionView) -> tuple[Node, ...]:
    """The values alone, the least checked first, each called by its whole path."""
    nodes = [
        _leaf(found, path, value, name=_whole(path))
        for path, value in leaves(found.extracted_fields)
    ]
    return tuple(sorted(nodes, key=lambda node: (node.score, node.first)))


def _node(found: ExtractionView, path: Path, value: Any) -> Node:
    if not isinstance(value, dict | list):
        return _leaf(found, path, value, name=_name(path[-1]))
    parts = enumerate(value) if isinstance(value, list) else value.items()
    children = [_node(found, (*path, part), each) for part, each in parts]
    if isinstance(value, dict):
        children.sort(key=lambda node: node.first)
    else:
        children = _alike(children)
    key = path[-1] if isinstance(path[-1], str) else ""
    return Node(format_path(path), key, _name(path[-1]), value, tuple(children))


def _alike(items: list[Node]) -> list[Node]:
    """Items with the same parts show them in one order: the one most of them have, and where
    they do not agree the last one's, since the numbers before the rows confuse the first."""
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


def _leaf(found: ExtractionView, path: Path, value: Any, *, name: str) -> Node:
    confidence, proof, trust = (_beside(getattr(found, tree), path) for tree in TREES)
    key = path[-1] if isinstance(path[-1], str) else ""
    shown = confidence if isinstance(confidence, int | float) else None
    return Node(format_path(path), key, name, value, (), shown, proof or None, trust or None)


def _beside(tree: Any, path: Path) -> Any:
    found = value_at(tree, path)
    return None if found is MISSING else found


def _name(part: str | int) -> str:
    return figure(part + 1) if isinstance(part, int) else label(part)


def _whole(path: Path) -> str:
    """The names from the top, as one reads them."""
    return " › ".join(_name(part) for part in path)
