"""Which concept a field that a person names is about."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from pramana.extraction.contracts.fields import ExtractedValue, FieldSpec, FieldType
from pramana.extraction.domain.field_tree import Path, format_path
from pramana.extraction.domain.reading import letters
from pramana.extraction.domain.reading.amounts import plain_number
from pramana.extraction.domain.reading.document_layout import DocumentLayout, LayoutLine, TableRows
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
"""Words that say what kind of value is wanted, not which: a passport number is not any number."""
LEAST_RATIO = 86
"""How alike, of 100, a name must be to one that is known."""


def concept_of(spec: FieldSpec, parent: str = "") -> Concept | None:
    """The concept a field is called by, with what it is part of; else one its description names.

    Last the nearest name, for those that are spelt in another way.
    """
    name = normalise_name(spec.name)
    known = BY_NAME.get(normalise_name(f"{parent} {spec.name}")) or BY_NAME.get(name)
    known = known or BY_NAME.get(re.sub(r" (?:of|on) the .*$", "", name))
    if known:
        return _fit_description(known, spec)
    said = normalise_name(spec.description)
    words = [alias for alias in BY_NAME if " " in alias and f" {alias} " in f" {said} "]
    if words:
        return BY_NAME[max(words, key=len)]
    near = max(BY_NAME, key=lambda alias: fuzz.ratio(name, alias))
    return BY_NAME[near] if fuzz.ratio(name, near) >= LEAST_RATIO else _by_part(name, spec)


def _fit_description(known: Concept, spec: FieldSpec) -> Concept:
    """A deadline called "date" in a description that says more keeps what is said."""
    if known.key == "document.date" and re.search(r"due|pay", spec.description, re.IGNORECASE):
        return BY_KEY["document.due_date"]
    return known


def _by_part(name: str, spec: FieldSpec) -> Concept | None:
    """`supplier tin number`: a concept whose name is part of the field's, and of its type."""
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


LEAST_LIKENESS = 0.6
"""How much of their words a label and a field's name must share."""

MOST_SHARED = 0.75
"""What words in common are worth at most: less than the name itself."""

_SMALL = frozenset({"no", "number", "name", "date", "amount", "नं"})
_YES, _NO = frozenset({"yes", "true", "छ", "हो"}), frozenset({"no", "false", "छैन", "होइन"})


def by_label(paper: DocumentLayout, spec: FieldSpec) -> ExtractedValue | None:
    """The value beside a label that is the field's name, or nearly, or shares its words."""
    wanted = normalise_name(spec.name)
    scored = [
        (_likeness(wanted, normalise_name(pair.label)), -pair.start, pair)
        for pair in paper.once(find_pairs)
    ]
    best = max(scored, key=lambda item: item[:2], default=None)
    if best is None or best[0] < LEAST_LIKENESS:
        return None
    pair: LabelPair = best[2]
    value = " ".join(paper.text[pair.start : pair.end].split())
    found = paper.found("", value, pair.start, pair.end, 0.5 + 0.4 * best[0])
    return as_type(paper, found, spec.type)


def _likeness(wanted: str, label: str) -> float:
    if wanted == label:
        return 1.0
    ratio = fuzz.ratio(wanted, label)
    if ratio >= LEAST_RATIO:
        return ratio / 100
    one, other = _stems(wanted), _stems(label)
    return len(one & other) / max(len(one), len(other)) * MOST_SHARED if one and other else 0.0


def _stems(words: str) -> set[str]:
    return set(content_stems(stem(word) for word in words.split() if word not in _SMALL))


def as_type(paper: DocumentLayout, found: ExtractedValue, kind: FieldType) -> ExtractedValue | None:
    """The stretch as the type that is asked for; None where it holds no such value."""
    if kind is FieldType.DATE:
        days = paper.dates_in(found.start, found.end)
        if not days:
            return None
        day = days[0]
        return paper.found("", day.day.isoformat(), day.start, day.end, found.confidence)
    if kind in NUMBER_TYPES:
        amounts = paper.amounts_in(found.start, found.end)
        best = next((each for each in amounts if each.exact), amounts[0] if amounts else None)
        if best is None:
            return None
        return paper.found("", plain_number(best.value), best.start, best.end, found.confidence)
    if kind is FieldType.BOOLEAN:
        said = found.quote.casefold().strip(" .।")
        return replace(found, value=said in _YES) if said in _YES | _NO else None
    return found


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


def read_rows(
    paper: DocumentLayout, spec: FieldSpec, concept: Concept | None, path: Path
) -> list[ExtractedValue]:
    """The rows that a list or table asks for; a table of an unknown name is one of goods."""
    key = concept.key if concept else "items" if spec.type is FieldType.TABLE else ""
    rows = LIST_READERS[key](paper) if key in LIST_READERS else []
    return [found for row in rows for found in _rename_paths(row, spec, key, path)]


def _rename_paths(
    found: ExtractedValue, spec: FieldSpec, key: str, path: Path
) -> Iterator[ExtractedValue]:
    """A row's value under the field's own path, and its child's own name."""
    rest = re.fullmatch(r"\[(\d+)\](?:\.(\w+))?", found.path[len(key) :])
    if not rest:
        return
    index, leaf = int(rest[1]), rest[2]
    if spec.type is FieldType.LIST or not leaf:
        if leaf in (None, "name", "description"):
            yield replace(found, path=format_path((*path, index)))
        return
    names = {_part(child): child.name for child in spec.children}
    if not spec.children or leaf in names:
        yield replace(found, path=format_path((*path, index, names.get(leaf, leaf))))


def _part(child: FieldSpec) -> str:
    """Which part of a row a child is, whatever it is called."""
    name = normalise_name(child.name)
    fits = (part for part, names in _PARTS.items() if name in names.split("|"))
    return next(fits, name.replace(" ", "_"))


Read = Callable[[DocumentLayout], Sequence[ExtractedValue]]


def read_fields(
    text: str,
    specs: Sequence[FieldSpec],
    *,
    pages: Sequence[int] | None = None,
    lines: Sequence[LayoutLine] | None = None,
    tables: Sequence[TableRows] | None = None,
) -> list[ExtractedValue]:
    """What the text says for each field, under the field's own name; what is not said is absent."""
    paper = DocumentLayout(text, pages=pages, lines=lines, tables=tables)
    return [found for spec in specs for found in read_field(paper, spec)]


def read_field(
    paper: DocumentLayout, spec: FieldSpec, under: tuple[str | int, ...] = ()
) -> list[ExtractedValue]:
    path = (*under, spec.name)
    if spec.type is FieldType.OBJECT:
        return [found for child in spec.children for found in read_field(paper, child, path)]
    concept = concept_of(spec, str(under[-1]) if under else "")
    if spec.type in (FieldType.TABLE, FieldType.LIST):
        return read_rows(paper, spec, concept, path)
    own = by_label(paper, spec)
    if own and (concept is None or own.confidence > 0.8):
        return [replace(own, path=format_path(path))]
    found = _by_role(paper, spec) or (_by_concept(paper, concept) if concept else None)
    found = found or own or _by_type(paper, spec)
    found = _as_type(paper, found, spec) if found else None
    return [replace(found, path=format_path(path))] if found else []


def _by_concept(paper: DocumentLayout, concept: Concept) -> ExtractedValue | None:
    special = SPECIAL.get(concept.key)
    if special:
        return next(iter(special(paper)), None) or labelled_value(paper, concept.key)
    given = labelled_value(paper, concept.key)
    if given or not concept.key.startswith(("totals.", "payment.")):
        return given
    return _total_of_kind(paper, concept.key)


def _total_of_kind(paper: DocumentLayout, key: str) -> ExtractedValue | None:
    return next((found for found in paper.once(read_totals) if found.path == key), None)


def _single(read: Callable[[DocumentLayout], ExtractedValue | None]) -> Read:
    return lambda paper: [found for found in [read(paper)] if found]


def _total(paper: DocumentLayout) -> ExtractedValue | None:
    if paper.once(document_type_of).name == "contract":
        return labelled_value(paper, "contract.sum") or _total_of_kind(paper, "totals.total")
    return _total_of_kind(paper, "totals.total")


SPECIAL: dict[str, Read] = {
    "vendor.name": _single(seller_name),
    "issuer.name": _single(letters.issuer),
    "bank.name": _single(bank_name),
    "vendor.address": _single(lambda paper: seller_address(paper, seller_name(paper))),
    "document.date": _single(document_date),
    "document.title": _single(letters.document_title),
    "letter.recipient": _single(letters.recipient),
    "letter.sender": _single(letters.sender),
    "notice.deadline": _single(letters.deadline),
    "totals.total": _single(_total),
    "totals.tax": _single(lambda paper: _total_of_kind(paper, "totals.tax")),
    "totals.subtotal": _single(lambda paper: _total_of_kind(paper, "totals.subtotal")),
    "payment.paid": _single(lambda paper: _total_of_kind(paper, "payment.paid")),
    "payment.change": _single(lambda paper: _total_of_kind(paper, "payment.change")),
    "currency": _single(currency),
}


def _as_type(
    paper: DocumentLayout, found: ExtractedValue, spec: FieldSpec
) -> ExtractedValue | None:
    """The value in the type that is asked for; None where its words hold no such value."""
    number = isinstance(found.value, int | float)
    if spec.type in TEXT_TYPES:
        return replace(found, value=found.quote) if number else found
    if spec.type is FieldType.INTEGER and isinstance(found.value, float):
        return replace(found, value=round(found.value))
    return found if number and spec.type in NUMBER_TYPES else as_type(paper, found, spec.type)


def _by_role(paper: DocumentLayout, spec: FieldSpec) -> ExtractedValue | None:
    """The party that the paper calls what the field is called: the employer, the tenant."""
    found = {each.path: each for each in paper.once(parties)}
    for path, each in found.items():
        if path.endswith(".role") and normalise_name(each.value) == normalise_name(spec.name):
            return found.get(path.replace(".role", ".name"))
    return None


def _by_type(paper: DocumentLayout, spec: FieldSpec) -> ExtractedValue | None:
    """The only date of a paper is likely the one that is asked for; of several, none is."""
    if spec.type is FieldType.DATE and len({date.day for date in paper.dates}) == 1:
        date = paper.dates[0]
        return paper.found("", date.day.isoformat(), date.start, date.end, 0.4)
    return None
