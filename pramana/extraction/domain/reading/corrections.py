"""Corrections in simple words: "set X to Y", "remove X", "rename X to Y".

An instruction of any other form gives no edit, and the caller reports that. A guess could change a
value that a person has checked.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from rapidfuzz import fuzz

from pramana.extraction.contracts.fields import FieldType, Json
from pramana.extraction.domain.field_tree import Path, format_path, parse_path
from pramana.extraction.domain.reading.amounts import find_amounts, plain_number
from pramana.extraction.domain.reading.dates import find_written_dates
from pramana.extraction.domain.reading.labels import BY_KEY, BY_NAME, normalise_name, snake_case
from pramana.extraction.errors import BadPath

CLOSE = 86
"""How similar (of 100) a misspelt name must be to a known one."""

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
_QUOTES = "\"'“”‘’«»`"
_TRUE = frozenset({"true", "yes", "हो", "छ", "ठीक"})
_FALSE = frozenset({"false", "no", "होइन", "छैन"})
_EMPTY = frozenset({"null", "none", "empty", "nothing", "blank", "खाली"})
_PLEASE = re.compile(r"^\W*(?:please|kindly|कृपया|and|also|then|अनि|र)\b[\s,]*", re.IGNORECASE)
_SET = (
    r"(?:set|change|update|correct|fix|make|put|edit)\s+(?:the\s+)?(?:value\s+of\s+)?(?P<what>.+?)\s*"
    r"(?:\s(?:from\s+\S+(?:\s\S+){0,5}?\s+)?(?:to\s+be|to|as|into|=)\s|\s*[:=→]\s*|->)\s*(?P<value>.+)",
    r"add\s+(?:a\s+|the\s+)?(?:field\s+)?(?P<what>.+?)\s*(?:\s(?:as|with(?:\s+value)?)\s|\s*[:=]\s*)(?P<value>.+)",
    r"(?:the\s+)?(?P<what>.+?)\s+(?:is\s+wrong|is\s+incorrect|is\s+not\s+right)[,;:.\s]+(?:it\s+)?"
    r"(?:should\s+be|must\s+be|is|ought\s+to\s+be)\s+(?P<value>.+)",
    r"(?:the\s+)?(?P<what>.+?)\s+(?:should\s+(?:be|read|say)|must\s+be|ought\s+to\s+be|is\s+actually|"
    r"is\s+really|needs\s+to\s+be)\s+(?P<value>.+)",
    r"replace\s+(?:the\s+)?(?P<what>.+?)\s+(?:with|by)\s+(?P<value>.+)",
    r"(?P<what>.+?)\s?लाई\s+(?P<value>.+?)\s*(?:बनाउ|गर्नु|राख्नु|गर|राख|मा\s+(?:बदल|परिवर्तन))\S*(?:\s+\S+)?",
    r"(?P<what>.+?)\s?मा\s+(?P<value>.+?)\s*(?:राख्नु|राख|लेख्नु|लेख)\S*",
    r"(?P<what>[^:=]+?)\s*[:=→]\s*(?P<value>.+)",
)  # fmt: skip
_VERB = re.compile(r"^(?:(?:set|make|change|correct|update)\s+)?(?:the\s+)?", re.IGNORECASE)
_ENDING = re.compile(r"\s*(?:हुनुपर्छ|हुनुपर्ने|हुनु पर्छ|हो)\s*$")
_REMOVE = (
    r"(?:remove|delete|drop|clear|erase|get\s+rid\s+of)\s+(?:the\s+)?(?:field\s+)?(?P<what>.+?)(?:\s+field)?",
    r"(?P<what>.+?)\s?(?:लाई\s+)?(?:हटाउ|मेटाउ|मेट|हटा|निकाल)\S*(?:\s+\S+)?",
)  # fmt: skip
_RENAME = (
    r"rename\s+(?:the\s+)?(?:field\s+)?(?P<what>.+?)\s+(?:to|as|into)\s+(?P<value>.+)",
    r"(?:change|correct)\s+(?:the\s+)?name\s+of\s+(?:the\s+)?field\s+(?P<what>.+?)\s+to\s+(?P<value>.+)",
    r"call\s+(?:the\s+)?(?P<what>.+?)\s+(?P<value>\S+)",
    r"(?P<what>.+?)\s?को\s+नाम\s+(?P<value>.+?)\s+(?:राख|बनाउ|गर|मा\s+बदल)\S*(?:\s+\S+)?",
)  # fmt: skip
_PARTS = re.compile(
    r"[;\n]+|(?<=[^\d\W])[.।]\s+|\s+(?:and|then|अनि)\s+(?=(?:set|change|update|correct|fix|remove|"
    r"delete|drop|clear|rename|replace|add|make)\b)|,\s*(?=(?:set|change|remove|delete|rename)\b)",
    re.IGNORECASE,
)
_NOT = re.compile(r"[,\s]+(?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+.+$", re.IGNORECASE)
LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class NamedField:
    """A field's path and its value."""

    path: str
    value: Json


class FieldNames:
    """Finds the fields of an extraction by path, by name, by a concept's name, or by a similar
    name.
    """

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._places = dict(_places(fields))
        self._by_name: dict[str, list[Path]] = {}
        for path in self._places:
            for name in _names_of(path):
                self._by_name.setdefault(name, []).append(path)

    def find(self, what: str, *, nearly: bool = True) -> NamedField | None:
        """Return the field of this name. With `nearly`, a misspelt name is accepted too."""
        path = (
            self._at(what) or self._path_named(normalise_name(what)) or self._list_item_path(what)
        )
        path = path or (self._near(what) if nearly else None)
        return NamedField(format_path(path), self._places[path]) if path else None

    def field_with_value(self, words: str) -> NamedField | None:
        """Return the only field with this value; None if there are several or none."""
        name = normalise_name(words)
        matches = [
            path for path, value in self._places.items() if normalise_name(str(value)) == name
        ]
        return (
            NamedField(format_path(matches[0]), self._places[matches[0]])
            if name and len(matches) == 1
            else None
        )

    def renamed_path(self, leaf: NamedField, name: str) -> str:
        """Return the path of the field under its new name, at the same place."""
        try:
            new_path = parse_path(name)
        except BadPath:
            new_path = (name,)
        if len(new_path) > 1:
            return format_path(new_path)
        own = parse_path(leaf.path)
        return format_path((*own[:-1], snake_case(name) if " " in name else name))

    def _at(self, what: str) -> Path | None:
        try:
            path = parse_path(what.strip())
        except BadPath:
            return None
        return path if path in self._places else None

    def _path_named(self, name: str) -> Path | None:
        """Return the shallowest field of that name, or of a concept with that name."""
        if name in self._by_name:
            return min(self._by_name[name], key=len)
        concept = BY_NAME.get(name)
        if concept is None:
            return None
        return self._at(concept.key) or next(
            (
                min(self._by_name[normalise_name(other)], key=len)
                for other in concept.names
                if normalise_name(other) in self._by_name
            ),
            None,
        )

    def _list_item_path(self, what: str) -> Path | None:
        """Resolve `item 2 amount`, `second item's price` or `the last item`."""
        text = what.casefold().strip()
        match = _COUNTED.match(text) or _NUMBERED.match(text)
        if not match:
            return None
        listed = self._path_named(normalise_name(match["list"])) or self._path_named(
            normalise_name(match["list"]) + "s"
        )
        values = self._places.get(listed) if listed else None
        if not listed or not isinstance(values, list) or not values:
            return None
        position = match["n"]
        last = len(values) - 1
        place = int(position) - 1 if position.isdigit() else ORDINALS.get(position, last)
        row = (*listed, place)
        under = [p for p in self._places if p[: len(row)] == row]
        if not match["leaf"]:
            return row if row in self._places else None
        return next((p for p in under if normalise_name(match["leaf"]) in _names_of(p)), None)

    def _near(self, what: str) -> Path | None:
        name = normalise_name(what)
        scored = [(fuzz.ratio(name, candidate), candidate) for candidate in self._by_name]
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


def _names_of(path: Path) -> Iterator[str]:
    """Yield the names of a path: its own name, and its own name together with its parent's."""
    keys = [normalise_name(part) for part in path if isinstance(part, str)]
    if isinstance(path[-1], str):
        yield keys[-1]
    if len(keys) > 1 and isinstance(path[-1], str):
        yield f"{keys[-2]} {keys[-1]}"
        yield f"{keys[-1]} {keys[-2]}"


def unquote(words: str) -> str:
    """Return the words without surrounding quotes or the final full stop."""
    trimmed = words.strip()
    quoted = len(trimmed) > 1 and trimmed[0] in _QUOTES and trimmed[-1] in _QUOTES
    return trimmed[1:-1] if quoted else trimmed.rstrip(" ।")


def parse_like(leaf: NamedField, words: str) -> Json:
    """Parse the words as the type of the field's value. Words of another type are returned as text.

    >>> parse_like(NamedField("totals.total", 5), "रु. १,२५०")
    1250
    """
    text = unquote(words)
    if text != words.strip() and not isinstance(leaf.value, int | float):
        return text
    if text.casefold() in _EMPTY:
        return None
    if isinstance(leaf.value, bool):
        return _parse_boolean(text)
    if _is_date(leaf):
        return _parse_date(text)
    if isinstance(leaf.value, int | float) or _is_money(leaf) or leaf.value is None:
        return _parse_number(text, only=leaf.value is None)
    return text.rstrip(".") if not re.search(r"\.\w+\.$", text) else text


def _parse_boolean(text: str) -> Json:
    folded = text.casefold().rstrip(".")
    return True if folded in _TRUE else False if folded in _FALSE else text


def _is_date(leaf: NamedField) -> bool:
    concept = BY_KEY.get(leaf.path)
    if concept and concept.type is FieldType.DATE:
        return True
    try:
        return isinstance(leaf.value, str) and bool(date.fromisoformat(leaf.value))
    except ValueError:
        return False


def _is_money(leaf: NamedField) -> bool:
    concept = BY_KEY.get(leaf.path)
    return bool(concept and concept.type is FieldType.MONEY)


def _parse_date(text: str) -> str:
    dates = find_written_dates(text)
    return dates[0].day.isoformat() if dates else text


def _parse_number(text: str, *, only: bool) -> Json:
    """Parse the amount in the words. With `only`, the words must contain nothing else."""
    amounts = find_amounts(text)
    if len(amounts) != 1 or (only and amounts[0].end - amounts[0].start < len(text.rstrip(" ."))):
        return text
    return plain_number(amounts[0].value)


class EditAction(StrEnum):
    SET = "set"
    REMOVE = "remove"
    RENAME = "rename"


@dataclass(frozen=True)
class FieldEdit:
    """One change. `to` is the new path of a rename; `value` is the new value of a set."""

    action: EditAction
    path: str
    value: Json = None
    to: str = ""
    wording: str = ""
    """The words that ask for it."""


_SHAPES = [
    (action, re.compile(shape, re.IGNORECASE | re.DOTALL))
    for action, shapes in (
        (EditAction.RENAME, _RENAME),
        (EditAction.REMOVE, _REMOVE),
        (EditAction.SET, _SET),
    )
    for shape in shapes
]


def read_correction(instruction: str, fields: Mapping[str, Any]) -> list[FieldEdit]:
    """Return the edits that an instruction asks for. Unknown forms give none.

    >>> [edit] = read_correction("total should be 33.90", {"totals": {"total": 33.92}})
    >>> edit.action.value, edit.path, edit.value
    ('set', 'totals.total', 33.9)
    """
    return [edit for _, edit in read_requests(instruction, fields) if edit]


def read_requests(
    instruction: str, fields: Mapping[str, Any]
) -> list[tuple[str, FieldEdit | None]]:
    """Split an instruction into requests, each with its edit if its form is known."""
    names = FieldNames(fields)
    parts = (" ".join(part.split()) for part in _PARTS.split(instruction[:LONGEST]))
    return [(part, _read_request(part, names)) for part in parts if part]


def _read_request(part: str, names: FieldNames) -> FieldEdit | None:
    words = _PLEASE.sub("", part).rstrip("।! ")
    for action, shape in _SHAPES:
        match = shape.fullmatch(words)
        edit = _edit(action, match, names, words) if match else None
        if edit:
            return edit
    return _name_and_value(words, names)


def _edit(
    action: EditAction, match: re.Match[str], names: FieldNames, wording: str
) -> FieldEdit | None:
    what = match["what"].strip(" .,")
    leaf = names.find(what)
    if action is EditAction.REMOVE:
        return FieldEdit(action, leaf.path, wording=wording) if leaf else None
    value = _NOT.sub("", match["value"]).strip()
    if action is EditAction.RENAME:
        return (
            FieldEdit(
                action, leaf.path, to=names.renamed_path(leaf, unquote(value)), wording=wording
            )
            if leaf
            else None
        )
    leaf = leaf or names.field_with_value(what)
    if leaf is None and not _may_be_new(what):
        return None
    leaf = leaf or NamedField(snake_case(what), None)
    return FieldEdit(EditAction.SET, leaf.path, parse_like(leaf, value), wording=wording)


def _may_be_new(what: str) -> bool:
    return len(what.split()) <= 4 and any(char.isalpha() for char in what)


def _name_and_value(words: str, names: FieldNames) -> FieldEdit | None:
    """Read a known name followed by its value: "जम्मा रकम ५००० हुनुपर्छ", "total is 45"."""
    whole = _ENDING.sub("", _VERB.sub("", words)).split()
    for count in range(min(len(whole) - 1, 5), 0, -1):
        leaf = names.find(" ".join(whole[:count]), nearly=False)
        rest = re.sub(r"^(?:is|=|को|:)\s+", "", " ".join(whole[count:]), flags=re.IGNORECASE)
        if leaf and rest:
            return FieldEdit(
                EditAction.SET, leaf.path, parse_like(leaf, _NOT.sub("", rest)), wording=words
            )
    return None
