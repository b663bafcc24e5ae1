"""Which field a person means, by what they call it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz

from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.paths import Path, format_path, parse_path
from pramana.extraction.domain.reading.concepts import BY_NAME, folded
from pramana.extraction.errors.extractions import BadPath

CLOSE = 86
"""How alike (of 100) a misspelt name must be to the one it stands for."""

ORDINALS = {
    word: place
    for place, words in enumerate(
        [
            "first 1st पहिलो",
            "second 2nd दोस्रो",
            "third 3rd तेस्रो",
            "fourth 4th चौथो",
            "fifth 5th पाँचौं",
        ]
    )
    for word in words.split()
}
_NUMBERED = re.compile(
    r"^(?P<list>.+?)\s+(?:no\.?\s*|number\s+|#)?(?P<n>\d{1,4})(?:'s)?(?:\s+(?P<leaf>.+))?$"
)
_COUNTED = re.compile(
    rf"^(?P<n>{'|'.join(ORDINALS)}|last|अन्तिम)\s+(?P<list>\S+?)(?:'s|को)?(?:\s+(?P<leaf>.+))?$"
)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A place among the fields, and what stands there."""

    path: str
    value: Json


class Names:
    """The fields of an extraction, found by path, by name, by a concept's name, or nearly."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._places = dict(_places(fields))
        self._by_name: dict[str, list[Path]] = {}
        for path in self._places:
            for name in _called(path):
                self._by_name.setdefault(name, []).append(path)

    def find(self, what: str, *, nearly: bool = True) -> Leaf | None:
        """The field that is called so; `nearly` forgives what is misspelt."""
        path = self._at(what) or self._named(folded(what)) or self._listed(what)
        path = path or (self._near(what) if nearly else None)
        return Leaf(format_path(path), self._places[path]) if path else None

    def holding(self, words: str) -> Leaf | None:
        """The one field whose value is this; None where several or none are."""
        wanted = folded(words)
        held = [path for path, value in self._places.items() if folded(str(value)) == wanted]
        return (
            Leaf(format_path(held[0]), self._places[held[0]]) if wanted and len(held) == 1 else None
        )

    def renamed(self, leaf: Leaf, name: str) -> str:
        """The path of the field under its new name, beside its old place."""
        try:
            given = parse_path(name)
        except BadPath:
            given = (name,)
        if len(given) > 1:
            return format_path(given)
        own = parse_path(leaf.path)
        return format_path((*own[:-1], snake(name) if " " in name else name))

    def _at(self, what: str) -> Path | None:
        try:
            path = parse_path(what.strip())
        except BadPath:
            return None
        return path if path in self._places else None

    def _named(self, name: str) -> Path | None:
        """The shallowest of the fields of that name, or of the concept's."""
        if name in self._by_name:
            return min(self._by_name[name], key=len)
        concept = BY_NAME.get(name)
        if concept is None:
            return None
        return self._at(concept.key) or next(
            (
                min(self._by_name[folded(other)], key=len)
                for other in concept.names
                if folded(other) in self._by_name
            ),
            None,
        )

    def _listed(self, what: str) -> Path | None:
        """`item 2 amount`, `second item's price`, `the last item`."""
        text = what.casefold().strip()
        match = _COUNTED.match(text) or _NUMBERED.match(text)
        if not match:
            return None
        listed = self._named(folded(match["list"])) or self._named(folded(match["list"]) + "s")
        values = self._places.get(listed) if listed else None
        if not listed or not isinstance(values, list) or not values:
            return None
        said = match["n"]
        last = len(values) - 1
        place = int(said) - 1 if said.isdigit() else ORDINALS.get(said, last)
        row = (*listed, place)
        under = [p for p in self._places if p[: len(row)] == row]
        if not match["leaf"]:
            return row if row in self._places else None
        return next((p for p in under if folded(match["leaf"]) in _called(p)), None)

    def _near(self, what: str) -> Path | None:
        name = folded(what)
        scored = [(fuzz.ratio(name, known), known) for known in self._by_name]
        best = max(scored, default=(0, ""))
        return min(self._by_name[best[1]], key=len) if best[0] >= CLOSE else None


def _places(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    if path:
        yield path, value
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _places(inner, (*path, str(key)))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _places(inner, (*path, place))


def _called(path: Path) -> Iterator[str]:
    """The names a place goes by: its own, and its parent's with its own."""
    keys = [folded(part) for part in path if isinstance(part, str)]
    if isinstance(path[-1], str):
        yield keys[-1]
    if len(keys) > 1 and isinstance(path[-1], str):
        yield f"{keys[-2]} {keys[-1]}"
        yield f"{keys[-1]} {keys[-2]}"


def snake(words: str) -> str:
    """A key made of a name.

    >>> snake("Delivery Date"), snake("कुल रकम")
    ('delivery_date', 'कुल_रकम')
    """
    return "_".join(folded(words).split()) or "field"
