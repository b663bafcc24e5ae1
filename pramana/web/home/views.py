"""Home: what needs attention, what is running, recent documents, and a guide."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from pramana.demo.selectors import find_demo
from pramana.documents.contracts import DocumentView, Status
from pramana.documents.selectors import newest_documents
from pramana.inbox import decisions_to_make, failures_to_retry
from pramana.jobs.selectors import active_jobs
from pramana.kit.listings import WaitingItem, WaitingKind, WaitingPage
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import QuotaUse, Role
from pramana.tenancy.selectors import has_own_sign_in
from pramana.tenancy.services.quotas import budget_uses, quota_uses
from pramana.web.access import PageRequest, page
from pramana.web.activity.wording import group_jobs
from pramana.web.errors import error_sentence
from pramana.web.formatting import format_number
from pramana.web.home.guide import demo_steps, first_steps, open_step
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.wording import Label, task_name

ITEMS_PER_KIND = 3
"""Items listed per kind; the heading links to the rest."""


@dataclass(frozen=True)
class AttentionKind:
    """The label, icon and pages of one kind of item."""

    label: Label
    icon: str
    page: str
    every: str
    query: str = ""
    """Query string of the list page."""


KINDS = {
    WaitingKind.REVIEW: AttentionKind(
        later("Entities to decide"),
        "review",
        "review-session",
        "review",
        "?status=awaiting_review",
    ),
    WaitingKind.REGISTRY_CHANGE: AttentionKind(
        later("Registry changes to apply"), "registry", "review-session", "review"
    ),
    WaitingKind.SOURCES: AttentionKind(
        later("Web pages to approve"),
        "research",
        "research-run",
        "research",
        "?stage=awaiting_approval",
    ),
    WaitingKind.EXTRACTION: AttentionKind(
        later("Values to approve"), "extract", "extract-one", "extract", "?state=to_approve"
    ),
    WaitingKind.STACK: AttentionKind(later("Cells to check"), "stacks", "stacks-stack", "stacks"),
    WaitingKind.DUPLICATE: AttentionKind(
        later("Possible duplicates"), "memory", "memory-group", "memory"
    ),
    WaitingKind.READING: AttentionKind(
        later("Documents that could not be read"),
        "document",
        "library-document",
        "library",
        "?state=failed",
    ),
    WaitingKind.JOB: AttentionKind(
        later("Failed jobs"), "activity", "activity-job", "activity", "?state=failed"
    ),
}
RETRIES = {WaitingKind.READING: "library-retry", WaitingKind.JOB: "activity-retry"}
QUERIES = {
    WaitingKind.STACK: "?state=flagged,stale,failed",
    WaitingKind.DUPLICATE: "?panel=duplicates",
}
"""Query string that opens the item's place on its page."""


@dataclass(frozen=True)
class AttentionItem:
    title: str
    detail: str
    address: str
    since: datetime
    retry: str
    """URL to retry at; empty where a person has to decide."""


@dataclass(frozen=True)
class AttentionGroup:
    """The newest items of one kind."""

    kind: AttentionKind
    rows: tuple[AttentionItem, ...]
    total: int

    @property
    def every(self) -> str:
        return reverse(f"web:{self.kind.every}") + self.kind.query

    @property
    def has_more(self) -> bool:
        return self.total > len(self.rows)


def attention_groups(scope: Scope, role: Role) -> list[AttentionGroup]:
    """Decisions, newest kind first, then failures."""
    decisions = decisions_to_make(scope, role, limit=ITEMS_PER_KIND)
    decisions.sort(key=lambda page: page.items[0].since, reverse=True)
    failures = failures_to_retry(scope, role, limit=ITEMS_PER_KIND)
    return [_attention_group(page) for page in [*decisions, *failures]]


def _attention_group(page: WaitingPage) -> AttentionGroup:
    return AttentionGroup(KINDS[page.kind], tuple(map(_attention_item, page.items)), page.total)


def _attention_item(item: WaitingItem) -> AttentionItem:
    shelf, retry = KINDS[item.kind], RETRIES.get(item.kind)
    page = reverse(f"web:{shelf.page}", args=[item.place or item.id])
    title = task_name(item.title) if item.kind is WaitingKind.JOB else item.title
    return AttentionItem(
        title=title or str(shelf.label),
        detail=_detail_text(item),
        address=page + QUERIES.get(item.kind, ""),
        since=item.since,
        retry=reverse(f"web:{retry}", args=[item.id]) if retry else "",
    )


def _detail_text(item: WaitingItem) -> str:
    """What to do, or what went wrong."""
    if item.kind is WaitingKind.DUPLICATE:
        return _("merged with “%(name)s”") % {"name": item.detail}
    if item.kind in RETRIES:
        return error_sentence(item.detail)
    counts = {"open": format_number(item.open), "parts": format_number(item.parts)}
    return _count_text(item) % counts


def _count_text(item: WaitingItem) -> str:
    if item.kind is WaitingKind.SOURCES:
        return ngettext("%(parts)s page found", "%(parts)s pages found", item.parts)
    if item.kind is WaitingKind.REGISTRY_CHANGE:
        return _("%(open)s approved, not yet applied")
    if item.kind is WaitingKind.REVIEW:
        return (
            _("%(open)s of %(parts)s undecided") if item.open else _("all decided; ready to finish")
        )
    if item.kind is WaitingKind.STACK:
        return _("%(open)s of %(parts)s rows to check")
    if item.open:
        return _("%(open)s of %(parts)s values to check")
    return ngettext("%(parts)s value", "%(parts)s values", item.parts)


ROWS = 6


@page()
def show_home(request: PageRequest) -> HttpResponse:
    principal, scope = request.principal, request.principal.scope
    documents = newest_documents(scope, limit=ROWS)
    waiting = attention_groups(scope, principal.role)
    context = {
        "title": _("Home"),
        "keys": (*LIST_SHORTCUTS, shortcut("r", _("Try again"))),
        "documents": documents,
        "active": group_jobs(scope, active_jobs(scope, limit=ROWS), lookups=0),
        "waiting": waiting,
        "waiting_count": sum(group.total for group in waiting),
        "quotas": quota_uses(scope),
        "alarms": _raised_alarms(request),
        "has_password": request.user.is_authenticated and has_own_sign_in(request.user),
        **_guide_context(request, documents),
    }
    return render(request, "web/home/home.html", context)


def _raised_alarms(request: PageRequest) -> list[QuotaUse]:
    """Budget alarms whose amount is spent, for those who set them."""
    if request.principal.role is not Role.ADMIN:
        return []
    return [use for use in budget_uses(request.principal.scope) if use.used >= use.most]


def _guide_context(request: PageRequest, documents: list[DocumentView]) -> dict[str, Any]:
    """The tour if the demo is installed, else the first steps until they are done."""
    principal = request.principal
    story = find_demo(principal.scope)
    if story:
        steps = demo_steps(request, story)
    else:
        is_ready = any(document.status is Status.COMPLETED for document in documents)
        steps = first_steps(principal, has_documents=bool(documents), is_ready=is_ready)
    return {"story": story, "steps": steps, "done": sum(step.is_done for step in steps)}


@page()
def open_guide_step(request: PageRequest, step: str) -> HttpResponse:
    """Open a step that is done by viewing it."""
    story = find_demo(request.principal.scope)
    place = open_step(request, story, step) if story else None
    return redirect(place or "web:home")


urlpatterns = [
    path("", show_home, name="home"),
    path("story/<str:step>", open_guide_step, name="home-look"),
]
