"""Where an address points in a document: offsets, words to look for, or a quote to find again."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.http import HttpRequest

from pramana.documents.selectors import document_text, page_start, text_between
from pramana.kit.evidence import Alignment, locate
from pramana.kit.scope import Scope
from pramana.web.addresses import text_in

LONGEST_QUOTE = 5_000
MOST_DIGITS = 9


class Standing(StrEnum):
    """How a quote of a link stands in the document today."""

    WHERE_IT_WAS = "where_it_was"
    MOVED = "moved"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True)
class Asked:
    """What the address asks to see."""

    query: str = ""
    start: int = 0
    end: int = 0
    at: int | None = None
    quote: str = ""
    standing: Standing = Standing.WHERE_IT_WAS

    @property
    def has_range(self) -> bool:
        return self.end > self.start

    @property
    def opens_at(self) -> int:
        return self.start if self.at is None else self.at


def asked_of(request: HttpRequest, scope: Scope, document_id: UUID) -> Asked:
    """The address as it is meant. A quote is looked for where its link says, then everywhere."""
    query = text_in(request.GET, "q", 500)
    start, end = number_of(request, "start") or 0, number_of(request, "end") or 0
    at = number_of(request, "at")
    quote = text_in(request.GET, "quote", LONGEST_QUOTE)
    if at is None and (page := number_of(request, "page")):
        at = page_start(scope, document_id, page - 1)
    if not quote:
        return Asked(query, start, end, at)
    start, end, standing = _quoted(scope, document_id, quote, start, end)
    return Asked(query, start, end, at, quote, standing)


def number_of(request: HttpRequest, name: str) -> int | None:
    asked = request.GET.get(name, "")
    return int(asked) if asked.isdecimal() and len(asked) <= MOST_DIGITS else None


def _quoted(
    scope: Scope, document_id: UUID, quote: str, start: int, end: int
) -> tuple[int, int, Standing]:
    if end > start and locate(quote, text_between(scope, document_id, start, end), fuzzy=False):
        return start, end, Standing.WHERE_IT_WAS
    found = locate(quote, document_text(scope, document_id))
    if found is None:
        return 0, 0, Standing.GONE
    if found.alignment is Alignment.FUZZY:
        return found.start, found.end, Standing.CHANGED
    return found.start, found.end, Standing.MOVED if end > start else Standing.WHERE_IT_WAS
