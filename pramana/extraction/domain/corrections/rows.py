"""Rows of a list in words: the row that a person means, and a new row or field they describe."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.corrections.values import number_in, unquote
from pramana.extraction.domain.corrections.words import (
    FILLER_WORDS,
    ORDINALS,
    PATTERNS,
    ROW_KEYS,
    SMALL_NUMBERS,
    WORD_LISTS,
    Name,
    holds,
    name_words,
    singular,
    without_article,
)
from pramana.extraction.domain.field_tree import Path
from pramana.extraction.domain.reading.amounts import find_amounts, plain_number
from pramana.extraction.domain.reading.dates import find_written_dates

SIMILAR = 90
"""How similar (of 100) the words for a row must be to what it says."""
LAST_WORDS, FIRST_WORDS = WORD_LISTS["last_words"], WORD_LISTS["first_words"]
_COUNT = "|".join(map(re.escape, (*ORDINALS, *LAST_WORDS, *FIRST_WORDS)))
_NOUN = "|".join(WORD_LISTS["item_nouns"])
_WORDS_FOR_NUMBERS = "|".join(map(re.escape, SMALL_NUMBERS))
_OWN = r"(?:[’']s|\s?को|का)?"
_LEAF = r"(?:[\s,:]+(?P<leaf>.+))?"
_COUNTED_PART = re.compile(rf"(?P<n>{_COUNT})\s+(?P<leaf>.+)", re.IGNORECASE)
_OF_ROW = re.compile(r"(?P<row>.+?)\s?को\s+(?P<leaf>.+)")
_BETWEEN = r"\s+(?:of|in|on|for|from|at)\s+"


@dataclass(frozen=True, slots=True)
class RowReference:
    """A row, and the words after it that name one of its parts."""

    path: Path
    part: str
    doubt: str = ""


class RowFinder:
    """The lists of a record, with the names by which their rows are known.

    `row_names` holds further names of the rows of one list, such as the files of a table's rows.
    """

    def __init__(
        self, lists: Mapping[Path, Sequence[Json]], row_names: Mapping[Path, Sequence[str]]
    ) -> None:
        self._lists = lists
        self._row_names = row_names
        self._nouns = {path: _nouns_of(path) for path in lists}
        own = {re.escape(noun) for nouns in self._nouns.values() for noun in nouns}
        noun = "|".join(sorted((*own, _NOUN), key=len, reverse=True))
        self._noun = re.compile(rf"(?:{noun})", re.IGNORECASE)
        self._forms = [
            re.compile(form, re.IGNORECASE)
            for form in (
                rf"(?P<n>{_COUNT})\s+(?P<noun>{noun}){_OWN}{_LEAF}",
                rf"(?P<noun>{noun})\s*(?:no\.?|number|#|नं\.?|नम्बर)?\s*(?P<n>\d{{1,4}}){_OWN}{_LEAF}",
                rf"(?P<n>\d{{1,4}})\s*(?:नं\.?|नम्बर|number)\s*(?:को\s+)?(?P<noun>{noun}){_OWN}{_LEAF}",
                rf"(?P<noun>{noun})\s+(?P<n>{_WORDS_FOR_NUMBERS}){_OWN}{_LEAF}",
            )
        ]
        self._by_part = re.compile(rf"(?P<leaf>.+?){_BETWEEN}(?P<row>.+)", re.IGNORECASE)
        self._described = re.compile(
            rf"(?P<row>.+?)\s+(?:{noun}){_OWN}{_LEAF}|(?P<owner>.+?)[’']s\s+(?P<owned>.+)",
            re.IGNORECASE,
        )

    def find(self, words: str) -> RowReference | str | None:
        """Return the row that the words begin or end with; why not, if one was plainly meant."""
        if not self._lists:
            return None
        text = without_article(words)
        whole = self._numbered(text)
        if whole is None:
            whole = self._part_by_number(text)
        if whole is not None:
            return whole
        if match := self._by_part.fullmatch(text) or _OF_ROW.fullmatch(text):
            row = self._row(without_article(match["row"]))
            if isinstance(row, RowReference) and not row.part:
                return RowReference(row.path, match["leaf"].strip(), row.doubt)
            if isinstance(row, str):
                return row
        return self._by_description(text)

    def find_row(self, words: str) -> Path | None:
        """Return the row that the words name as a whole, if it is beyond doubt."""
        row = self._row(without_article(words))
        sure = isinstance(row, RowReference) and not row.part and not row.doubt
        return row.path if isinstance(row, RowReference) and sure else None

    def rows_between(self, words: str) -> list[Path]:
        """Return several rows that are named by their numbers: "items 2 and 3", "lines 2-4"."""
        text = without_article(words)
        match = re.fullmatch(
            rf"({self._noun.pattern})\s+(\d[\d\s,&–-]*(?:(?:and|र|to)\s+\d+)?)", text, re.I
        )
        if not match:
            return []
        path = self._list_named(match[1])
        numbers = [int(number) for number in re.findall(r"\d+", match[2])]
        if re.search(r"\d\s*(?:-|–|to)\s*\d", match[2]) and len(numbers) == 2:
            numbers = list(range(numbers[0], numbers[1] + 1))
        inside = path is not None and all(0 < n <= len(self._lists[path]) for n in numbers)
        return [(*path, n - 1) for n in numbers] if path is not None and inside else []

    def list_of(self, words: str) -> Path | None:
        """Return the list that a noun means: its own name, or "line" for the main list."""
        return self._list_named(without_article(words))

    def _row(self, text: str) -> RowReference | str | None:
        numbered = self._numbered(text)
        return numbered if numbered is not None else self._by_description(text, whole=True)

    def _numbered(self, text: str) -> RowReference | str | None:
        for form in self._forms:
            match = form.fullmatch(text)
            path = self._list_named(match["noun"]) if match else None
            if match and path is not None:
                count = len(self._lists[path])
                index = _index(match["n"].casefold(), count)
                if not 0 <= index < count:
                    return f"there are only {count} rows in {path[-1]}"
                return RowReference((*path, index), match["leaf"] or "")
        return None

    def _part_by_number(self, text: str) -> RowReference | None:
        """Find "second quantity": the part of a row without a word for the row."""
        match = _COUNTED_PART.fullmatch(text)
        path = self._list_named("row") if match else None
        if match is None or path is None or not self._lists[path]:
            return None
        count = len(self._lists[path])
        index = _index(match["n"].casefold(), count)
        row = (*path, index)
        known = 0 <= index < count and row_part(self._keys(row), match["leaf"])
        return RowReference(row, match["leaf"]) if known else None

    def _list_named(self, noun: str) -> Path | None:
        word = noun.casefold().strip()
        own = [path for path, nouns in self._nouns.items() if word in nouns]
        if own:
            return min(own, key=len)
        tables = [p for p, rows in self._lists.items() if rows and isinstance(rows[0], dict)]
        tables = tables or list(self._lists)
        if not re.fullmatch(_NOUN, word, re.IGNORECASE):
            return None
        main = [path for path in tables if {"items", "lines", "rows"} & self._nouns[path]]
        return main[0] if main else tables[0] if len(tables) == 1 else None

    def _by_description(self, text: str, *, whole: bool = False) -> RowReference | str | None:
        """Find a row by its own words: "the printer paper row", "printer paper's price"."""
        match = self._described.fullmatch(text)
        if match:
            words, part = (
                (match["row"], match["leaf"] or "")
                if match["row"]
                else (match["owner"], match["owned"])
            )
            row = self._saying(words)
            if row is not None:
                return row if isinstance(row, str) else RowReference(row.path, part, row.doubt)
        return self._saying(text) if whole else self._before_part(text)

    def _before_part(self, text: str) -> RowReference | None:
        """Find a row by the words before one of its parts: "printer paper price"."""
        pieces = text.split()
        for count in range(len(pieces) - 1, 0, -1):
            row = self._saying(" ".join(pieces[:count]))
            part = " ".join(pieces[count:])
            if (
                isinstance(row, RowReference)
                and not row.doubt
                and row_part(self._keys(row.path), part)
            ):
                return RowReference(row.path, part)
        return None

    def _keys(self, row: Path) -> list[str]:
        rows = self._lists[row[:-1]]
        return list(
            dict.fromkeys(str(key) for each in rows if isinstance(each, dict) for key in each)
        )

    def _saying(self, words: str) -> RowReference | str | None:
        name = tuple(map(singular, name_words(without_article(words))))
        if not name:
            return None
        named = [
            path
            for path, names in self._row_names.items()
            if words.casefold() in map(str.casefold, names)
        ]
        holding = (
            named
            or [path for path, said in self._texts() if holds(said, name)]
            or [
                path
                for path, names in self._row_names.items()
                if any(words.casefold() in each.casefold() for each in names)
            ]
        )
        if len(holding) > 1:
            return f"several rows say {words!r}"
        if holding:
            return RowReference(holding[0], "")
        wanted = " ".join(name)
        near = [
            p for p, said in self._texts() if fuzz.partial_ratio(wanted, " ".join(said)) >= SIMILAR
        ]
        unique = len(near) == 1 and len(wanted) > 4
        return RowReference(near[0], "", f"I took {words!r} for this row") if unique else None

    def _texts(self) -> Iterator[tuple[Path, Name]]:
        for path, rows in self._lists.items():
            for index, row in enumerate(rows):
                cells = row.values() if isinstance(row, dict) else [row]
                said = [each for each in cells if isinstance(each, str)]
                said += self._row_names.get((*path, index), ())
                yield (
                    (*path, index),
                    tuple(singular(word) for each in said for word in name_words(each)),
                )


def _nouns_of(path: Path) -> frozenset[str]:
    name = str(path[-1]).replace("_", " ").casefold()
    return frozenset({name, singular(name)})


def _index(number: str, count: int) -> int:
    if number.isdigit():
        return int(number) - 1
    if number in LAST_WORDS:
        return count - 1
    if number in SMALL_NUMBERS:
        return SMALL_NUMBERS[number] - 1
    return 0 if number in FIRST_WORDS else ORDINALS[number]


def row_part(keys: Sequence[str], words: str) -> str | None:
    """Return the key of a row that the words mean, if it is only one.

    >>> row_part(["description", "qty", "unit_price", "amount"], "rate")
    'unit_price'
    """
    name = name_words(without_article(words))
    names = {key: name_words(key) for key in keys}
    same = [key for key, own in names.items() if own == name]
    if same:
        return same[0]
    for group in ROW_KEYS.values():
        if name in {name_words(each) for each in group}:
            own_keys = [each for each in group if each in keys]
            if own_keys:
                return own_keys[0]
    containing = [key for key, own in names.items() if name and _is_same_part(name, own)]
    return containing[0] if len(containing) == 1 else None


def _is_same_part(name: Name, own: Name) -> bool:
    """Whether a name leaves out words of a key, or adds only words that mean no other part."""
    return holds(own, name) or (holds(name, own) and set(name) - set(own) <= FILLER_WORDS)


USUAL_KEYS = ("description", "quantity", "unit_price", "amount")
_UNITS = PATTERNS["units"]
_MONEY = (
    r"(?P<price>\S*\s?[\d०-९][\d०-९,.]*(?:\s?(?:lakh|लाख|हजार|thousand|/-))?(?:\s?[A-Z€£$₹]{1,3})?)"
)
_EACH = rf"(?:\s*(?P<each>{PATTERNS['for_each']}))?"
_LINE = re.compile(
    rf"(?:(?P<quantity>\d[\d,.]*)\s*(?:{_UNITS}\s+(?:of\s+|x\s+)?|x\s*|×\s*)?)?(?P<description>[^\d\s].*?)"
    rf"(?:\s*(?:,|\s)\s*(?P<link>at|@|for|costing|worth|priced\s+at|प्रति|दर|रु\.?|रकम|मूल्य)?\s*{_MONEY}{_EACH})?[\s.]*",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\s*[,;]\s*(?=[^\d\s])")


def plan_new_row(words: str, rows: Sequence[Json]) -> Json:
    """Return a new row in the shape of the others; None if the words do not say one.

    >>> plan_new_row("3 chairs at 1,200", [{"description": "desk", "qty": 1, "rate": 5}])
    {'description': 'chairs', 'qty': 3, 'rate': 1200}
    """
    text = unquote(words)
    if not text:
        return None
    if rows and not isinstance(rows[0], dict):
        return text
    keys = list(dict.fromkeys(str(key) for row in rows for key in row)) or list(USUAL_KEYS)
    return _parse_row_parts(text, keys) or _line(text, keys)


def _parse_row_parts(text: str, keys: Sequence[str]) -> dict[str, Json] | None:
    """Read "description Chair, quantity 3, price 1,200"; None if a part has no name."""
    row: dict[str, Json] = {}
    for part in _PARTS.split(text):
        name, sign, value = part.partition(":")
        if not sign:
            name, _, value = part.partition(" ")
        key = row_part(keys, name)
        if key is None or not value.strip():
            return None
        row[key] = _cell(key, value)
    return row or None


def _line(text: str, keys: Sequence[str]) -> dict[str, Json] | None:
    match = _LINE.fullmatch(text)
    if match is None:
        return None
    row: dict[str, Json] = {}
    _set_part(row, keys, "description", unquote(match["description"]))
    if match["quantity"]:
        _set_part(row, keys, "quantity", number_in(match["quantity"]))
    if match["price"]:
        amount = number_in(match["price"])
        is_unit_price = bool(match["each"]) or (match["link"] or "").casefold() in (
            "at",
            "@",
            "priced at",
            "दर",
            "प्रति",
        )
        _set_part(row, keys, "price" if is_unit_price else "amount", amount)
    return row or None


def _set_part(row: dict[str, Json], keys: Sequence[str], part: str, value: Json) -> None:
    key = row_part(keys, part) or row_part(USUAL_KEYS, part)
    if key is not None and value is not None:
        row[key] = plain_number(value) if isinstance(value, float) else value


def _cell(key: str, words: str) -> Json:
    number = number_in(unquote(words)) if key not in ("description", "name", "item") else None
    return plain_number(number) if number is not None else unquote(words)


def field_value(words: str) -> Json:
    """Return the value of a new field: the number or the date that fills the words, else the words.

    >>> field_value("Rs. 1,500"), field_value("5 May 2024"), field_value("PO-7")
    (1500, '2024-05-05', 'PO-7')
    """
    text = unquote(words)
    days, amounts = find_written_dates(text), find_amounts(text)
    if len(days) == 1 and days[0].end - days[0].start == len(text):
        return days[0].day.isoformat()
    if len(amounts) == 1 and amounts[0].end - amounts[0].start == len(text):
        return plain_number(amounts[0].value)
    return text or None
