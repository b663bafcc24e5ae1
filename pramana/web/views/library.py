"""The library: every document, how far its reading has come, and the way to add more."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.documents.contracts import DocumentView, Status
from pramana.documents.pictures import PICTURED
from pramana.documents.selectors import Shelf, collections_of, contents_of, facets_of, library_page
from pramana.documents.services import EXTENSIONS
from pramana.jobs.contracts import JobView
from pramana.jobs.selectors import active_jobs
from pramana.kit.scope import Scope
from pramana.web.access import PageRequest, page
from pramana.web.keys import LISTS, key
from pramana.web.shelves import VIEW_COOKIE, filters_of, shelf_of, sorts_of, view_of
from pramana.web.views.collections import what_goes, what_stays
from pramana.web.views.preferences import A_YEAR

PAGE = 50
MOST_JOBS = 200
"""Jobs at work are the oldest ones; the many that wait behind them say nothing yet."""

KEYS = (
    *LISTS,
    key("x", later("Choose the row")),
    key("a", later("Choose all rows")),
    key("Delete", later("Delete what is chosen")),
    key("r", later("Try again")),
    key("u", later("Add files")),
    key("f", later("Find by title")),
    key("v", later("Table or cards")),
)


@page()
def show(request: PageRequest) -> HttpResponse:
    scope, shelf = request.principal.scope, shelf_of(request)
    found = library_page(scope, shelf, after=request.GET.get("after", "")[:600], limit=PAGE)
    collections, facets = collections_of(scope), facets_of(scope)
    chosen = next((each for each in collections if each.id == shelf.collection_id), None)
    context = {
        "title": _("Library"),
        "keys": KEYS,
        "rows": _with_jobs(scope, found.documents),
        "next_after": found.next,
        "shelf": shelf,
        "is_filtered": shelf != Shelf(sort=shelf.sort),
        "filters": filters_of(shelf, facets),
        "sorts": sorts_of(shelf),
        "collections": collections,
        "collection": chosen,
        "loss": what_goes(contents_of(scope, chosen.id)) if chosen else "",
        "kept": what_stays(),
        "uncollected": facets.total - sum(each.document_count for each in collections),
        "total": facets.total,
        "view": view_of(request),
        "pictured": PICTURED,
        "limit_mb": settings.PRAMANA.upload_limit_mb,
        "extensions": EXTENSIONS,
    }
    response = render(request, "web/pages/library.html", context)
    if "view" in request.GET:
        response.set_cookie(VIEW_COOKIE, view_of(request), max_age=A_YEAR, samesite="Lax")
    return response


def _with_jobs(
    scope: Scope, documents: list[DocumentView]
) -> list[tuple[DocumentView, JobView | None]]:
    """Each document with the job that reads it, met by their run."""
    if all(document.status in (Status.COMPLETED, Status.FAILED) for document in documents):
        return [(document, None) for document in documents]
    jobs = {job.run_id: job for job in active_jobs(scope, limit=MOST_JOBS)}
    return [(document, jobs.get(document.run_id)) for document in documents]
