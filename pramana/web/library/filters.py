"""The library's filters: what the URL asks for, the choices, and the views that people save."""

from collections.abc import Sequence
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.documents.contracts import PropertyValue, Status
from pramana.documents.selectors import Facets, LibraryQuery, Sort, TagCount, properties_of
from pramana.documents.services import delete_view, save_view
from pramana.documents.services.collections import parse_property_value
from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import storable
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, attempt_result, redirect_back
from pramana.web.navigation import Filter, FilterChoice
from pramana.web.params import choice_param, parse_id, text_param
from pramana.web.wording import DOCUMENT_STATES, file_kind, language_name

VIEWS = ("table", "cards")
VIEW_COOKIE = "pramana_library"
VIEW_PARAMS = frozenset(
    {"title", "state", "collection", "kind", "language", "tag", "property", "sort"}
)
"""What a saved view keeps of the URL."""
MOST_TAGS = 20
"""Tags and properties that one URL may ask for."""
NO_COLLECTION = "none"
"""URL value for documents without a collection."""


def library_query(request: PageRequest) -> LibraryQuery:
    """The filters in the URL; unknown values are ignored."""
    collection = request.GET.get("collection", "")
    return LibraryQuery(
        words=text_param(request.GET, "title", 200),
        status=choice_param(request.GET, "state", Status),
        collection_id=parse_id(collection),
        uncollected=collection == NO_COLLECTION,
        kind=_code_param(request, "kind"),
        language=_code_param(request, "language"),
        tags=tuple(storable(each)[:60] for each in request.GET.getlist("tag")[:MOST_TAGS] if each),
        properties=_property_params(request),
        sort=choice_param(request.GET, "sort", Sort) or Sort.NEWEST,
    )


def _property_params(request: PageRequest) -> tuple[tuple[str, PropertyValue], ...]:
    """`?property=Paid:yes`: values of properties, each as the kind of its property."""
    asked = [each.partition(":") for each in request.GET.getlist("property")[:MOST_TAGS]]
    if not asked:
        return ()
    kinds = {each.name: each.kind for each in properties_of(request.principal.scope)}
    found = []
    for name, _colon, raw_value in asked:
        try:
            value = parse_property_value(kinds[name], raw_value) if name in kinds else None
        except InvalidRequest:
            value = None
        if value is not None:
            found.append((name, value))
    return tuple(found)


def tag_filter(shelf: LibraryQuery, tags: Sequence[TagCount]) -> Filter:
    """The tenant's tags, and always the selected ones."""
    counts = {each.name: each.count for each in tags}
    names = [*counts, *(tag for tag in shelf.tags if tag not in counts)]
    choices = [FilterChoice(name, name, name in shelf.tags, counts.get(name, 0)) for name in names]
    return Filter("tag", _("Tag"), choices)


def view_query(request: PageRequest) -> str:
    """The filters and the order in the URL, as a saved view keeps them."""
    kept = [
        (name, value)
        for name, values in request.GET.lists()
        if name in VIEW_PARAMS
        for value in values
        if value
    ]
    return urlencode(sorted(kept))


def library_view(request: PageRequest) -> str:
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


def _code_param(request: PageRequest, name: str) -> str:
    asked = request.GET.get(name, "")
    return asked if asked.isascii() and asked.isalpha() and len(asked) <= 16 else ""


@require_POST
@page(Role.REVIEWER)
def add_view(request: PageRequest) -> HttpResponse:
    """Save the filters and order of the library under a name, and open the view."""
    scope, name = request.principal.scope, request.POST.get("name", "")
    query = text_param(request.POST, "query", 4000)
    saved = attempt_result(request, lambda: save_view(scope, name, query))
    if saved is None:
        return redirect_back(request, "web:library")
    messages.success(request, _("View saved."))
    return HttpResponseRedirect(f"{reverse('web:library')}?{saved.query}")


@require_POST
@page(Role.REVIEWER)
def remove_view(request: PageRequest, view_id: UUID) -> HttpResponse:
    attempt(request, lambda: delete_view(request.principal.scope, view_id), _("View deleted."))
    return redirect_back(request, "web:library")
