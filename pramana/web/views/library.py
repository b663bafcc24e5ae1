"""The library: every document, how far its reading has come, and the way to add more."""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.documents.contracts import DocumentView, Status
from pramana.documents.selectors import documents_page, get_document
from pramana.documents.services import EXTENSIONS, delete_document, retry_document
from pramana.jobs.contracts import JobView
from pramana.jobs.selectors import active_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.flow import ask, attempt, back_to, is_confirmed
from pramana.web.keys import LISTS, key
from pramana.web.tabs import Tab
from pramana.web.words import DOCUMENT_STATES

PAGE = 50
KEYS = (
    *LISTS,
    key("r", later("Try again")),
    key("u", later("Add files")),
    key("f", later("Find by title")),
)


@page()
def show(request: PageRequest) -> HttpResponse:
    scope, status = request.principal.scope, _status(request.GET.get("state", ""))
    title = request.GET.get("title", "").replace("\x00", "")[:200]
    before = _moment(request.GET.get("before", ""))
    found = documents_page(scope, query=title, status=status, before=before, limit=PAGE + 1)
    context = {
        "title": _("Library"),
        "keys": KEYS,
        "rows": _with_jobs(scope, found[:PAGE]),
        "next_before": found[PAGE - 1].created_at.isoformat() if len(found) > PAGE else None,
        "wanted_title": title,
        "status": status,
        "tabs": _tabs(status),
        "limit_mb": settings.PRAMANA.upload_limit_mb,
        "extensions": EXTENSIONS,
    }
    return render(request, "web/pages/library.html", context)


def _status(asked: str) -> Status | None:
    return Status(asked) if asked in set(Status) else None


def _moment(asked: str) -> datetime | None:
    try:
        moment = parse_datetime(asked)
    except ValueError:
        return None
    return moment if moment and moment.tzinfo else None


def _with_jobs(
    scope: Scope, documents: list[DocumentView]
) -> list[tuple[DocumentView, JobView | None]]:
    """Each document with the job that reads it, met by their run."""
    if all(document.status in (Status.COMPLETED, Status.FAILED) for document in documents):
        return [(document, None) for document in documents]
    jobs = {job.run_id: job for job in active_jobs(scope)}
    return [(document, jobs.get(document.run_id)) for document in documents]


def _tabs(chosen: Status | None) -> list[Tab]:
    shown = (Status.COMPLETED, Status.READING, Status.FAILED)
    states = [Tab(status, DOCUMENT_STATES[status][1], status is chosen) for status in shown]
    return [Tab("", _("All"), chosen is None), *states]


@require_POST
@page(Role.REVIEWER)
def retry(request: PageRequest, document_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: retry_document(request.principal.scope, document_id),
        _("It will be read again."),
    )
    return back_to(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def delete(request: PageRequest, document_id: UUID) -> HttpResponse:
    document = get_document(request.principal.scope, document_id)
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Delete “%(title)s”?") % {"title": document.title},
            text=_("The file, its text and its passages go. This cannot be undone."),
            yes=_("Delete the document"),
            back="web:library",
        )
    attempt(request, lambda: delete_document(request.principal.scope, document_id), _("Deleted."))
    return redirect("web:library")
