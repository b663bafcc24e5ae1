"""Reads a whole document without a model: its type, and the values such documents contain.

Each value is scored like the value of a custom field, and its chance becomes its confidence. A
value at a label that people taught takes its place, or fills a gap.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.extraction.contracts.fields import ExtractedValue, FieldSpec, FieldType, LearnedLabel
from pramana.extraction.domain.field_tree import parse_path
from pramana.extraction.domain.reading import letters
from pramana.extraction.domain.reading.candidate_scoring import LEAST_CHANCE, RankedCandidate
from pramana.extraction.domain.reading.document_layout import (
    DocumentLayout,
    LayoutLine,
    currency,
)
from pramana.extraction.domain.reading.document_types import document_type_of
from pramana.extraction.domain.reading.field_questions import FieldQuestion, field_question
from pramana.extraction.domain.reading.field_reader import (
    FieldTools,
    final_value,
    ranked_candidates,
)
from pramana.extraction.domain.reading.labels import (
    BY_KEY,
    labelled_value,
    normalise_name,
    read_details,
)
from pramana.extraction.domain.reading.letterhead import seller_address
from pramana.extraction.domain.reading.letters import attendees, decisions, document_date
from pramana.extraction.domain.reading.line_items import read_items
from pramana.extraction.domain.reading.parties import parties, seller_name
from pramana.extraction.domain.reading.totals import read_totals

UNSCORED = 0.7
"""The confidence of a value that the scorer did not see counts this much."""
MOST_CONFIDENT = 0.99


def score_values(
    document: DocumentLayout,
    values: Sequence[ExtractedValue],
    learned: Sequence[LearnedLabel] = (),
) -> list[ExtractedValue]:
    """Return the values with calibrated confidences, and with what people taught."""
    tools = FieldTools(learned=learned)
    results = [_scored(document, each, tools) for each in values]
    return [*results, *_taught_values(document, {each.path for each in values}, tools)]


def concept_question(key: str) -> FieldQuestion | None:
    """Return a concept as the question of a field; None for a list, a table or an unknown path."""
    concept = BY_KEY.get(key)
    if concept is None or concept.type.has_parts:
        return None
    *parents, name = map(str, parse_path(key))
    return field_question(FieldSpec(name=name, type=concept.type), parents[-1] if parents else "")


def _scored(document: DocumentLayout, value: ExtractedValue, tools: FieldTools) -> ExtractedValue:
    question = concept_question(value.path)
    if question is None:
        return value
    ranked = ranked_candidates(document, question, tools)
    if ranked and ranked[0].features.get("learned"):
        taught = _value_of(document, question, ranked[0], value.path)
        if taught is not None:
            return taught
    own = next((each for each in ranked if _is_same(document, each, value)), None)
    if own is None:
        return replace(value, confidence=round(value.confidence * UNSCORED, 4))
    return replace(value, confidence=min(MOST_CONFIDENT, max(own.chance, LEAST_CHANCE)))


def _is_same(document: DocumentLayout, ranked: RankedCandidate, value: ExtractedValue) -> bool:
    candidate = ranked.candidate
    if candidate.value == value.value:
        return True
    words = " ".join(document.text[candidate.start : candidate.end].split())
    return words.casefold() == str(value.value).casefold()


def _taught_values(
    document: DocumentLayout, known: set[str], tools: FieldTools
) -> Iterator[ExtractedValue]:
    """Yield values at taught labels for concepts that were not found otherwise."""
    taught = {each.field for each in tools.learned if each.sender and each.hits > each.misses}
    for key in BY_KEY if taught else ():
        question = concept_question(key)
        if key in known or question is None or normalise_name(question.words) not in taught:
            continue
        ranked = ranked_candidates(document, question, tools)
        if ranked and ranked[0].features.get("learned") and ranked[0].chance >= LEAST_CHANCE:
            value = _value_of(document, question, ranked[0], key)
            if value is not None:
                yield value


def _value_of(
    document: DocumentLayout, question: FieldQuestion, ranked: RankedCandidate, path: str
) -> ExtractedValue | None:
    value = final_value(question, document, ranked.candidate)
    if value is None:
        return None
    start, end = ranked.candidate.start, ranked.candidate.end
    return document.value(path, value, start, end, min(MOST_CONFIDENT, ranked.chance))


Reader = Callable[[DocumentLayout], Iterable[ExtractedValue | None]]


MOST_INFERRED = 20
LEAST_SHARE = 0.5
"""A field becomes a column if more than this share of the documents has it."""
COLUMN_ORDER = (
    "document", "vendor", "issuer", "buyer", "parties", "letter", "contract", "notice", "meeting",
    "statement", "currency", "totals", "payment", "details",
)  # fmt: skip
SHORT_NAMES = {
    "vendor.name": "company",
    "vendor.address": "address",
    "document.number": "number",
    "document.date": "date",
    "document.title": "title",
    "totals.total": "total",
}
"""Short names for common columns. Other columns are named after their path."""


@dataclass(frozen=True)
class DocumentReading:
    """The result: the document type with its confidence, and every value with its evidence."""

    document_type: str
    confidence: float
    values: list[ExtractedValue]


def _labels(*keys: str) -> Reader:
    return lambda document: (labelled_value(document, key) for key in keys)


def read_seller(document: DocumentLayout) -> Iterator[ExtractedValue | None]:
    name = seller_name(document)
    yield name
    yield seller_address(document, name)
    yield from _labels("vendor.phone", "vendor.email", "vendor.tax_id", "vendor.registration")(
        document
    )


def read_heading(document: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield labelled_value(document, "document.number")
    yield document_date(document)


def read_title_and_heading(document: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield letters.document_title(document)
    yield from read_heading(document)


def read_money(document: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield from read_items(document)
    yield from read_totals(document)
    yield currency(document)


def read_letter(document: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield letters.issuer(document)
    yield letters.recipient(document)
    yield letters.sender(document)


def read_meeting(document: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield from _labels("meeting.venue", "meeting.time", "meeting.chair")(document)
    yield from attendees(document)
    yield from decisions(document)


def read_notice(document: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield from _labels("contract.work", "notice.opening", "notice.security", "notice.fee")(document)
    yield labelled_value(document, "notice.estimate")
    yield letters.deadline(document)
    yield letters.issuer(document)


def read_contract(document: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield from parties(document)
    keys = ("work", "sum", "start", "end", "duration")
    yield from _labels(*(f"contract.{key}" for key in keys))(document)


def read_account(document: DocumentLayout) -> Iterator[ExtractedValue | None]:
    keys = ("account_holder", "account_number", "period", "opening_balance", "closing_balance")
    yield from _labels(*(f"statement.{key}" for key in keys))(document)


read_buyer = _labels(
    "buyer.name", "buyer.address", "document.due_date", "payment.terms", "payment.method"
)
READERS: dict[str, Sequence[Reader]] = {
    "receipt": (read_seller, read_heading, read_money),
    "invoice": (read_seller, read_heading, read_buyer, read_money),
    "purchase_order": (read_seller, read_heading, read_buyer, read_money),
    "quotation": (read_seller, read_heading, read_buyer, read_money),
    "contract": (read_title_and_heading, read_contract, lambda document: [currency(document)]),
    "press_release": (read_title_and_heading, lambda document: [letters.issuer(document)]),
    "letter": (read_title_and_heading, read_letter),
    "minutes": (read_title_and_heading, read_meeting),
    "tender_notice": (read_title_and_heading, read_notice, lambda document: [currency(document)]),
    "statement": (read_seller, read_heading, read_account, lambda document: [currency(document)]),
    "other": (read_title_and_heading,),
}


def read_document(
    text: str,
    *,
    lines: Sequence[LayoutLine] | None = None,
    learned: Sequence[LearnedLabel] = (),
) -> DocumentReading:
    """Read a document of any known type. Each value has its words and their offsets in the text.

    `lines` (from `lines_of` with word boxes) add type sizes. Tabs and bars separate the cells of
    tables. `learned` are the labels that people taught for documents of this sender.
    """
    document = DocumentLayout(text, lines=lines)
    kind = document.cached(document_type_of)
    values = score_values(document, _first_of_each(READERS[kind.name], document), learned)
    used = {place for each in values for place in range(each.start, each.end)}
    return DocumentReading(kind.name, kind.confidence, [*values, *read_details(document, used)])


def _first_of_each(readers: Sequence[Reader], document: DocumentLayout) -> list[ExtractedValue]:
    values: dict[str, ExtractedValue] = {}
    for reader in readers:
        for each in reader(document):
            if each and each.quote.strip():
                values.setdefault(each.path, each)
    return list(values.values())


def infer_columns(texts: Sequence[str]) -> list[FieldSpec]:
    """Return the fields that more than half of the documents have, as columns in a fixed order."""
    readings = [read_document(text) for text in texts]
    counted: Counter[str] = Counter()
    examples: dict[str, list[ExtractedValue]] = {}
    for reading in readings:
        for values in _single_values(reading):
            counted[values.path] += 1
            examples.setdefault(values.path, []).append(values)
    common = [path for path, count in counted.items() if count > LEAST_SHARE * len(texts)]
    common.sort(key=lambda path: (_rank(path), -counted[path]))
    return [_column(path, examples[path]) for path in common[:MOST_INFERRED]]


def _single_values(reading: DocumentReading) -> list[ExtractedValue]:
    """Values that occur once in a document. Rows of a table do not become columns."""
    return [
        each
        for each in reading.values
        if not any(isinstance(part, int) for part in parse_path(each.path))
    ]


def _rank(path: str) -> int:
    top = str(parse_path(path)[0])
    return COLUMN_ORDER.index(top) if top in COLUMN_ORDER else len(COLUMN_ORDER)


def _column(path: str, values: Sequence[ExtractedValue]) -> FieldSpec:
    concept = BY_KEY.get(path)
    kind = concept.type if concept else _type(values)
    name = SHORT_NAMES.get(path) or "_".join(
        str(part) for part in parse_path(path) if part != "details"
    )
    return FieldSpec(name=name, type=kind)


def _type(values: Sequence[ExtractedValue]) -> FieldType:
    if all(isinstance(each.value, int | float) for each in values):
        return FieldType.NUMBER
    long = max(len(str(each.value)) for each in values) > 120
    return FieldType.TEXT if long else FieldType.STRING
