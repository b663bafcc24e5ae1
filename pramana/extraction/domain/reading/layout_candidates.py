"""Candidates that the layout gives: letterhead, blocks of the parties, totals, dates, tables.

These readers know where documents of a kind have a value, whatever its label says, or that it has
none: a shop's name at the top, the buyer below "Bill to", the total that the amounts add up to.
In a table it is the cell whose row and column together have the field's name.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Final

from pramana.documents.reading.text_layout import may_have_table
from pramana.documents.structure import DocumentTable, GridCell
from pramana.documents.structure_builder import text_structure
from pramana.extraction.contracts.fields import ExtractedValue
from pramana.extraction.domain.reading import letters
from pramana.extraction.domain.reading.document_layout import DocumentLayout, currency
from pramana.extraction.domain.reading.document_types import (
    document_type_of,
    names_only_its_type,
    numbered_title,
)
from pramana.extraction.domain.reading.field_candidates import (
    CandidateSource,
    FieldCandidate,
    region_candidate,
)
from pramana.extraction.domain.reading.field_questions import (
    END_STEMS,
    START_STEMS,
    FieldQuestion,
    Side,
    label_stems,
    name_stems,
    weight,
)
from pramana.extraction.domain.reading.letterhead import LEGAL, company_name, seller_address
from pramana.extraction.domain.reading.parties import (
    bank_name,
    quoted_role,
    role_candidates,
    seller_name,
)
from pramana.extraction.domain.reading.party_blocks import (
    BARE_LABEL,
    SALES,
    is_signature,
    side_at,
    side_ranges,
)
from pramana.extraction.domain.reading.totals import read_totals
from pramana.extraction.domain.reading.value_forms import FormMatch, ValueForm, find_forms
from pramana.language.glossary import translations

Read = Callable[[DocumentLayout], ExtractedValue | None]


def _total_of(path: str) -> Read:
    def read(document: DocumentLayout) -> ExtractedValue | None:
        if document.cached(document_type_of).name not in SALES:
            return None
        every = document.cached(read_totals)
        return next((each for each in every if each.path == path), None)

    return read


def _buyer_name(document: DocumentLayout) -> ExtractedValue | None:
    return _block_line(document, Side.BUYER, is_address=False)


def _buyer_address(document: DocumentLayout) -> ExtractedValue | None:
    return _block_line(document, Side.BUYER, is_address=True)


def _block_line(document: DocumentLayout, side: Side, *, is_address: bool) -> ExtractedValue | None:
    """Return the first line of a side's block that is not its label, or the lines below it."""
    lines: list[tuple[int, int]] = []
    for start, end, owner in document.cached(side_ranges):
        if owner is not side:
            continue
        words = document.text[start:end]
        label = re.match(r"[^:：\t\n]{2,30}[:：]\s*", words) if not lines else None
        label = label or BARE_LABEL.match(words)
        if label:
            start += label.end()
        elif not lines and len(words) <= 24 and _is_only_label(words):
            continue
        if document.text[start:end].strip() and not _OTHER_VALUE.search(document.text[start:end]):
            lines.append((start, end))
    if not lines or (is_address and len(lines) < 2):
        return None
    if is_address:
        return _address_lines(document, lines[1:])
    start, end = lines[0]
    if len(lines) > 1 and LEGAL.fullmatch(document.text[slice(*lines[1])].strip(" .,")):
        end = lines[1][1]  # a legal form alone on its line belongs to the name above
    names = find_forms(document, ValueForm.NAME, start, end)
    return document.text_value("", names[0].start, names[0].end, 0.8) if names else None


def _address_lines(
    document: DocumentLayout, lines: Sequence[tuple[int, int]]
) -> ExtractedValue | None:
    """Return the lines of an address up to the first that says something else."""
    end = lines[0][0]
    for start, stop in lines:
        words = document.text[start:stop]
        if _NO_ADDRESS.search(words) or names_only_its_type(words):
            break
        end = stop
    return document.text_value("", lines[0][0], end, 0.6) if end > lines[0][0] else None


_NO_ADDRESS = re.compile(r"[:：@]|\b(?:EIN|VAT|TVA|USt|GSTIN|PAN|NIF|CIF)\b|(?:\d[ -]?){9,}")
_OTHER_VALUE = re.compile(r"\b(?:no|nr|date|due|ref|datum)\b\.?:?\s*\S*\d", re.IGNORECASE)
"""A line of a block that OCR or two columns mixed in: the invoice's number or date."""


def _is_only_label(words: str) -> bool:
    return name_stems(words) in label_stems()


def _seller_address(document: DocumentLayout) -> ExtractedValue | None:
    return seller_address(document, seller_name(document))


def _seller_on_sales_paper(document: DocumentLayout) -> ExtractedValue | None:
    if document.cached(document_type_of).name not in SALES | {"statement"}:
        return None
    name, signed = seller_name(document), _signing_company(document)
    if name and (side_at(document, name.start) is Side.BUYER or is_signature(document, name.start)):
        name = company_name(document, without=document.cached(_buyer_places))
    has_form = name is not None and LEGAL.search(name.quote) is not None
    if name and name.confidence < FIRST_LINE and _opens(document, name):
        name = replace(name, confidence=FIRST_LINE)
    return name if has_form or signed is None else signed


FIRST_LINE = 0.75
"""The confidence of a name that opens a bill or an offer, whatever it looks like."""


def _opens(document: DocumentLayout, name: ExtractedValue) -> bool:
    """Whether a name stands in the first line, or below one that only names the document."""
    above = [line.text for line in document.lines if line.end <= name.start]
    return len(above) <= 1 and all(map(names_only_its_type, above))


def _buyer_places(document: DocumentLayout) -> list[tuple[int, int]]:
    return [(start, end) for start, end, side in side_ranges(document) if side is Side.BUYER]


_SIGNED_FOR = re.compile(
    r"^[ \t]*(?:for and on behalf of|on behalf of|for|per pro|i\. ?A\.|pour|por)[ \t]*:?[ \t]+"
    r"(?P<name>[^\n,:;]{3,60})$",
    re.IGNORECASE | re.MULTILINE,
)
FOOT = 800
"""A company signs its bill within this many characters of the end."""


def _signing_company(document: DocumentLayout) -> ExtractedValue | None:
    """Return the company for which a bill is signed, if it has a legal form."""
    foot = max(0, len(document.text) - FOOT)
    for match in _SIGNED_FOR.finditer(document.text, foot):
        if LEGAL.search(match["name"]):
            return document.text_value("", match.start("name"), match.end("name"), 0.75)
    return None


_RANGE_MIDDLE = re.compile(
    r"[\s,]*(?:to|until|till|up to|through|ending(?: on)?|and ends(?: on)?|[-–—]|bis(?: zum)?|au"
    r"|jusqu['’]au|al|hasta(?: el)?|a|até|देखि|गतेदेखि)[\s,]*(?:the\s+)?",
    re.IGNORECASE,
)
_TERM_WORDS = re.compile(
    r"\b(?:term|period|in force|valid|how long|lease|duration|contract|agreement|runs?|lasts?"
    r"|policy|laufzeit|dauer|durée|vigencia|plazo)\b|अवधि|म्याद|सम्झौता",
    re.IGNORECASE,
)
AROUND_RANGE = 80


def _range_end(document: DocumentLayout, question: FieldQuestion) -> Iterator[FieldCandidate]:
    """Yield the first or the last day of a period, if the field asks for its start or its end."""
    is_start = bool(set(question.stems) & START_STEMS)
    if is_start == bool(set(question.stems) & END_STEMS):
        return
    for one, other in pairwise(document.dates):
        between = document.text[one.end : other.start]
        if len(between) > 24 or not _RANGE_MIDDLE.fullmatch(between) or one.day >= other.day:
            continue
        near = document.text[max(0, one.start - AROUND_RANGE) : other.end]
        sure = 0.85 if _TERM_WORDS.search(near) else 0.6
        chosen = one if is_start else other
        yield FieldCandidate(
            chosen.start, chosen.end, chosen.day.isoformat(), ValueForm.DATE,
            {"layout": sure}, CandidateSource.LAYOUT,
        )  # fmt: skip


def _number_in_title(*kinds: str) -> Read:
    def read(document: DocumentLayout) -> ExtractedValue | None:
        found = document.cached(numbered_title)
        if found is None or found[0] not in kinds:
            return None
        return document.text_value("", found[1], found[2], STATED)

    return read


READERS: dict[str, Read] = {
    "invoice_number": _number_in_title("invoice", "receipt"),
    "quotation_number": _number_in_title("quotation"),
    "reference": _number_in_title("quotation"),
    "order_number": _number_in_title("purchase_order"),
    "contract_number": _number_in_title("contract"),
    "meeting_number": letters.meeting_number,
    "minutes_by": letters.minute_taker,
    "supplier": _seller_on_sales_paper,
    "bidder": _seller_on_sales_paper,
    "buyer": _buyer_name,
    "subtotal": _total_of("totals.subtotal"),
    "tax": _total_of("totals.tax"),
    "service_charge": _total_of("totals.service_charge"),
    "discount": _total_of("totals.discount"),
    "rounding": _total_of("totals.rounding"),
    "total": _total_of("totals.total"),
    "paid": _total_of("payment.paid"),
    "change": _total_of("payment.change"),
    "currency": currency,
    "date": letters.document_date,
    "meeting_date": letters.document_date,
    "date_of_agreement": letters.document_date,
    "subject": letters.document_title,
    "recipient": letters.recipient,
    "sender": letters.sender,
    "deadline": letters.deadline,
    "bank": bank_name,
}


STATED = 0.99
"""The confidence of readers whose pattern itself says what the value is: the 31st meeting."""
ONLY_NAMES = frozenset({"bank"})
"""Fields whose readers return more than the name: a bank with its account."""


def layout_candidates(document: DocumentLayout, question: FieldQuestion) -> list[FieldCandidate]:
    """Return what the readers of whole documents find for a field that they know."""
    results = [*role_candidates(document, question), *quoted_role(document, question)]
    for key in question.layout_keys:
        if key == "address":
            reader = _buyer_address if question.side is Side.BUYER else _seller_address
            results += _from_value(document, reader(document), question, key)
        if read := READERS.get(key):
            results += _from_value(document, read(document), question, key)
    if "tax" in question.keys:
        results += _tax_sum(document)
    results += [
        FieldCandidate(
            start, end, int(words) if question.is_typed else words, ValueForm.NUMBER,
            {"stated": 1.0}, CandidateSource.LAYOUT,
        )
        for start, end, words in letters.votes(document, question)
    ]  # fmt: skip
    if question.forms[0] is ValueForm.DATE:
        results += _range_end(document, question)
    return results


def _from_value(
    document: DocumentLayout, value: ExtractedValue | None, question: FieldQuestion, key: str
) -> Iterator[FieldCandidate]:
    if value is None or not value.quote.strip():
        return
    if question.is_typed and (question.forms[0] is ValueForm.DATE) is not _is_iso(value.value):
        return
    form = question.forms[0] if question.forms else ValueForm.WORDS
    is_stated = value.confidence >= STATED
    features = {"stated": 1.0} if is_stated else {"layout": value.confidence, f"layout_{key}": 1.0}
    if question.is_trade and question.stems[-1] in name_stems(value.quote):
        features = {"role": 1.0}  # the name says itself that it is a lodge
    written = value.value if question.is_typed or value.path == "currency" else value.quote
    start, end = value.start, value.end
    if key in ONLY_NAMES and (names := find_forms(document, ValueForm.NAME, start, end)):
        start, end, written = names[0].start, names[0].end, names[0].value
    yield FieldCandidate(start, end, written, form, features, CandidateSource.LAYOUT)


def _is_iso(value: object) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"\d{4}-\d\d-\d\d", value))


_TAX_LINE = re.compile(r"^\W*(?P<kind>[CSIU]GST|(?:central|state)\s(?:tax|gst))\b.*", re.IGNORECASE)


def _tax_sum(document: DocumentLayout) -> Iterator[FieldCandidate]:
    """Yield the sum of several taxes, if a paper has several and names no sum of them."""
    amounts: dict[str, FormMatch] = {}
    for line in document.lines:
        match = _TAX_LINE.match(line.text.strip())
        found = find_forms(document, ValueForm.MONEY, line.start, line.end) if match else []
        if match and found:
            amounts.setdefault(match["kind"].upper(), found[-1])
    if len(amounts) < 2:
        return
    total = round(math.fsum(each.value for each in amounts.values()), 2)
    first, *_, last = amounts.values()
    yield FieldCandidate(
        first.start,
        last.end,
        total,
        ValueForm.MONEY,
        {"layout_tax": 1.0, "sum": 1.0},
        CandidateSource.LAYOUT,
    )


LEAST_COVER: Final = 0.75
"""The share of the field's name that row and column must have together."""
MOST_CELLS: Final = 4_000
"""Of larger tables only the first cells are looked at."""
MOST_CANDIDATES: Final = 3
LEAST_COLUMNS: Final = 2


def grid_tables(document: DocumentLayout) -> list[DocumentTable]:
    """The tables with header cells: those that were stored, else those that the text shows."""
    stored = [each for each in document.tables or () if isinstance(each, DocumentTable)]
    if stored or not may_have_table(document.text):
        return stored
    return list(text_structure(document.text).tables)


def table_candidates(document: DocumentLayout, question: FieldQuestion) -> list[FieldCandidate]:
    """Return the cells that row and column name together, the best named first."""
    if len(question.stems) < LEAST_COLUMNS:
        return []
    found = [
        (cover, cell)
        for table in document.cached(grid_tables)
        if table.header_rows and len(table.rows[0]) >= LEAST_COLUMNS
        for cover, cell in _cells_by_heading(table, question.stems)
    ]
    found.sort(key=lambda each: (-each[0], each[1].start))
    results = []
    for cover, cell in found[:MOST_CANDIDATES]:
        features = {"own_name": 1.0, "cover": cover, "cell": 1.0, "grid": 1.0}
        candidate = region_candidate(document, question, cell.start, cell.end, features)
        if candidate:
            candidate.source = CandidateSource.LAYOUT
            results.append(candidate)
    return results


def _cells_by_heading(
    table: DocumentTable, stems: Sequence[str]
) -> Iterator[tuple[float, GridCell]]:
    total = sum(map(weight, stems))
    columns = [_matched(table.column_name(number), stems) for number in range(len(table.rows[0]))]
    if not any(columns):
        return
    cells = (cell for row in table.body for cell in row)
    rows: dict[int, frozenset[str]] = {}
    for cell in islice(cells, MOST_CELLS):
        own = columns[cell.column] if cell.column < len(columns) else frozenset[str]()
        if not own or not cell.text or cell.column == table.row_header_column:
            continue
        if cell.row not in rows:
            rows[cell.row] = _matched(table.row_name(cell.row), stems)
        named = rows[cell.row]
        cover = sum(map(weight, own | named)) / total
        if named - own and own - named and cover >= LEAST_COVER:
            yield min(1.0, cover), cell


def _matched(name: str, stems: Sequence[str]) -> frozenset[str]:
    """The stems of a field that a header has, in either language."""
    own = frozenset(name_stems(name)) if name else frozenset()
    return frozenset(each for each in stems if each in own or own & translations(each))
