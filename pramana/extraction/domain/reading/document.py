"""A whole paper read without a model: its kind, and what papers of that kind hold."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading import letters
from pramana.extraction.domain.reading.addresses import address
from pramana.extraction.domain.reading.days import document_date
from pramana.extraction.domain.reading.details import read_details
from pramana.extraction.domain.reading.items import read_items
from pramana.extraction.domain.reading.kinds import kind_of
from pramana.extraction.domain.reading.labels import labelled
from pramana.extraction.domain.reading.meetings import attendees, decisions
from pramana.extraction.domain.reading.paper import Line, Paper, TableRows
from pramana.extraction.domain.reading.parties import parties
from pramana.extraction.domain.reading.sellers import company
from pramana.extraction.domain.reading.sums import read_sums


@dataclass(frozen=True)
class Reading:
    """What was read: the kind of paper with how sure it is, and every value with its words."""

    document_type: str
    confidence: float
    found: list[Found]


SAID = 0.8
"""As sure as a value beside a label with a colon."""

Reader = Callable[[Paper], Iterable[Found | None]]


def _labels(*keys: str) -> Reader:
    return lambda paper: (labelled(paper, key) for key in keys)


def seller(paper: Paper) -> Iterator[Found | None]:
    name = seller_name(paper)
    yield name
    yield address(paper, name)
    yield from _labels("vendor.phone", "vendor.email", "vendor.tax_id", "vendor.registration")(
        paper
    )


def seller_name(paper: Paper) -> Found | None:
    """The one the paper calls its seller, as orders do; else the name at the top."""
    name = labelled(paper, "vendor.name")
    return name if name and name.confidence > SAID else company(paper)


def heading(paper: Paper) -> Iterator[Found | None]:
    yield labelled(paper, "document.number")
    yield document_date(paper)


def titled(paper: Paper) -> Iterator[Found | None]:
    yield letters.title(paper)
    yield from heading(paper)


def money(paper: Paper) -> Iterator[Found | None]:
    yield from read_items(paper)
    yield from read_sums(paper)
    yield currency(paper)


def currency(paper: Paper) -> Found | None:
    """The currency that most amounts are written in, shown by the first of them."""
    counted = Counter(amount.currency for amount in paper.amounts if amount.currency)
    if not counted:
        return None
    code = counted.most_common(1)[0][0]
    first = next(amount for amount in paper.amounts if amount.currency == code)
    return paper.found("currency", code, first.start, first.end, 0.8)


def letter(paper: Paper) -> Iterator[Found | None]:
    yield letters.issuer(paper)
    yield letters.recipient(paper)
    yield letters.sender(paper)


def meeting(paper: Paper) -> Iterator[Found | None]:
    yield from _labels("meeting.venue", "meeting.time", "meeting.chair")(paper)
    yield from attendees(paper)
    yield from decisions(paper)


def notice(paper: Paper) -> Iterator[Found | None]:
    yield from _labels("contract.work", "notice.opening", "notice.security", "notice.fee")(paper)
    yield labelled(paper, "notice.estimate")
    yield letters.deadline(paper)
    yield letters.issuer(paper)


def contract(paper: Paper) -> Iterator[Found | None]:
    yield from parties(paper)
    keys = ("work", "sum", "start", "end", "duration")
    yield from _labels(*(f"contract.{key}" for key in keys))(paper)


def account(paper: Paper) -> Iterator[Found | None]:
    keys = ("account_holder", "account_number", "period", "opening_balance", "closing_balance")
    yield from _labels(*(f"statement.{key}" for key in keys))(paper)


buying = _labels(
    "buyer.name", "buyer.address", "document.due_date", "payment.terms", "payment.method"
)
READERS: dict[str, Sequence[Reader]] = {
    "receipt": (seller, heading, money),
    "invoice": (seller, heading, buying, money),
    "purchase_order": (seller, heading, buying, money),
    "quotation": (seller, heading, buying, money),
    "contract": (titled, contract, lambda paper: [currency(paper)]),
    "press_release": (titled, lambda paper: [letters.issuer(paper)]),
    "letter": (titled, letter),
    "minutes": (titled, meeting),
    "tender_notice": (titled, notice, lambda paper: [currency(paper)]),
    "statement": (seller, heading, account, lambda paper: [currency(paper)]),
    "other": (titled,),
}


def read_document(
    text: str,
    *,
    pages: Sequence[int] | None = None,
    lines: Sequence[Line] | None = None,
    tables: Sequence[TableRows] | None = None,
) -> Reading:
    """Read a paper of any known kind; each value has its words and their place in the text.

    `pages` says where each page begins; `lines` (from `lines_of` with word boxes) bring the size of
    their type; `tables` have their offsets in this text, else tabs and bars part the cells.
    """
    paper = Paper(text, pages=pages, lines=lines, tables=tables)
    kind = paper.once(kind_of)
    found = _first_of_each(READERS[kind.name], paper)
    taken = {place for each in found for place in range(each.start, each.end)}
    return Reading(kind.name, kind.confidence, [*found, *read_details(paper, taken)])


def _first_of_each(readers: Sequence[Reader], paper: Paper) -> list[Found]:
    found: dict[str, Found] = {}
    for reader in readers:
        for each in reader(paper):
            if each and each.quote.strip():
                found.setdefault(each.path, each)
    return list(found.values())
