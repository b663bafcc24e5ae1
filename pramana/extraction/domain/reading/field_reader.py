"""Reads given fields (custom fields and columns) by name, by description and by type."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from pramana.extraction.contracts.fields import ExtractedValue, FieldSpec, FieldType
from pramana.extraction.domain.field_tree import Path, format_path
from pramana.extraction.domain.reading import letters
from pramana.extraction.domain.reading.amounts import plain_number
from pramana.extraction.domain.reading.document_layout import (
    DocumentLayout,
    LayoutLine,
    LayoutTable,
)
from pramana.extraction.domain.reading.document_reader import currency, seller_name
from pramana.extraction.domain.reading.document_types import document_type_of
from pramana.extraction.domain.reading.labels import (
    BY_KEY,
    BY_NAME,
    Concept,
    LabelPair,
    find_pairs,
    labelled_value,
    normalise_name,
)
from pramana.extraction.domain.reading.letterhead import seller_address
from pramana.extraction.domain.reading.letters import attendees, decisions, document_date
from pramana.extraction.domain.reading.line_items import read_items
from pramana.extraction.domain.reading.parties import bank_name, parties
from pramana.extraction.domain.reading.totals import read_totals
from pramana.language.stems import content_stems, stem

TEXT_TYPES = frozenset({FieldType.STRING, FieldType.TEXT})
NUMBER_TYPES = frozenset({FieldType.MONEY, FieldType.NUMBER, FieldType.INTEGER})
GENERIC_WORDS = frozenset(
    {"number", "name", "date", "amount", "code", "title", "reference", "type"}
)
"""Words for a kind of value, not for one value: a passport number is not any number."""
LEAST_RATIO = 86
"""How similar, of 100, a name must be to a known one."""
LEAST_LIKENESS = 0.6
"""The share of words that a label and a field's name must have in common."""
MOST_SHARED = 0.75
"""The most that shared words can score: less than an equal name."""
_SMALL = frozenset({"no", "number", "name", "date", "amount", "नं"})
_YES, _NO = frozenset({"yes", "true", "छ", "हो"}), frozenset({"no", "false", "छैन", "होइन"})
LIST_READERS: dict[str, Callable[[DocumentLayout], Sequence[ExtractedValue]]] = {
    "items": read_items,
    "parties": parties,
    "meeting.attendees": attendees,
    "meeting.decisions": decisions,
}
_PARTS = {
    "description": "item|item name|product|goods|name|particulars|details|विवरण|सामान",
    "quantity": "qty|count|units|परिमाण|संख्या",
    "unit_price": "rate|price|unit cost|दर",
    "amount": "total|line total|sum|total price|line amount|रकम|जम्मा",
}
Read = Callable[[DocumentLayout], Sequence[ExtractedValue]]


def concept_of(spec: FieldSpec, parent: str = "") -> Concept | None:
    """Return the concept that a field's name (with its parent's) or its description means.

    The last resort is the most similar known name, for other spellings.
    """
    name = normalise_name(spec.name)
    match = BY_NAME.get(normalise_name(f"{parent} {spec.name}")) or BY_NAME.get(name)
    match = match or BY_NAME.get(re.sub(r" (?:of|on) the .*$", "", name))
    if match:
        return _fit_description(match, spec)
    description = normalise_name(spec.description)
    words = [alias for alias in BY_NAME if " " in alias and f" {alias} " in f" {description} "]
    if words:
        return BY_NAME[max(words, key=len)]
    near = max(BY_NAME, key=lambda alias: fuzz.ratio(name, alias))
    return BY_NAME[near] if fuzz.ratio(name, near) >= LEAST_RATIO else _by_part(name, spec)


def _fit_description(concept: Concept, spec: FieldSpec) -> Concept:
    """A "date" whose description mentions payment means the due date."""
    if concept.key == "document.date" and re.search(r"due|pay", spec.description, re.IGNORECASE):
        return BY_KEY["document.due_date"]
    return concept


def _by_part(name: str, spec: FieldSpec) -> Concept | None:
    """`supplier tin number`: return a concept of the same type whose name is part of the field's
    name.
    """
    inside = [
        alias
        for alias in BY_NAME
        if f" {alias} " in f" {name} "
        and len(alias) > 3
        and not GENERIC_WORDS.issuperset(alias.split())
    ]
    best = max(inside, key=len, default=None)
    concept = BY_NAME[best] if best else None
    return concept if concept and _agree(concept.type, spec.type) else None


def _agree(one: FieldType, other: FieldType) -> bool:
    return one is other or {one, other} <= TEXT_TYPES or {one, other} <= NUMBER_TYPES


def by_label(document: DocumentLayout, spec: FieldSpec) -> ExtractedValue | None:
    """Return the value beside a label that equals or resembles the field's name."""
    name = normalise_name(spec.name)
    scored = [
        (_likeness(name, normalise_name(pair.label)), -pair.start, pair)
        for pair in document.cached(find_pairs)
    ]
    best = max(scored, key=lambda item: item[:2], default=None)
    if best is None or best[0] < LEAST_LIKENESS:
        return None
    pair: LabelPair = best[2]
    value = " ".join(document.text[pair.start : pair.end].split())
    result = document.value("", value, pair.start, pair.end, 0.5 + 0.4 * best[0])
    return as_type(document, result, spec.type)


def _likeness(name: str, label: str) -> float:
    if name == label:
        return 1.0
    ratio = fuzz.ratio(name, label)
    if ratio >= LEAST_RATIO:
        return ratio / 100
    one, other = _stems(name), _stems(label)
    return len(one & other) / max(len(one), len(other)) * MOST_SHARED if one and other else 0.0


def _stems(words: str) -> set[str]:
    return set(content_stems(stem(word) for word in words.split() if word not in _SMALL))


def as_type(
    document: DocumentLayout, result: ExtractedValue, kind: FieldType
) -> ExtractedValue | None:
    """Read the value's words as the requested type; None if they contain no such value."""
    if kind is FieldType.DATE:
        days = document.dates_in(result.start, result.end)
        if not days:
            return None
        day = days[0]
        return document.value("", day.day.isoformat(), day.start, day.end, result.confidence)
    if kind in NUMBER_TYPES:
        amounts = document.amounts_in(result.start, result.end)
        best = next((each for each in amounts if each.exact), amounts[0] if amounts else None)
        if best is None:
            return None
        return document.value("", plain_number(best.value), best.start, best.end, result.confidence)
    if kind is FieldType.BOOLEAN:
        word = result.quote.casefold().strip(" .।")
        return replace(result, value=word in _YES) if word in _YES | _NO else None
    return result


def read_rows(
    document: DocumentLayout, spec: FieldSpec, concept: Concept | None, path: Path
) -> list[ExtractedValue]:
    """Return the rows of a list or table. A table with an unknown name is taken for line items."""
    key = concept.key if concept else "items" if spec.type is FieldType.TABLE else ""
    rows = LIST_READERS[key](document) if key in LIST_READERS else []
    return [result for row in rows for result in _rename_paths(row, spec, key, path)]


def _rename_paths(
    result: ExtractedValue, spec: FieldSpec, key: str, path: Path
) -> Iterator[ExtractedValue]:
    """Return a row's value under the field's own path and its child's own name."""
    rest = re.fullmatch(r"\[(\d+)\](?:\.(\w+))?", result.path[len(key) :])
    if not rest:
        return
    index, leaf = int(rest[1]), rest[2]
    if spec.type is FieldType.LIST or not leaf:
        if leaf in (None, "name", "description"):
            yield replace(result, path=format_path((*path, index)))
        return
    names = {_part(child): child.name for child in spec.children}
    if not spec.children or leaf in names:
        yield replace(result, path=format_path((*path, index, names.get(leaf, leaf))))


def _part(child: FieldSpec) -> str:
    """Return the part of a row that a child means, whatever it is called."""
    name = normalise_name(child.name)
    fits = (part for part, names in _PARTS.items() if name in names.split("|"))
    return next(fits, name.replace(" ", "_"))


def read_fields(
    text: str,
    specs: Sequence[FieldSpec],
    *,
    pages: Sequence[int] | None = None,
    lines: Sequence[LayoutLine] | None = None,
    tables: Sequence[LayoutTable] | None = None,
) -> list[ExtractedValue]:
    """Return what the text says for each field, by its name. Missing values are left out."""
    document = DocumentLayout(text, pages=pages, lines=lines, tables=tables)
    return [result for spec in specs for result in read_field(document, spec)]


def read_field(
    document: DocumentLayout, spec: FieldSpec, under: tuple[str | int, ...] = ()
) -> list[ExtractedValue]:
    path = (*under, spec.name)
    if spec.type is FieldType.OBJECT:
        return [result for child in spec.children for result in read_field(document, child, path)]
    concept = concept_of(spec, str(under[-1]) if under else "")
    if spec.type in (FieldType.TABLE, FieldType.LIST):
        return read_rows(document, spec, concept, path)
    own = by_label(document, spec)
    if own and (concept is None or own.confidence > 0.8):
        return [replace(own, path=format_path(path))]
    result = _by_role(document, spec) or (_by_concept(document, concept) if concept else None)
    result = result or own or _by_type(document, spec)
    result = _as_type(document, result, spec) if result else None
    return [replace(result, path=format_path(path))] if result else []


def _by_concept(document: DocumentLayout, concept: Concept) -> ExtractedValue | None:
    special = SPECIAL.get(concept.key)
    if special:
        return next(iter(special(document)), None) or labelled_value(document, concept.key)
    labelled = labelled_value(document, concept.key)
    if labelled or not concept.key.startswith(("totals.", "payment.")):
        return labelled
    return _total_of_kind(document, concept.key)


def _total_of_kind(document: DocumentLayout, key: str) -> ExtractedValue | None:
    return next((result for result in document.cached(read_totals) if result.path == key), None)


def _single(reader: Callable[[DocumentLayout], ExtractedValue | None]) -> Read:
    return lambda document: [result for result in [reader(document)] if result]


def _total(document: DocumentLayout) -> ExtractedValue | None:
    if document.cached(document_type_of).name == "contract":
        return labelled_value(document, "contract.sum") or _total_of_kind(document, "totals.total")
    return _total_of_kind(document, "totals.total")


SPECIAL: dict[str, Read] = {
    "vendor.name": _single(seller_name),
    "issuer.name": _single(letters.issuer),
    "bank.name": _single(bank_name),
    "vendor.address": _single(lambda document: seller_address(document, seller_name(document))),
    "document.date": _single(document_date),
    "document.title": _single(letters.document_title),
    "letter.recipient": _single(letters.recipient),
    "letter.sender": _single(letters.sender),
    "notice.deadline": _single(letters.deadline),
    "totals.total": _single(_total),
    "totals.tax": _single(lambda document: _total_of_kind(document, "totals.tax")),
    "totals.subtotal": _single(lambda document: _total_of_kind(document, "totals.subtotal")),
    "payment.paid": _single(lambda document: _total_of_kind(document, "payment.paid")),
    "payment.change": _single(lambda document: _total_of_kind(document, "payment.change")),
    "currency": _single(currency),
}


def _as_type(
    document: DocumentLayout, result: ExtractedValue, spec: FieldSpec
) -> ExtractedValue | None:
    """Return the value in the requested type; None if its words contain no such value."""
    number = isinstance(result.value, int | float)
    if spec.type in TEXT_TYPES:
        return replace(result, value=result.quote) if number else result
    if spec.type is FieldType.INTEGER and isinstance(result.value, float):
        return replace(result, value=round(result.value))
    return result if number and spec.type in NUMBER_TYPES else as_type(document, result, spec.type)


def _by_role(document: DocumentLayout, spec: FieldSpec) -> ExtractedValue | None:
    """Return the party whose role has the field's name: the employer, the tenant."""
    result = {each.path: each for each in document.cached(parties)}
    for path, each in result.items():
        if path.endswith(".role") and normalise_name(each.value) == normalise_name(spec.name):
            return result.get(path.replace(".role", ".name"))
    return None


def _by_type(document: DocumentLayout, spec: FieldSpec) -> ExtractedValue | None:
    """If a document has only one date, it is probably the requested one."""
    if spec.type is FieldType.DATE and len({date.day for date in document.dates}) == 1:
        date = document.dates[0]
        return document.value("", date.day.isoformat(), date.start, date.end, 0.4)
    return None
