"""Parses the words a person gives for a value into the field's type and form."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json
from pramana.extraction.domain.corrections.words import (
    EMPTY_VALUES,
    NO,
    PATTERNS,
    SMALL_NUMBERS,
    VAGUE_VALUES,
    YES,
)
from pramana.extraction.domain.reading.amounts import Amount, find_amounts, plain_number
from pramana.extraction.domain.reading.dates import find_dates_without_year, find_written_dates
from pramana.extraction.domain.reading.labels import Concept
from pramana.extraction.domain.validation import AMOUNTS, DATES
from pramana.kit.evidence import fold

QUOTES = "\"'“”‘’«»`"
_TRAILING = re.compile(rf"[\s,]+{PATTERNS['trailing']}$", re.IGNORECASE)
_REFERENCE = re.compile(PATTERNS["references"], re.IGNORECASE)
_DAY_OF_MONTH = re.compile(
    r"(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?(?:\s+(?:of\s+)?(?:that|the\s+same)\s+month)?"
)
_THOUSANDS = re.compile(r"(?<=\d)\s?k\b", re.IGNORECASE)
_PERCENT = re.compile(r"\s*(?:%|per\s?cent|percent|प्रतिशत)\s*$", re.IGNORECASE)
_WRITTEN_AMOUNT = re.compile(r"^\D{0,5}\d[\d,. ]*\D{0,5}$")
_ABBREVIATED = re.compile(
    r"\b(?:[A-Z]|Ltd|Pvt|Co|Inc|Corp|Bros|St|Rd|Jr|Sr|Dr|Mr|Mrs|No|Esq|etc|प्रा|लि)\.$"
)
_LIST = re.compile(r"\s*(?:,\s*and\s+|;|,|\s+and\s+|\s+र\s+|\s+तथा\s+)\s*", re.IGNORECASE)
UNITS_BY_NAME = re.compile(
    r"(?:^|_)(?:number|no|id|code|ref|reference|phone|account|pan|sku)(?:$|_)"
)
NUMBER_TYPES = (FieldType.NUMBER, FieldType.INTEGER, FieldType.MONEY)


@dataclass(frozen=True, slots=True)
class FieldForm:
    """What is known of a field: its type, its present value, and dates of the same record."""

    name: str
    value: Json = None
    spec: FieldSpec | None = None
    concept: Concept | None = None
    dates: tuple[date, ...] = ()

    @property
    def type(self) -> FieldType:
        """The type a value must have: as asked for, as it is now, or as the name suggests."""
        asked = self.spec.type if self.spec else None
        if asked and asked not in (FieldType.STRING, FieldType.TEXT):
            return asked
        own = _type_of(self.value)
        if own is not None:
            return own
        if self.value is None and self.spec is None and self.concept:
            return self.concept.type
        key = re.sub(r"[^a-z0-9]+", "_", self.name.casefold())
        if DATES.search(key) and self.value is None:
            return FieldType.DATE
        if AMOUNTS.search(key) and self.value is None and asked is None:
            return FieldType.MONEY
        return FieldType.STRING


@dataclass(frozen=True, slots=True)
class ParsedValue:
    """A value, or why there is none. With a doubt it needs the person's confirmation."""

    value: Json = None
    refusal: str = ""
    doubt: str = ""


def _type_of(value: Json) -> FieldType | None:
    if isinstance(value, bool):
        return FieldType.BOOLEAN
    if isinstance(value, int | float):
        return FieldType.NUMBER
    if isinstance(value, list):
        return FieldType.LIST
    return FieldType.DATE if _iso_date(value) else None


def _iso_date(value: Json) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def unquote(words: str) -> str:
    """Return the words without surrounding quotes, fillers after them or a final full stop."""
    text = words.strip(" ,;:")
    while match := _TRAILING.search(text):
        text = text[: match.start()].rstrip(" ,;")
    text = text.rstrip("!।").strip()
    if text.endswith(".") and not _ABBREVIATED.search(text) and text.rstrip(".")[-1:] not in QUOTES:
        text = text.rstrip(".").rstrip()
    if len(text) > 1 and text.rstrip(".")[-1] in QUOTES and text[0] in QUOTES:
        return text.rstrip(".")[1:-1].strip()
    return text


def is_quoted(words: str) -> bool:
    trimmed = words.strip(" .,;:!।")
    return len(trimmed) > 1 and trimmed[0] in QUOTES and trimmed[-1] in QUOTES


def parse_words(words: str, form: FieldForm) -> ParsedValue:
    """Parse the words as a value of the field.

    >>> parse_words("रु. १,२५०", FieldForm("total", 5)).value
    1250
    """
    text = unquote(words)
    if not text:
        return ParsedValue(refusal="the new value is missing")
    if re.search(r"[{}]", text):
        return ParsedValue(refusal="say each part by itself, as in: vendor name is ACME")
    if not is_quoted(words):
        if text.casefold() in EMPTY_VALUES:
            return ParsedValue(None)
        if set(text.split()) <= VAGUE_VALUES:
            return ParsedValue(refusal="say what the value should be")
    kind = form.type
    if kind in NUMBER_TYPES:
        return _parse_number(text, form, whole=kind is FieldType.INTEGER)
    if kind in (FieldType.TABLE, FieldType.OBJECT):
        return ParsedValue(refusal=f"{form.name} has parts; say which part to change")
    if parser := _PARSERS.get(kind):
        return parser(text, form)
    parsed = _parse_text(text, form)
    is_reference = not is_quoted(words) and _REFERENCE.fullmatch(text)
    return replace(parsed, doubt="the value itself is not named") if is_reference else parsed


def _parse_text(text: str, form: FieldForm) -> ParsedValue:
    """Text is taken as it is said. An amount keeps the currency that was written with it."""
    old = form.value
    is_amount = form.concept is not None and form.concept.type is FieldType.MONEY
    if is_amount and len(find_amounts(text)) > 1 and (number := number_in(text)) is not None:
        return ParsedValue(str(plain_number(number)))
    if (is_amount or _is_mostly_digits(old)) and not _has_number(text):
        return ParsedValue(text, doubt=f"{text!r} holds no number")
    if isinstance(old, str) and re.fullmatch(r"[\d,. ]+", text) and _WRITTEN_AMOUNT.match(old):
        before, after = re.match(r"^(\D*)", old), re.search(r"(\D*)$", old)
        signs = (before[1] if before else "", after[1] if after else "")
        if any(sign.strip(" .,-/") for sign in signs) and not UNITS_BY_NAME.search(form.name):
            return ParsedValue(f"{signs[0]}{text}{signs[1]}".strip())
    return ParsedValue(text)


def _has_number(value: Json) -> bool:
    words = str(value or "").casefold().split()
    return any(char.isdigit() for char in str(value or "")) or any(
        w in SMALL_NUMBERS for w in words
    )


def _is_mostly_digits(value: Json) -> bool:
    signs = [char for char in str(value or "") if char.isalnum()]
    return bool(signs) and sum(char.isdigit() for char in signs) >= len(signs) / 2


def _parse_number(text: str, form: FieldForm, *, whole: bool) -> ParsedValue:
    value = number_in(text)
    if value is None:
        if form.spec is None and UNITS_BY_NAME.search(form.name.casefold()):
            return ParsedValue(text)
        return ParsedValue(refusal=f"{form.name} is a number, and {text!r} is none")
    if whole and value != int(value):
        return ParsedValue(refusal=f"{form.name} is a whole number, and {text!r} is not")
    return ParsedValue(plain_number(value))


def number_in(text: str) -> float | None:
    """Return the only number in the words: digits with separators, lakhs and crores, or a word.

    >>> number_in("१ करोड ८५ लाख"), number_in("13 %"), number_in("twelve"), number_in("a lot")
    (18500000.0, 13.0, 12.0, None)
    """
    plain = _THOUSANDS.sub(" thousand", _PERCENT.sub("", text)).strip()
    first, _, rest = plain.casefold().partition(" ")
    if first in SMALL_NUMBERS:
        plain = f"{SMALL_NUMBERS[first]} {rest}".strip()
    amounts = find_amounts(plain)
    if not amounts:
        return None
    if len(amounts) == 1 or _is_one_sum(plain, amounts):
        return sum(each.value for each in amounts)
    return None


def _is_one_sum(text: str, amounts: Sequence[Amount]) -> bool:
    """Whether amounts follow each other with falling scales: 1 crore 85 lakh."""
    values = [each.value for each in amounts]
    gaps = [text[one.end : other.start] for one, other in pairwise(amounts)]
    falling = all(one > other for one, other in pairwise(values))
    return falling and all(gap.strip(" ,") in ("", "and", "र") for gap in gaps)


def _parse_date(text: str, form: FieldForm) -> ParsedValue:
    days = {each.day for each in find_written_dates(text)}
    if len(days) == 1:
        return ParsedValue(days.pop().isoformat())
    near = _iso_date(form.value) or (form.dates[0] if form.dates else None)
    if len(days) > 1:
        return ParsedValue(refusal=f"{text!r} holds more than one date")
    if near is None:
        return ParsedValue(refusal=f"{form.name} is a date; write it with its year, as 2024-05-31")
    if mentions := find_dates_without_year(text, near):
        return ParsedValue(mentions[0].day.isoformat())
    if match := _DAY_OF_MONTH.fullmatch(text):
        try:
            return ParsedValue(near.replace(day=int(match[1])).isoformat())
        except ValueError:
            pass
    return ParsedValue(refusal=f"{form.name} is a date, and {text!r} is none")


def is_said(value: Json, words: str) -> bool:
    """Whether the words say the value: its text, its number or its date.

    >>> is_said(1700, "the total is Rs 1,700"), is_said("2025-07-06", "6 July 2025"), is_said(5, "")
    (True, True, False)
    """
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return all(is_said(part, words) for part in parts)
    if isinstance(value, int | float):
        return any(abs(each.value - value) < 0.005 for each in find_amounts(words)) or (
            number_in(words) == value
        )
    if fold(str(value)) in fold(words):
        return True
    day = _iso_date(value)
    mentions = [*find_written_dates(words), *find_dates_without_year(words, day)] if day else []
    return any(each.day == day for each in mentions)


def _parse_boolean(text: str, form: FieldForm) -> ParsedValue:
    word = text.casefold()
    if word in YES or word in NO:
        return ParsedValue(word in YES)
    return ParsedValue(refusal=f"{form.name} is yes or no, and {text!r} is neither")


def _parse_list(text: str, form: FieldForm) -> ParsedValue:
    rows = form.value if isinstance(form.value, list) else []
    if any(isinstance(row, dict | list) for row in rows) or (
        form.spec and len(form.spec.children) > 1
    ):
        return ParsedValue(refusal=f"{form.name} is a list of rows; say which row to change")
    return ParsedValue([unquote(part) for part in _LIST.split(text) if part.strip()])


_PARSERS: Mapping[FieldType, Callable[[str, FieldForm], ParsedValue]] = {
    FieldType.DATE: _parse_date,
    FieldType.BOOLEAN: _parse_boolean,
    FieldType.LIST: _parse_list,
}


_NOT_TAIL = re.compile(
    r"[\s,;(–-]+(?:and\s+|but\s+)?(?:not|you\s+(?:have|had|wrote|put|read|got|said)|instead\s+of|rather\s+than|and\s+not|nicht)\s+.+?\)?$",
    re.IGNORECASE,
)


_REASON_TAIL = re.compile(
    r"[\s,;(–-]+(?:because|since|according\s+to|as\s+(?:it\s+says|stated|shown|written|per|the\s+\w+\s+says)|see\s+page)\b.*$",
    re.IGNORECASE,
)


def without_wrong_value(words: str) -> str:
    """Return the value without the wrong one that was named after it: "500, not 50"."""
    text = _REASON_TAIL.sub("", words).strip() or words
    match = _NOT_TAIL.search(text)
    return text[: match.start()].strip() if match else text
