"""Likely duplicates side by side, and records that are merged and taken apart again."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.registry import selectors, services
from pramana.registry.contracts import LikelyDuplicate, RecordView
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, redirect_back
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import text_param
from pramana.web.registry.wording import attribute_rows, record_titles

PAIRS_LISTED = 30
ATTRIBUTES_LISTED = 6
DUPLICATES_SHORTCUTS = (*LIST_SHORTCUTS, shortcut("b", later("Back to the registry")))


@page()
def show_duplicates(request: PageRequest) -> HttpResponse:
    pairs, total = selectors.likely_duplicates(request.principal.scope, limit=PAIRS_LISTED)
    context = {
        "title": _("Likely duplicates"),
        "keys": DUPLICATES_SHORTCUTS,
        "pairs": [_pair_row(each) for each in pairs],
        "total": total,
    }
    return render(request, "web/registry/duplicates.html", context)


def _pair_row(pair: LikelyDuplicate) -> dict[str, object]:
    return {
        "percent": round(pair.score * 100),
        "reasons": pair.reasons,
        "sides": [_side(pair.first, pair.second), _side(pair.second, pair.first)],
    }


def _side(record: RecordView, other: RecordView) -> dict[str, object]:
    return {
        "record": record,
        "other_id": other.id,
        **record_titles(record),
        "facts": attribute_rows(record)[:ATTRIBUTES_LISTED],
    }


@require_POST
@page(Role.REVIEWER)
def merge_record(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Merge the record named in the form into this one."""
    scope, author = request.principal.scope, request.principal.user_name
    other = text_param(request.POST, "other", 300)
    attempt(
        request,
        lambda: services.merge_records(scope, record_id, other, author=author),
        _("Merged. You can undo this on the record’s page."),
    )
    return redirect_back(request, reverse("web:registry-record", args=[record_id]))


@require_POST
@page(Role.REVIEWER)
def separate_records(request: PageRequest, record_id: UUID) -> HttpResponse:
    scope, author = request.principal.scope, request.principal.user_name
    other = text_param(request.POST, "other", 300)
    attempt(
        request,
        lambda: services.keep_separate(scope, record_id, other, author=author),
        _("Kept separate. They are not suggested again."),
    )
    return redirect_back(request, "web:registry-duplicates")


@require_POST
@page(Role.REVIEWER)
def unmerge_record(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Take a merged record out again."""
    scope, author = request.principal.scope, request.principal.user_name
    attempt(
        request,
        lambda: services.undo_merge(scope, record_id, author=author),
        _("The records are separate again."),
    )
    return redirect("web:registry-record", record_id=record_id)
