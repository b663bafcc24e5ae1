"""The library's filters: what the URL asks for, and the choices."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from pramana.documents.contracts import Status
from pramana.documents.selectors import Facets, LibraryQuery, Sort
from pramana.web.navigation import Filter, FilterChoice
from pramana.web.params import parse_id, text_param
from pramana.web.wording import DOCUMENT_STATES, file_kind, language_name

VIEWS = ("table", "cards")
VIEW_COOKIE = "pramana_library"
NO_COLLECTION = "none"
"""URL value for documents without a collection."""


def library_query(request: HttpRequest) -> LibraryQuery:
    """The filters in the URL; unknown values are ignored."""
    state, sort = request.GET.get("state", ""), request.GET.get("sort", "")
    collection = request.GET.get("collection", "")
    return LibraryQuery(
        words=text_param(request.GET, "title", 200),
        status=Status(state) if state in set(Status) else None,
        collection_id=parse_id(collection),
        uncollected=collection == NO_COLLECTION,
        kind=_code_param(request, "kind"),
        language=_code_param(request, "language"),
        sort=Sort(sort) if sort in set(Sort) else Sort.NEWEST,
    )


def library_view(request: HttpRequest) -> str:
    """Table or cards: from the URL, else the last choice."""
    wanted = request.GET.get("view") or request.COOKIES.get(VIEW_COOKIE, "")
    return wanted if wanted in VIEWS else VIEWS[0]


def library_filters(shelf: LibraryQuery, facets: Facets) -> list[Filter]:
    """Filters for state, kind and language, with the values that occur and the selected one."""
    states = [
        FilterChoice(
            status, DOCUMENT_STATES[status][1], status is shelf.status, facets.states[status]
        )
        for status in Status
        if facets.states[status] or status is shelf.status
    ]
    kinds = [
        FilterChoice(kind, file_kind(kind), kind == shelf.kind, facets.kinds[kind])
        for kind in sorted({*facets.kinds, shelf.kind} - {""})
    ]
    languages = [
        FilterChoice(code, language_name(code), code == shelf.language, facets.languages[code])
        for code in sorted({*facets.languages, shelf.language} - {""})
    ]
    return [
        Filter("state", _("State"), states),
        Filter("kind", _("Kind"), kinds),
        Filter("language", _("Language"), languages),
    ]


def sort_choices(shelf: LibraryQuery) -> list[FilterChoice]:
    names = {
        Sort.NEWEST: _("Newest first"),
        Sort.OLDEST: _("Oldest first"),
        Sort.TITLE: _("By title"),
    }
    return [FilterChoice(sort, name, sort is shelf.sort) for sort, name in names.items()]


def _code_param(request: HttpRequest, name: str) -> str:
    asked = request.GET.get(name, "")
    return asked if asked.isascii() and asked.isalpha() and len(asked) <= 16 else ""
