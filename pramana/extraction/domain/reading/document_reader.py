"""A whole paper read without a model: its kind, and what papers of that kind hold."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pramana.extraction.contracts.fields import ExtractedValue, FieldSpec, FieldType
from pramana.extraction.domain.field_tree import parse_path
from pramana.extraction.domain.reading import letters
from pramana.extraction.domain.reading.document_layout import DocumentLayout, LayoutLine, TableRows
from pramana.extraction.domain.reading.document_types import document_type_of
from pramana.extraction.domain.reading.labels import BY_KEY, labelled_value, read_details
from pramana.extraction.domain.reading.letterhead import company_name, seller_address
from pramana.extraction.domain.reading.letters import attendees, decisions, document_date
from pramana.extraction.domain.reading.line_items import read_items
from pramana.extraction.domain.reading.parties import parties
from pramana.extraction.domain.reading.totals import read_totals


@dataclass(frozen=True)
class DocumentReading:
    """What was read: the kind of paper with how sure it is, and every value with its words."""

    document_type: str
    confidence: float
    found: list[ExtractedValue]


LABEL_CONFIDENCE = 0.8
"""As sure as a value beside a label with a colon."""

Reader = Callable[[DocumentLayout], Iterable[ExtractedValue | None]]


def _labels(*keys: str) -> Reader:
    return lambda paper: (labelled_value(paper, key) for key in keys)


def read_seller(paper: DocumentLayout) -> Iterator[ExtractedValue | None]:
    name = seller_name(paper)
    yield name
    yield seller_address(paper, name)
    yield from _labels("vendor.phone", "vendor.email", "vendor.tax_id", "vendor.registration")(
        paper
    )


def seller_name(paper: DocumentLayout) -> ExtractedValue | None:
    """The one the paper calls its seller, as orders do; else the name at the top."""
    name = labelled_value(paper, "vendor.name")
    return name if name and name.confidence > LABEL_CONFIDENCE else company_name(paper)


def read_heading(paper: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield labelled_value(paper, "document.number")
    yield document_date(paper)


def read_title_and_heading(paper: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield letters.document_title(paper)
    yield from read_heading(paper)


def read_money(paper: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield from read_items(paper)
    yield from read_totals(paper)
    yield currency(paper)


def currency(paper: DocumentLayout) -> ExtractedValue | None:
    """The currency that most amounts are written in, shown by the first of them."""
    counted = Counter(amount.currency for amount in paper.amounts if amount.currency)
    if not counted:
        return None
    code = counted.most_common(1)[0][0]
    first = next(amount for amount in paper.amounts if amount.currency == code)
    return paper.found("currency", code, first.start, first.end, 0.8)


def read_letter(paper: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield letters.issuer(paper)
    yield letters.recipient(paper)
    yield letters.sender(paper)


def read_meeting(paper: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield from _labels("meeting.venue", "meeting.time", "meeting.chair")(paper)
    yield from attendees(paper)
    yield from decisions(paper)


def read_notice(paper: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield from _labels("contract.work", "notice.opening", "notice.security", "notice.fee")(paper)
    yield labelled_value(paper, "notice.estimate")
    yield letters.deadline(paper)
    yield letters.issuer(paper)


def read_contract(paper: DocumentLayout) -> Iterator[ExtractedValue | None]:
    yield from parties(paper)
    keys = ("work", "sum", "start", "end", "duration")
    yield from _labels(*(f"contract.{key}" for key in keys))(paper)


def read_account(paper: DocumentLayout) -> Iterator[ExtractedValue | None]:
    keys = ("account_holder", "account_number", "period", "opening_balance", "closing_balance")
    yield from _labels(*(f"statement.{key}" for key in keys))(paper)


read_buyer = _labels(
    "buyer.name", "buyer.address", "document.due_date", "payment.terms", "payment.method"
)
READERS: dict[str, Sequence[Reader]] = {
    "receipt": (read_seller, read_heading, read_money),
    "invoice": (read_seller, read_heading, read_buyer, read_money),
    "purchase_order": (read_seller, read_heading, read_buyer, read_money),
    "quotation": (read_seller, read_heading, read_buyer, read_money),
    "contract": (read_title_and_heading, read_contract, lambda paper: [currency(paper)]),
    "press_release": (read_title_and_heading, lambda paper: [letters.issuer(paper)]),
    "letter": (read_title_and_heading, read_letter),
    "minutes": (read_title_and_heading, read_meeting),
    "tender_notice": (read_title_and_heading, read_notice, lambda paper: [currency(paper)]),
    "statement": (read_seller, read_heading, read_account, lambda paper: [currency(paper)]),
    "other": (read_title_and_heading,),
}


def read_document(
    text: str,
    *,
    pages: Sequence[int] | None = None,
    lines: Sequence[LayoutLine] | None = None,
    tables: Sequence[TableRows] | None = None,
) -> DocumentReading:
    """Read a paper of any known kind; each value has its words and their place in the text.

    `pages` says where each page begins; `lines` (from `lines_of` with word boxes) bring the size of
    their type; `tables` have their offsets in this text, else tabs and bars part the cells.
    """
    paper = DocumentLayout(text, pages=pages, lines=lines, tables=tables)
    kind = paper.once(document_type_of)
    found = _first_of_each(READERS[kind.name], paper)
    taken = {place for each in found for place in range(each.start, each.end)}
    return DocumentReading(kind.name, kind.confidence, [*found, *read_details(paper, taken)])


def _first_of_each(readers: Sequence[Reader], paper: DocumentLayout) -> list[ExtractedValue]:
    found: dict[str, ExtractedValue] = {}
    for reader in readers:
        for each in reader(paper):
            if each and each.quote.strip():
                found.setdefault(each.path, each)
    return list(found.values())


MOST_INFERRED = 20
LEAST_SHARE = 0.5
"""The share of the papers that must have a field for it to become a column."""

COLUMN_ORDER = (
    "document",
    "vendor",
    "issuer",
    "buyer",
    "parties",
    "letter",
    "contract",
    "notice",
    "meeting",
    "statement",
    "currency",
    "totals",
    "payment",
    "details",
)
SHORT_NAMES = {
    "vendor.name": "company",
    "vendor.address": "address",
    "document.number": "number",
    "document.date": "date",
    "document.title": "title",
    "totals.total": "total",
}
"""Short names for what is in nearly every table; the rest is called by its path."""


def infer_columns(texts: Sequence[str]) -> list[FieldSpec]:
    """The fields that more than half of the papers have, as columns in a steady order."""
    readings = [read_document(text) for text in texts]
    counted: Counter[str] = Counter()
    examples: dict[str, list[ExtractedValue]] = {}
    for reading in readings:
        for found in _single_values(reading):
            counted[found.path] += 1
            examples.setdefault(found.path, []).append(found)
    common = [path for path, count in counted.items() if count > LEAST_SHARE * len(texts)]
    common.sort(key=lambda path: (_rank(path), -counted[path]))
    return [_column(path, examples[path]) for path in common[:MOST_INFERRED]]


def _single_values(reading: DocumentReading) -> list[ExtractedValue]:
    """Values that stand once in a paper: rows of a table are no columns."""
    return [
        each
        for each in reading.found
        if not any(isinstance(part, int) for part in parse_path(each.path))
    ]


def _rank(path: str) -> int:
    top = str(parse_path(path)[0])
    return COLUMN_ORDER.index(top) if top in COLUMN_ORDER else len(COLUMN_ORDER)


def _column(path: str, found: Sequence[ExtractedValue]) -> FieldSpec:
    concept = BY_KEY.get(path)
    kind = concept.type if concept else _type(found)
    name = SHORT_NAMES.get(path) or "_".join(
        str(part) for part in parse_path(path) if part != "details"
    )
    return FieldSpec(name=name, type=kind)


def _type(found: Sequence[ExtractedValue]) -> FieldType:
    if all(isinstance(each.value, int | float) for each in found):
        return FieldType.NUMBER
    long = max(len(str(each.value)) for each in found) > 120
    return FieldType.TEXT if long else FieldType.STRING
