"""The library's address: which documents it asks for, and what can be chosen instead."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from pramana.documents.contracts import Status
from pramana.documents.selectors import Facets, Shelf, Sort
from pramana.web.addresses import id_of, text_in
from pramana.web.words import DOCUMENT_STATES, Words, file_kind, language_name

VIEWS = ("table", "cards")
VIEW_COOKIE = "pramana_library"
NONE = "none"
"""The address's word for documents that are in no collection."""


@dataclass(frozen=True)
class Choice:
    """A value a filter can have, and how many documents have it."""

    value: str
    label: Words
    is_here: bool
    count: int | None = None


@dataclass(frozen=True)
class Filter:
    """A filter by its name in the address; empty means all."""

    name: str
    label: str
    choices: list[Choice]

    @property
    def chosen(self) -> Choice | None:
        return next((choice for choice in self.choices if choice.is_here and choice.value), None)


def shelf_of(request: HttpRequest) -> Shelf:
    """What the address asks for; a word it does not know asks for nothing."""
    state, sort = request.GET.get("state", ""), request.GET.get("sort", "")
    collection = request.GET.get("collection", "")
    return Shelf(
        words=text_in(request.GET, "title", 200),
        status=Status(state) if state in set(Status) else None,
        collection_id=id_of(collection),
        uncollected=collection == NONE,
        kind=_code(request, "kind"),
        language=_code(request, "language"),
        sort=Sort(sort) if sort in set(Sort) else Sort.NEWEST,
    )


def view_of(request: HttpRequest) -> str:
    """Table or cards: as the address says, else as last time."""
    wanted = request.GET.get("view") or request.COOKIES.get(VIEW_COOKIE, "")
    return wanted if wanted in VIEWS else VIEWS[0]


def filters_of(shelf: Shelf, facets: Facets) -> list[Filter]:
    """State, kind and language, each with what there is; what was chosen is always offered."""
    states = [
        Choice(status, DOCUMENT_STATES[status][1], status is shelf.status, facets.states[status])
        for status in Status
        if facets.states[status] or status is shelf.status
    ]
    kinds = [
        Choice(kind, file_kind(kind), kind == shelf.kind, facets.kinds[kind])
        for kind in sorted({*facets.kinds, shelf.kind} - {""})
    ]
    languages = [
        Choice(code, language_name(code), code == shelf.language, facets.languages[code])
        for code in sorted({*facets.languages, shelf.language} - {""})
    ]
    return [
        Filter("state", _("State"), states),
        Filter("kind", _("Kind"), kinds),
        Filter("language", _("Language"), languages),
    ]


def sorts_of(shelf: Shelf) -> list[Choice]:
    names = {
        Sort.NEWEST: _("Newest first"),
        Sort.OLDEST: _("Oldest first"),
        Sort.TITLE: _("By title"),
    }
    return [Choice(sort, name, sort is shelf.sort) for sort, name in names.items()]


def _code(request: HttpRequest, name: str) -> str:
    asked = request.GET.get(name, "")
    return asked if asked.isascii() and asked.isalpha() and len(asked) <= 16 else ""
