"""The Ask page's address: what a question is about, how it is narrowed, where its lists go on."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from pramana.chat.contracts.asking import MOST_SELECTION
from pramana.chat.contracts.history import SessionView
from pramana.documents.contracts import DocumentView
from pramana.documents.selectors import collections_of, get_document, text_between
from pramana.kit.scope import Scope
from pramana.memory.domain.groups import is_group_id
from pramana.memory.selectors.explorer import groups_that_remember
from pramana.web.addresses import id_of, text_in
from pramana.web.citations import Place
from pramana.web.places import number_of
from pramana.web.shelves import Choice, Filter

LONGEST_WORD = 500


@dataclass(frozen=True)
class Selection:
    """The stretch of a document a question is about."""

    document: DocumentView
    start: int
    end: int
    text: str

    @property
    def place(self) -> Place:
        return Place(self.document.id, self.start)


@dataclass(frozen=True)
class Narrowed:
    """The filters, as chips show them."""

    collections: Filter
    memory: Filter
    section: str
    address: str


def selection_of(request: HttpRequest, scope: Scope) -> Selection | None:
    """Words of a document that is there; an address that names none asks all documents."""
    document_id = id_of(request.GET.get("document", ""))
    start, end = number_of(request, "start") or 0, number_of(request, "end") or 0
    if document_id is None or end <= start:
        return None
    document = get_document(scope, document_id)
    text = text_between(scope, document_id, start, min(end, start + MOST_SELECTION))
    return Selection(document, start, start + len(text), text) if text.strip() else None


def place_of(request: HttpRequest) -> Place | None:
    """Where the selection begins that answers were asked about, without reading it."""
    document_id, start = id_of(request.GET.get("document", "")), number_of(request, "start")
    return None if document_id is None or start is None else Place(document_id, start)


def narrowed_by(request: HttpRequest, scope: Scope) -> Narrowed:
    chosen = id_of(request.GET.get("collection", ""))
    choices = [
        Choice(str(each.id), each.name, each.id == chosen, each.document_count)
        for each in collections_of(scope)
    ]
    collections = Filter("collection", _("Collection"), choices)
    return Narrowed(
        collections,
        _memory_of(request, scope),
        _word(request, "section"),
        _word(request, "address"),
    )


def _memory_of(request: HttpRequest, scope: Scope) -> Filter:
    """The groups whose facts may be cited too; one that the address names is always among them."""
    chosen = _word(request, "memory")
    known = [name for name in groups_that_remember(scope) if is_group_id(name)]
    choices = [Choice(name, name, name == chosen) for name in known]
    return Filter("memory", _("Memory"), choices)


def position_of(request: HttpRequest) -> tuple[datetime, UUID] | None:
    """Where the list of conversations goes on, as `position_after` wrote it."""
    moment, _mark, last = request.GET.get("after", "").partition("~")
    session_id = id_of(last)
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return (at, session_id) if session_id and at.tzinfo else None


def position_after(last: SessionView) -> str:
    return f"{last.last_active.isoformat()}~{last.id}"


def _word(request: HttpRequest, name: str) -> str:
    return text_in(request.GET, name, LONGEST_WORD)
