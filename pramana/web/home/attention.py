"""What needs attention, as the home page lists it, with links to the exact place."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from pramana.inbox.selectors import decisions_to_make, failures_to_retry
from pramana.kit.listings import WaitingItem, WaitingKind, WaitingPage
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.errors import error_sentence
from pramana.web.formatting import format_number
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
