"""A record's relations as a drawing: the record in the middle, its neighbours around it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from uuid import UUID

from pramana.registry.contracts import RecordView, RelationshipView
from pramana.web.registry.wording import RELATION_NAMES, record_titles

MOST_DRAWN = 14
WIDTH, HEIGHT = 640, 400
MIDDLE = (WIDTH // 2, HEIGHT // 2)
MAX_LABEL = 24


@dataclass(frozen=True)
class DrawnRecord:
    """A neighbour at its place, and in words how it is related."""

    id: UUID
    label: str
    relation: str
    x: int
    y: int

    @property
    def halfway(self) -> tuple[int, int]:
        """Where the words of the relation stand."""
        return (self.x + MIDDLE[0]) // 2, (self.y + MIDDLE[1]) // 2


def draw_relations(record: RecordView, relations: Sequence[RelationshipView]) -> list[DrawnRecord]:
    """The neighbours on an ellipse. Several relations with one of them are one line."""
    others: dict[UUID, RecordView] = {}
    words: dict[UUID, list[str]] = {}
    for each in relations:
        starts_here = each.source.id == record.id
        other = each.target if starts_here else each.source
        others[other.id] = other
        said = RELATION_NAMES[each.type][0 if starts_here else 1]
        words.setdefault(other.id, []).append(str(each.attributes.get("position") or said))
    drawn = list(others.values())[:MOST_DRAWN]
    return [
        DrawnRecord(
            other.id,
            _shortened(record_titles(other)["title"]),
            _shortened(", ".join(dict.fromkeys(words[other.id]))),
            *_place(at, len(drawn)),
        )
        for at, other in enumerate(drawn)
    ]


def _place(at: int, count: int) -> tuple[int, int]:
    angle = 2 * pi * at / count - pi / 2
    x, y = MIDDLE[0] + 235 * cos(angle), MIDDLE[1] + 160 * sin(angle)
    return round(x), round(y)


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_LABEL else f"{text[: MAX_LABEL - 1]}…"
