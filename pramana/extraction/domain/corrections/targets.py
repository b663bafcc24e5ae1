"""Finds the field that a person means: by path, by name, by another name, or by its value."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from pramana.extraction.contracts.fields import FieldSpec, Json
from pramana.extraction.domain.corrections.rows import RowFinder, RowReference, row_part
from pramana.extraction.domain.corrections.words import (
    DOCUMENT_WORDS,
    EVERYTHING,
    FILLER_WORDS,
    WORD_LISTS,
    Name,
    holds,
    name_words,
    without_article,
    without_tail,
)
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    check_settable,
    format_path,
    parse_path,
    value_at,
)
from pramana.extraction.domain.reading.labels import BY_KEY, BY_NAME, Concept, normalise_name
from pramana.extraction.errors import BadPath

CLOSE = 86
"""How similar (of 100) a misspelt name must be to a field's."""
CLEARLY_CLOSER = 8
"""How much closer the best of two similar names must be."""
SHORTEST_MISSPELT = 4
PRONOUNS = frozenset(
    {"it", "that", "this", "they", "them", "he", "she", "त्यो", "यो", "यसलाई", "त्यसलाई"}
)


@dataclass(frozen=True, slots=True)
class Target:
    """A place in the record. `doubt` says why the person may have meant another."""

    path: Path
    doubt: str = ""
    is_new: bool = False


class TargetFinder:
    """The fields of one record or table, by every name a person may give them.

    `specs` are the fields that were asked for; without them a record may get new fields.
    """

    def __init__(
        self,
        fields: Mapping[str, Json],
        specs: Sequence[FieldSpec] = (),
        row_names: Mapping[Path, Sequence[str]] | None = None,
        *,
        is_table: bool = False,
    ) -> None:
        self.fields = fields
        self.specs = specs
        self.is_table = is_table
        self.values = dict(_places(fields))
        for path in _spec_paths(specs):
            self.values.setdefault(path, None)
        lists = {p: rows for p, rows in self.values.items() if isinstance(rows, list)}
        self.rows = RowFinder(lists, row_names or {})
        self._names: dict[Name, list[Path]] = {}
        self._other_names: dict[Name, list[Path]] = {}
        for path in self.values:
            if not any(isinstance(part, int) for part in path):
                self._add_names(path)

    def find(self, words: str, near: Path | None = None) -> Target | str:
        """Return the field that the words mean, or why there is none.

        `near` is the place that was spoken of before: "its price" is the price of that row.
        """
        text = without_article(words)
        if near and words.strip().casefold() in PRONOUNS:
            return Target(near)
        if not text or len(text) > 200:
            return "I could not tell which field is meant"
        if set(name_words(words)) & EVERYTHING:
            return "one field at a time can be changed, not all of them"
        target = self._at_path(text)
        if target is None and near:
            target = self._part_of(near, text)
        for candidate in (text, without_tail(text)):
            if target is None:
                target = self._find_named(candidate)
        return target if target is not None else f"there is no field {text!r}"

    def find_exactly(self, words: str, near: Path | None = None) -> Target | None:
        """Return the field only if its name is beyond doubt."""
        target = self.find(words, near)
        return target if isinstance(target, Target) and not target.doubt else None

    def find_exactly_words(self, words: str) -> bool:
        """Whether the words are, beyond doubt, the name of a field."""
        return self.find_exactly(words) is not None

    def with_value(self, words: str) -> list[Path]:
        """Return the fields whose value is these words, or contains them if none is."""
        name = normalise_name(words)
        if not name:
            return []
        leaves = [
            (path, normalise_name(str(value)))
            for path, value in self.values.items()
            if not isinstance(value, dict | list) and value is not None
        ]
        same = [
            path
            for path, value in leaves
            if value == name or _same_number(words, self.values[path])
        ]
        return same or [path for path, value in leaves if f" {name} " in f" {value} "]

    def concept(self, path: Path) -> Concept | None:
        """Return the concept of a field, by its path or by its name."""
        keys = [part for part in path if isinstance(part, str)]
        return BY_KEY.get(".".join(keys)) or BY_NAME.get(normalise_name(keys[-1]))

    def _add_names(self, path: Path) -> None:
        own = name_words(str(path[-1]))
        names = {own}
        if len(path) > 1:
            parent = name_words(str(path[-2]))
            names |= {parent + own, own + parent}
        for name in names:
            self._names.setdefault(name, []).append(path)
        concept = self.concept(path)
        if concept is None or (len(path) > 1 and BY_KEY.get(format_path(path)) is None):
            return
        for other in (*concept.names, concept.key):
            if not _names_another_document(name_words(other), own):
                self._other_names.setdefault(name_words(other), []).append(path)

    def _at_path(self, text: str) -> Target | None:
        try:
            path = parse_path(text)
        except BadPath:
            return None
        if path in self.values:
            return Target(path)
        if len(path) == 1:
            return self._only(
                [p for p in self.values if len(p) == 1 and str(p[0]).casefold() == text.casefold()]
            )
        resolved = self._spelt_path(path)
        if resolved is not None:
            return resolved
        try:
            check_settable(self.fields, path)
        except BadPath:
            return None
        parent = value_at(self.fields, path[:-1])
        is_open = isinstance(parent, dict) and not self.specs and " " not in str(path[-1])
        return Target(path, is_new=True) if is_open else None

    def _spelt_path(self, path: Path) -> Target | None:
        """Resolve a path whose keys are spelt another way: `Items[0].Qty`."""
        at: Path = ()
        for part in path:
            if isinstance(part, str):
                keys = [str(p[-1]) for p in self.values if p[:-1] == at and isinstance(p[-1], str)]
                key = row_part(keys, part)
                if key is None:
                    return None
                at = (*at, key)
            else:
                at = (*at, part)
        return Target(at) if at in self.values else None

    def _part_of(self, near: Path, text: str) -> Target | None:
        """Find a part of the row or object that was spoken of before."""
        for length in range(len(near), 0, -1):
            inside = near[:length]
            if isinstance(inside[-1], int):
                key = row_part(self._keys_of_row(inside), text)
                return Target((*inside, key)) if key else None
        return None

    def _keys_of_row(self, row: Path) -> list[str]:
        rows = self.values.get(row[:-1]) or []
        keys = [str(key) for each in rows if isinstance(each, dict) for key in each]
        keys += [str(path[-1]) for path in _spec_paths(self.specs) if path[:-1] == row[:-1]]
        return list(dict.fromkeys(keys))

    def _find_named(self, text: str) -> Target | None:
        name = name_words(text)
        searches: tuple[Callable[[], Target | None], ...] = (
            lambda: self._only(self._names.get(name, [])),
            lambda: self._in_row(text),
            lambda: self._only(self._other_names.get(name, [])),
            lambda: self._concept_in(text),
            lambda: self._reordered(name),
            lambda: self._containing(name),
            lambda: self._misspelt(name),
        )
        return next((target for search in searches if (target := search()) is not None), None)

    def _only(self, paths: Sequence[Path]) -> Target | None:
        """Return the one place. Of several, the nearest to the top is taken with a doubt."""
        paths = list(dict.fromkeys(paths))
        if not paths:
            return None
        shortest = min(len(path) for path in paths)
        best = [path for path in paths if len(path) == shortest]
        others = " or ".join(format_path(path) for path in best)
        return Target(best[0], "" if len(best) == 1 else f"it may be {others}")

    def _in_row(self, text: str) -> Target | None:
        found = self.rows.find(text)
        if not isinstance(found, RowReference):
            return None
        if not found.part:
            return Target(found.path, found.doubt)
        key = row_part(self._keys_of_row(found.path), found.part)
        return Target((*found.path, key), found.doubt) if key else None

    def _concept_in(self, text: str) -> Target | None:
        """A field that such documents have, where this record has none yet."""
        concept = BY_NAME.get(normalise_name(text))
        if concept is None or self.specs or self.is_table:
            return None
        path = parse_path(concept.key)
        if path in self.values or _names_another_document(
            name_words(text), name_words(str(path[-1]))
        ):
            return None
        parent = value_at(self.fields, path[:-1]) if len(path) > 1 else {}
        return Target(path, is_new=True) if parent is MISSING or isinstance(parent, dict) else None

    def _reordered(self, name: Name) -> Target | None:
        """Match a name with words added or left out that mean no other field."""
        core = _core(name)
        names = (*self._names.items(), *self._other_names.items())
        same = [path for own, paths in names if core and _core(own) == core for path in paths]
        return self._only(same)

    def _containing(self, name: Name) -> Target | None:
        """Match part of a name, "deposit" for "Deposit received", where only one field has it."""
        core = _core(name) or frozenset(name)
        paths = [path for own, at in self._names.items() if holds(own, core) for path in at]
        target = self._only(paths)
        concept, own = BY_NAME.get(" ".join(name)), target and self.concept(target.path)
        if target and concept and own and concept.key != own.key:
            return Target(target.path, f"I took it for {format_path(target.path)}")
        if target is None:
            longer = [
                p
                for own_name, at in self._names.items()
                if len(own_name) > 1 and holds(core, _core(own_name) or own_name)
                for p in at
            ]
            wider = self._only(longer)
            return wider and Target(wider.path, f"I took it for {format_path(wider.path)}")
        return target

    def _misspelt(self, name: Name) -> Target | None:
        text = " ".join(name)
        if len(text) < SHORTEST_MISSPELT:
            return None
        scored = sorted(
            ((fuzz.ratio(text, " ".join(own)), paths) for own, paths in self._names.items()),
            key=lambda each: -each[0],
        )
        if not scored or scored[0][0] < CLOSE:
            return None
        target = self._only(scored[0][1])
        rivals = [score for score, paths in scored[1:] if paths[0] != scored[0][1][0]]
        if target and rivals and scored[0][0] - rivals[0] < CLEARLY_CLOSER:
            return Target(target.path, f"I took it for {format_path(target.path)}")
        return target


def _places(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    if path:
        yield path, value
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _places(inner, (*path, str(key)))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _places(inner, (*path, place))


def _spec_paths(specs: Iterable[FieldSpec], path: Path = ()) -> Iterator[Path]:
    for spec in specs:
        yield (*path, spec.name)
        yield from _spec_paths(spec.children, (*path, spec.name))


def _core(name: Name) -> frozenset[str]:
    """The words of a name without those that may be added to any name."""
    return frozenset(name) - DOCUMENT_WORDS - FILLER_WORDS


def _names_another_document(name: Name, own: Name) -> bool:
    """Whether a name for a number is that of another paper: an invoice's PO number is not its own.

    >>> _names_another_document(("po", "number"), ("number",))
    True
    """
    others = {"po", "p", "order", "quotation", "tender", "bid", "contract", "agreement", "letter"}
    return name[-1:] == ("number",) and bool(set(name) & others - set(own))


def _same_number(words: str, value: Json) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    plain = words.strip().lstrip("$£€₹").replace(",", "")
    try:
        return float(plain) == float(value)
    except ValueError:
        return False


def part_by_name(target: Path, value: Json, children: Iterable[str]) -> Path | None:
    """Return the part of an object that says what it is called; None if it has none.

    >>> part_by_name(("vendor",), {"name": "ACME", "phone": "1"}, ())
    ('vendor', 'name')
    """
    keys = {str(key).casefold(): str(key) for key in (*(value or {}), *children)}
    if "amount" in keys and "currency" in keys:
        return (*target, keys["amount"])
    own = next((keys[name] for name in WORD_LISTS["object_names"] if name in keys), None)
    texts = [key for key, inner in (value or {}).items() if isinstance(inner, str)]
    return (*target, own) if own else (*target, texts[0]) if len(texts) == 1 else None
