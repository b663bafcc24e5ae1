"""Labels in a document and the values beside them.

Known labels belong to a concept. A concept's key is the path that `read_document` gives its value,
and its names serve twice: as labels to look for, and as names a person may give a field. They are
listed in `concepts.txt`, one concept a line; a name with a star also begins sentences and needs a
colon. Other `label: value` pairs are the document's own fields, its details.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from pramana.extraction.contracts.fields import ExtractedValue, FieldType, Json
from pramana.extraction.domain.field_tree import format_path
from pramana.extraction.domain.reading.amounts import plain_number
from pramana.extraction.domain.reading.document_layout import DocumentLayout, LayoutLine
from pramana.extraction.domain.reading.letterhead import is_abbreviated
from pramana.extraction.domain.reading.line_items import is_heading
from pramana.extraction.domain.reading.totals import AmountRole, role_of
from pramana.language.tokens import terms

_LINES = files(__package__).joinpath("concepts.txt").read_text("utf-8").splitlines()
_AFTER = (
    r"(?P<mark>\s*(?:\([A-Za-z]{2,3}\))?[\s.]*[:：ः#=]+|\s*\.?-\s|\t|\.{2,}|\s{2,}|(?=\s*$)|\.?\s)"
)
_MARK = re.compile(r"[:：ः#=\t]|\s\s")
"""Without one of these a line has a label only at its beginning."""
SPACE = " \t,;:：ः.-–#=*|"
LONGEST_VALUE = 160
MARKED_CONFIDENCE, BARE_CONFIDENCE = 0.85, 0.5
_NUMBER = re.compile(
    r"(?:[A-Z]{1,4}\s)?(?=\S*\d)[A-Z0-9०-९(][\w/.#&()-]*(?:\s?/\s?[\w-]+|\s\d[\w/-]*)*",
    re.IGNORECASE,
)
_PHONE = re.compile(r"\+?\(?[\d०-९][\d०-९ ()/-]{4,}[\d०-९]")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}")
SHAPES = {
    "document.number": _NUMBER,
    "vendor.tax_id": _NUMBER,
    "vendor.registration": _NUMBER,
    "statement.account_number": _NUMBER,
    "vendor.phone": _PHONE,
    "vendor.email": _MAIL,
}
"""Patterns for the values of these concepts. Values of other concepts may be any words."""
_PAIR = re.compile(
    r"^(?:[-•*–]\s*|\(?[\d०-९]{1,2}[.)]\s+)?(?P<label>[^\W\d_][^:：\t|=]{1,48}?)\s*(?:[:：=]|ः(?=\s)|\t+\s*[:：]?)\s*(?P<value>\S.*)$"
)
_NO_VALUE = re.compile(r"^//|[:：]\s*$")
_TAIL = re.compile(r"\t|\s{3,}|\s*\|\s*")
MOST_DETAILS, LONGEST_DETAIL, MOST_WORDS = 60, 200, 14
"""A value with more words than this is running text."""


@dataclass(frozen=True, slots=True)
class Concept:
    key: str
    type: FieldType
    names: tuple[str, ...]


def _parse_concept(line: str) -> Concept:
    head, _, names = line.partition(":")
    key, kind = head.split()
    return Concept(key, FieldType(kind), tuple(name.strip(" *") for name in names.split("|")))


CONCEPTS = tuple(_parse_concept(line) for line in _LINES)
BY_KEY = {concept.key: concept for concept in CONCEPTS}


def normalise_name(words: str) -> str:
    """Return a name for comparison: lower-case words, however they were joined.

    >>> normalise_name("Invoice_No."), normalise_name("invoiceNumber"), normalise_name("प. सं.")
    ('invoice no', 'invoice number', 'प सं')
    """
    return " ".join(terms(_split_camel_case(words.replace("_", " "))))


def _split_camel_case(words: str) -> str:
    return "".join(
        f" {char}" if char.isupper() and before.islower() else char
        for before, char in zip(" " + words, words, strict=False)
    )


BY_NAME = {
    normalise_name(name): concept
    for concept in CONCEPTS
    for name in (concept.key.replace(".", " "), *concept.names)
}

EVERYDAY = frozenset(
    normalise_name(name)
    for line in _LINES
    for name in line.partition(":")[2].split("|")
    if "*" in name
)
"""Words that also begin sentences. Without a colon they are not labels."""


def snake_case(words: str) -> str:
    """Return a field key made from a name.

    >>> snake_case("Delivery Date"), snake_case("कुल रकम")
    ('delivery_date', 'कुल_रकम')
    """
    return "_".join(normalise_name(words).split()) or "field"


def _flexible_pattern(name: str) -> str:
    """A pattern for a name with different stops, spaces and signs between its words."""
    words = [re.escape(word) for word in re.split(r"[\s./-]+", name) if word]
    return r"[\s.\-/]{0,2}".join(words)


@cache
def label_pattern() -> re.Pattern[str]:
    """Return a pattern for every label. It has hundreds of names and is compiled on first use."""
    names = sorted({name for concept in CONCEPTS for name in concept.names}, key=len, reverse=True)
    name = "|".join(map(_flexible_pattern, names))
    opened = r"(?P<open>^|\t|\s{2,}|(?<=[\s,;(]))"
    return re.compile(rf"{opened}(?P<name>{name})(?![^\W_]){_AFTER}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """A label's concept, and where its value may be: beside the label, or on the next line."""

    concept: Concept
    value_start: int
    value_end: int
    marked: bool
    """Whether it has a colon or a cell of its own. A bare word at the start of a line is less
    certain.
    """
    below: tuple[int, int] | None


def find_labels(document: DocumentLayout) -> list[Label]:
    """Return every label in the text, in order."""
    results: list[Label] = []
    for line, after in pairwise([*document.lines, None]):
        if line is not None and len(line.text) <= 4 * LONGEST_VALUE:
            results.extend(_labels_in_line(line, after))
    return results


def _labels_in_line(line: LayoutLine, after: LayoutLine | None) -> Iterator[Label]:
    every = (
        label_pattern().finditer(line.text)
        if _MARK.search(line.text)
        else filter(None, [label_pattern().match(line.text)])
    )
    matches = [match for match in every if _is_label_position(match, line.text)]
    ends = [*(match.start("name") for match in matches[1:]), len(line.text)][: len(matches)]
    for match, end in zip(matches, ends, strict=True):
        concept = BY_NAME.get(normalise_name(match["name"]))
        if concept is None:
            continue
        text = line.text[match.end() : end]
        start = match.end() + len(text) - len(text.lstrip(SPACE))
        stop = match.end() + len(text.rstrip(SPACE))
        below = (after.start, after.end) if after and start >= stop else None
        yield Label(
            concept,
            line.start + start,
            line.start + max(start, stop),
            bool(re.search(r"[:：ः#=\t]", match["mark"] + match["open"])),
            below,
        )


def _is_label_position(match: re.Match[str], text: str) -> bool:
    """Whether a name is used as a label here.

    With a colon it always is. Without one it must begin a line or cell, and not be an everyday
    word.
    """
    if re.search(r"[:：ः#=]", match["mark"]):
        return True
    cell = "\t" in match["open"] or len(match["open"]) > 1
    begins = not text[: match.start("name")].strip()
    return (cell or begins) and (
        "\t" in match["mark"] or normalise_name(match["name"]) not in EVERYDAY
    )


def labels_by_concept(document: DocumentLayout) -> dict[str, list[Label]]:
    """Return the document's labels by concept, those with a colon first."""
    results: dict[str, list[Label]] = {}
    for label in document.cached(find_labels):
        results.setdefault(label.concept.key, []).append(label)
    return {
        key: sorted(labels, key=lambda label: not label.marked) for key, labels in results.items()
    }


def labelled_value(document: DocumentLayout, key: str) -> ExtractedValue | None:
    """Return the first value that a label of this concept names."""
    labels = document.cached(labels_by_concept).get(key, ())
    return next(filter(None, (label_value(document, label) for label in labels)), None)


def label_value(document: DocumentLayout, label: Label) -> ExtractedValue | None:
    """Return the value beside or below a label, read as its concept's type."""
    for start, end in filter(None, ((label.value_start, label.value_end), label.below)):
        result = _read_value(document, label, start, min(end, start + LONGEST_VALUE))
        if result:
            return result
    return None


def _read_value(
    document: DocumentLayout, label: Label, start: int, end: int
) -> ExtractedValue | None:
    confidence = MARKED_CONFIDENCE if label.marked else BARE_CONFIDENCE
    key, kind = label.concept.key, label.concept.type
    if kind is FieldType.DATE:
        days = document.dates_in(start, end)
        if not days:
            return None
        day, confidence = days[0], confidence * days[0].confidence + 0.1
        return document.value(key, day.day.isoformat(), day.start, day.end, confidence)
    if kind is FieldType.MONEY:
        amounts = [a for a in document.amounts_in(start, end) if a.exact or label.marked]
        if not amounts:
            return None
        last = amounts[-1]
        return document.value(key, plain_number(last.value), last.start, last.end, confidence)
    return _words(document, key, start, end, confidence)


def _words(
    document: DocumentLayout, key: str, start: int, end: int, confidence: float
) -> ExtractedValue | None:
    text = document.text[start:end]
    if key in SHAPES:
        match = SHAPES[key].search(text)
        return match and document.text_value(
            key, start + match.start(), start + _number_end(match), confidence
        )
    cut = re.split(r"\t|\s{3,}", text, maxsplit=1)[0].rstrip(SPACE)
    worth = bool(cut) and (confidence > BARE_CONFIDENCE or len(cut.split()) <= 8)
    return document.text_value(key, start, start + len(cut), confidence) if worth else None


def _number_end(match: re.Match[str]) -> int:
    """Return the end of a number, without a closing bracket that was opened before it."""
    words = match.group().rstrip(".")
    return match.start() + len(words.rstrip(")") if words.count("(") < words.count(")") else words)


@dataclass(frozen=True, slots=True)
class LabelPair:
    """A label in the document's own words, and the offsets of its value."""

    label: str
    start: int
    end: int


def find_pairs(document: DocumentLayout) -> list[LabelPair]:
    """Return the lines of the form `label: value`, in order."""
    return [
        pair
        for line in document.lines
        if len(line.text) <= 2 * LONGEST_DETAIL
        for pair in _pairs_in_line(line)
    ]


def _pairs_in_line(line: LayoutLine) -> Iterator[LabelPair]:
    if line.text.count("\t") > 1 or line.text.count("|") > 1:
        return  # a row of a table
    match = _PAIR.match(line.text)
    if match and _is_label(match["label"]) and not _NO_VALUE.search(match["value"]):
        value = _TAIL.split(match["value"], maxsplit=1)[0].rstrip(" .,;।")
        if value and len(value) <= LONGEST_DETAIL and len(value.split()) <= MOST_WORDS:
            start = line.start + match.start("value")
            value += "." * (match["value"][len(value) :][:1] == "." and is_abbreviated(value))
            yield LabelPair(match["label"].strip(), start, start + len(value))


def _is_label(words: str) -> bool:
    return len(words.split()) <= 6 and sum(char.isdigit() for char in words) <= 2


def read_details(document: DocumentLayout, used: set[int]) -> list[ExtractedValue]:
    """Return the pairs whose value no other reader used, under `details`."""
    results: dict[str, ExtractedValue] = {}
    for pair in document.cached(find_pairs):
        path = format_path(("details", snake_case(pair.label)))
        is_known = (
            normalise_name(pair.label) in BY_NAME or role_of(pair.label) is not AmountRole.OTHER
        )
        if (
            is_known
            or path in results
            or is_heading(pair.label + " " + document.text[pair.start : pair.end])
        ):
            continue
        if used.isdisjoint(range(pair.start, pair.end)):
            value, confidence = typed_value(document, pair.start, pair.end)
            results[path] = document.value(path, value, pair.start, pair.end, confidence)
        if len(results) >= MOST_DETAILS:
            break
    return list(results.values())


def typed_value(document: DocumentLayout, start: int, end: int) -> tuple[Json, float]:
    """Read words as the date or amount that fills them; otherwise return them as text."""
    days = document.dates_in(start, end)
    if len(days) == 1 and days[0].end - days[0].start >= 0.7 * (end - start):
        return days[0].day.isoformat(), 0.6
    amounts = [each for each in document.amounts_in(start, end) if each.exact]
    if len(amounts) == 1 and amounts[0].end - amounts[0].start >= 0.8 * (end - start):
        return plain_number(amounts[0].value), 0.6
    return " ".join(document.text[start:end].split()), 0.55
