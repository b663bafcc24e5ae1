"""Web sources of documents: pages and sites, and how each fetch went."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.documents.contracts import SourceStatus, SourceView
from pramana.documents.selectors import collections_of, get_source, sources_of
from pramana.documents.services import add_source, delete_source, fetch_again
from pramana.jobs.contracts import JobView
from pramana.jobs.selectors import active_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, member_names, page
from pramana.web.actions import attempt, attempt_confirmed, redirect_back, refusal_of, render_form
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import parse_id

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
