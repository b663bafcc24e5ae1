"""What is known about a document's pages: its sections, how they were read, which to doubt."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Avg, Count, Q

from pramana.documents.contracts import PageView
from pramana.documents.selectors.documents import get_document
from pramana.documents.selectors.pages import page_rows, page_view
from pramana.kit.scope import Scope

MOST_HEADINGS = 2_000
MOST_DOUBTFUL = 100
DOUBTFUL = 0.6
"""Below this a page's words should be compared with its picture."""


@dataclass(frozen=True)
class HeadingView:
    """A section's name and where it begins in the text."""

    text: str
    level: int
    start: int
    page: int


@dataclass(frozen=True)
class ReadingView:
    """So many pages became text in one way, and how sure that is on average."""

    read_by: str
    pages: int
    confidence: float


def outline_of(scope: Scope, document_id: UUID) -> list[HeadingView]:
    """The section headings, in the order of the text."""
    get_document(scope, document_id)
    rows = page_rows(scope, document_id).exclude(headings=[]).order_by("number")
    found: list[HeadingView] = []
    for number, start, headings in rows.values_list("number", "start", "headings").iterator():
        found += [
            HeadingView(each["text"], each["level"], start + each["start"], number)
            for each in headings
        ]
        if len(found) >= MOST_HEADINGS:
            break
    return found[:MOST_HEADINGS]


def readings_of(scope: Scope, document_id: UUID) -> list[ReadingView]:
    """How many pages were read how, the commonest way first."""
    rows = page_rows(scope, document_id).order_by().values_list("read_by")
    counted = rows.annotate(count=Count("pk"), sure=Avg("confidence")).order_by("-count", "read_by")
    return [ReadingView(how, count, sure) for how, count, sure in counted]


def doubtful_pages(scope: Scope, document_id: UUID) -> list[PageView]:
    """Pages to compare with their picture: not read, or not surely."""
    rows = page_rows(scope, document_id).filter(Q(confidence__lt=DOUBTFUL) | ~Q(error=""))
    return [page_view(row) for row in rows.defer("text", "boxes")[:MOST_DOUBTFUL]]


def page_start(scope: Scope, document_id: UUID, number: int) -> int | None:
    """Where a page begins in the text, if there is such a page."""
    rows = page_rows(scope, document_id).filter(number=number)
    return rows.values_list("start", flat=True).first()
