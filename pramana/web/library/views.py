"""The library: documents, collections and web sources, and what can be done with them."""

from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.documents.contracts import DocumentView, SourceStatus, SourceView, Status
from pramana.documents.page_images import KINDS_WITH_IMAGES
from pramana.documents.selectors import (
    Contents,
    LibraryQuery,
    collections_of,
    contents_of,
    facets_of,
    get_collection,
    get_source,
    library_page,
    saved_views,
    sources_of,
    tag_counts,
)
from pramana.documents.services import (
    EXTENSIONS,
    add_source,
    create_collection,
    delete_collection,
    delete_source,
    fetch_again,
    rename_collection,
    retry_document,
)
from pramana.jobs.contracts import JobView
from pramana.jobs.selectors import active_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web import threads
from pramana.web.access import PageRequest, member_names, page
from pramana.web.actions import (
    attempt,
    attempt_confirmed,
    attempt_result,
    confirmation_page,
    is_confirmed,
    redirect_back,
    refusal_of,
    render_form,
)
from pramana.web.formatting import format_number
from pramana.web.library import document_page, filters, selection
from pramana.web.library.document_page import TAGS_OFFERED
from pramana.web.library.filters import (
    VIEW_COOKIE,
    library_filters,
    library_query,
    library_view,
    sort_choices,
    tag_filter,
    view_query,
)
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import parse_id
from pramana.web.settings.account import YEAR_IN_SECONDS

SOURCES_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("r", later("Fetch again")),
    shortcut("u", later("Add a URL")),
)
MOST_JOBS = 200
AT_WORK = (SourceStatus.QUEUED, SourceStatus.FETCHING)


@dataclass(frozen=True)
class SourceRow:
    """A source with who added it, its collection and its job."""

    source: SourceView
    added_by: str
    collection: str
    job: JobView | None


@page()
def show_sources(request: PageRequest) -> HttpResponse:
    return _sources_page(request)


@require_POST
@page(Role.REVIEWER)
def add_web_source(request: PageRequest) -> HttpResponse:
    """Add a source. If it is refused, the page says why and keeps what was typed."""
    url = request.POST.get("url", "").strip()
    problem = refusal_of(
        lambda: add_source(
            request.principal.scope,
            url if "://" in url else f"https://{url}",
            whole_site=request.POST.get("site") == "yes",
            collection_id=parse_id(request.POST.get("collection", "")),
        )
    )
    if problem:
        return _sources_page(request, problem=problem)
    messages.success(request, _("Fetching has started. You can leave this page."))
    return redirect("web:library-sources")


def _sources_page(request: PageRequest, *, problem: str = "") -> HttpResponse:
    scope = request.principal.scope
    names = {each.id: each.name for each in collections_of(scope)}
    context = {
        "title": _("Sources"),
        "keys": SOURCES_SHORTCUTS,
        "rows": _source_rows(scope, names),
        "collections": [(str(key), name) for key, name in names.items()],
    }
    return render_form(request, "web/library/sources.html", context, problem)


def _source_rows(scope: Scope, collections: dict[UUID, str]) -> list[SourceRow]:
    found = sources_of(scope)
    people = member_names(scope) if found else {}
    at_work = any(source.status in AT_WORK for source in found)
    jobs = {job.run_id: job for job in active_jobs(scope, limit=MOST_JOBS)} if at_work else {}
    return [
        SourceRow(
            source,
            people.get(source.created_by_id, "") if source.created_by_id else "",
            collections.get(source.collection_id, "") if source.collection_id else "",
            jobs.get(source.run_id),
        )
        for source in found
    ]


@require_POST
@page(Role.REVIEWER)
def fetch_source_again(request: PageRequest, source_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: fetch_again(request.principal.scope, source_id),
        _("It will be fetched again. Unchanged pages are not read again."),
    )
    return redirect_back(request, "web:library-sources")


@require_POST
@page(Role.REVIEWER)
def remove_source(request: PageRequest, source_id: UUID) -> HttpResponse:
    source = get_source(request.principal.scope, source_id)
    return attempt_confirmed(
        request,
        lambda: delete_source(request.principal.scope, source_id),
        _("Removed."),
        question=_("Remove %(address)s?") % {"address": source.url},
        text=_("It will not be fetched again. Documents fetched from it are kept."),
        yes=_("Remove the source"),
        back="web:library-sources",
    )


@require_POST
@page(Role.REVIEWER)
def retry_reading(request: PageRequest, document_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: retry_document(request.principal.scope, document_id),
        _("The document will be read again."),
    )
    return redirect_back(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def add_collection(request: PageRequest) -> HttpResponse:
    """Create a collection and open it."""
    scope, name = request.principal.scope, request.POST.get("name", "")
    made = attempt_result(request, lambda: create_collection(scope, name))
    return _redirect_to_collection(made) if made else redirect_back(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def edit_collection_name(request: PageRequest, collection_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: rename_collection(
            request.principal.scope, collection_id, request.POST.get("name", "")
        ),
        _("Renamed."),
    )
    return _redirect_to_collection(collection_id)


@require_POST
@page(Role.REVIEWER)
def remove_collection(request: PageRequest, collection_id: UUID) -> HttpResponse:
    """Delete a collection with its contents, or with `?keep=documents` only the collection."""
    scope, keeps = request.principal.scope, request.GET.get("keep") == "documents"
    collection = get_collection(scope, collection_id)
    if not is_confirmed(request):
        return confirmation_page(
            request,
            question=_("Delete the collection “%(name)s”?") % {"name": collection.name},
            text=collection_kept_text()
            if keeps
            else collection_loss_text(contents_of(scope, collection_id)),
            yes=_("Delete the collection"),
            back="web:library",
        )
    attempt(
        request,
        lambda: delete_collection(scope, collection_id, with_documents=not keeps),
        _("Deleted."),
    )
    return redirect("web:library")


def collection_loss_text(contents: Contents) -> str:
    """What would be deleted, in numbers."""
    if not contents.documents and not contents.sources:
        return _("The collection is empty; only its name is deleted.")
    return _(
        "Documents deleted with their files and text: %(documents)s. Passages: "
        "%(passages)s. Sources no longer fetched: %(sources)s. This cannot be undone."
    ) % {
        "documents": format_number(contents.documents),
        "passages": format_number(contents.passages),
        "sources": format_number(contents.sources),
    }


def collection_kept_text() -> str:
    return _("Its documents and sources are kept, without a collection.")


def _redirect_to_collection(collection_id: UUID) -> HttpResponseRedirect:
    query = urlencode({"collection": collection_id})
    return HttpResponseRedirect(f"{reverse('web:library')}?{query}")


PAGE = 50
"""Active jobs searched. Running jobs are the oldest; queued ones have no progress yet."""

LIBRARY_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("x", later("Select the row")),
    shortcut("a", later("Select all rows")),
    shortcut("t", later("Tag the selection")),
    shortcut("Delete", later("Move the selection to the trash")),
    shortcut("r", later("Try again")),
    shortcut("u", later("Add files")),
    shortcut("f", later("Find by title or file name")),
    shortcut("v", later("Switch between table and cards")),
)


@page()
def show_library(request: PageRequest) -> HttpResponse:
    scope, shelf = request.principal.scope, library_query(request)
    found = library_page(scope, shelf, after=request.GET.get("after", "")[:600], limit=PAGE)
    collections, facets = collections_of(scope), facets_of(scope)
    tags = tag_counts(scope, limit=TAGS_OFFERED)
    chosen = next((each for each in collections if each.id == shelf.collection_id), None)
    context = {
        "title": _("Library"),
        "keys": LIBRARY_SHORTCUTS,
        "rows": _documents_with_jobs(scope, found.documents),
        "next_after": found.next,
        "shelf": shelf,
        "is_filtered": shelf != LibraryQuery(sort=shelf.sort),
        "filters": [*library_filters(shelf, facets), tag_filter(shelf, tags)],
        "property_filters": shelf.properties,
        "tags": tags,
        "views": saved_views(scope),
        "view_query": view_query(request),
        "sorts": sort_choices(shelf),
        "collections": collections,
        "collection": chosen,
        "loss": collection_loss_text(contents_of(scope, chosen.id)) if chosen else "",
        "kept": collection_kept_text(),
        "uncollected": facets.total - sum(each.document_count for each in collections),
        "total": facets.total,
        "view": library_view(request),
        "pictured": KINDS_WITH_IMAGES,
        "limit_mb": settings.PRAMANA.upload_limit_mb,
        "extensions": EXTENSIONS,
    }
    response = render(request, "web/library/library.html", context)
    if "view" in request.GET:
        response.set_cookie(
            VIEW_COOKIE, library_view(request), max_age=YEAR_IN_SECONDS, samesite="Lax"
        )
    return response


def _documents_with_jobs(
    scope: Scope, documents: list[DocumentView]
) -> list[tuple[DocumentView, JobView | None]]:
    """Each document with the job that reads it, matched by run."""
    if all(document.status in (Status.COMPLETED, Status.FAILED) for document in documents):
        return [(document, None) for document in documents]
    jobs = {job.run_id: job for job in active_jobs(scope, limit=MOST_JOBS)}
    return [(document, jobs.get(document.run_id)) for document in documents]


urlpatterns = [
    path("library", show_library, name="library"),
    path("library/move", selection.move_selected, name="library-move"),
    path("library/tag", selection.tag_selected, name="library-tag"),
    path("library/trash-selected", selection.trash_selected, name="library-trash-many"),
    path("library/export", selection.export_selected, name="library-export"),
    path("library/extract", selection.start_extractions, name="library-extract"),
    path("library/ask", selection.ask_selected, name="library-ask"),
    path("library/stack", selection.start_stack, name="library-stack"),
    path("library/trash", selection.show_trash, name="library-trash"),
    path("library/trash/empty", selection.erase_trash, name="library-trash-empty"),
    path("library/properties", document_page.add_property, name="library-property-add"),
    path(
        "library/properties/<uuid:property_id>/delete",
        document_page.remove_property,
        name="library-property-delete",
    ),
    path("library/views", filters.add_view, name="library-view-add"),
    path("library/views/<uuid:view_id>/delete", filters.remove_view, name="library-view-delete"),
    path("library/collections", add_collection, name="library-collections"),
    path(
        "library/collections/<uuid:collection_id>/rename",
        edit_collection_name,
        name="library-collection-rename",
    ),
    path(
        "library/collections/<uuid:collection_id>/delete",
        remove_collection,
        name="library-collection-delete",
    ),
    path("library/sources", show_sources, name="library-sources"),
    path("library/sources/add", add_web_source, name="library-source-add"),
    path(
        "library/sources/<uuid:source_id>/fetch",
        fetch_source_again,
        name="library-source-fetch",
    ),
    path(
        "library/sources/<uuid:source_id>/remove",
        remove_source,
        name="library-source-remove",
    ),
    path("documents/<uuid:document_id>", document_page.show_document, name="library-document"),
    path("documents/<uuid:document_id>/window", document_page.show_window, name="library-window"),
    path("documents/<uuid:document_id>/marks", document_page.show_marks, name="library-marks"),
    path(
        "documents/<uuid:document_id>/panel/<slug:panel>",
        document_page.show_panel,
        name="library-panel",
    ),
    path("documents/<uuid:document_id>/correct", threads.show_correction, name="library-correct"),
    path("documents/<uuid:document_id>/retry", retry_reading, name="library-retry"),
    path(
        "documents/<uuid:document_id>/details", document_page.save_details, name="library-details"
    ),
    path("documents/<uuid:document_id>/trash", selection.trash_document, name="library-delete"),
    path(
        "documents/<uuid:document_id>/restore", selection.restore_document, name="library-restore"
    ),
    path("documents/<uuid:document_id>/erase", selection.erase_document, name="library-erase"),
]
