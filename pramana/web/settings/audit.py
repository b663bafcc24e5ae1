"""The audit trail: who did what to what, in names, with filters and as a file."""

import csv
import io
from collections.abc import Iterable
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.documents.selectors import documents_by_id
from pramana.extraction.services.exports import csv_value
from pramana.kit.scope import Scope
from pramana.retrieval.scoring.contracts import PolicyEffect
from pramana.tenancy.contracts import AuditFilter, AuditView, Role
from pramana.tenancy.selectors import audit_actions, audit_page, case_names, keys_of, members_of
from pramana.web.access import PageRequest, page
from pramana.web.formatting import format_number
from pramana.web.navigation import Filter, FilterChoice
from pramana.web.params import parse_id
from pramana.web.research.wording import VERDICTS
from pramana.web.wording import KEY_KINDS, QUOTAS, ROLES, Label, action_name, task_name

DETAILS: dict[str, Label] = {
    "after": later("now"),
    "before": later("before"),
    "cases": later("cases"),
    "column": later("column"),
    "conversations": later("conversations"),
    "correction": later("correction"),
    "count": later("documents"),
    "description": later("reason"),
    "document_id": later("document"),
    "documents": later("documents"),
    "effect": later("effect"),
    "entity": later("entity"),
    "field": later("field"),
    "from_id": later("from the review"),
    "groups": later("groups"),
    "index": later("entity number"),
    "kind": later("kind"),
    "let_in": later("pages approved"),
    "most": later("limit"),
    "name": later("job"),
    "nes_id": later("record"),
    "provider": later("identity provider"),
    "record": later("record"),
    "records": later("records"),
    "research": later("research runs"),
    "role": later("role"),
    "shared": later("shared"),
    "stacks": later("stacks"),
    "used": later("spent"),
    "verdict": later("verdict"),
    "whole_site": later("entire site"),
}

DETAIL_CODES: dict[str, Label] = {
    **{str(role): word for role, word in ROLES.items()},
    **{str(kind): word for kind, word in KEY_KINDS.items()},
    **{str(verdict): word for verdict, word in VERDICTS.items()},
    PolicyEffect.BOOST: later("Rank higher"),
    PolicyEffect.REJECT: later("Never offer"),
}
CODED_DETAILS = ("role", "before", "after", "kind", "verdict", "effect")
"""Details whose value is a code."""


def detail_text(name: str, value: object) -> tuple[str, str]:
    """A detail's label and value; unknown ones are shown as stored."""
    return str(DETAILS.get(name, name)), _detail_value(name, value)


def _detail_value(name: str, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return format_number(value + 1 if name == "index" else value)
    if name == "name":
        return task_name(str(value))
    return str(DETAIL_CODES.get(str(value), value)) if name in CODED_DETAILS else str(value)


AUDIT_ROWS = 200
MOST_EXPORTED = 50_000

SETTING_NAMES: dict[str, Label] = {
    "model": later("Language model"),
    "search": later("Web search for research"),
    "ocr": later("Scanned pages"),
    "embeddings": later("Search by meaning"),
    "retention": later("Retention"),
    "alarms": later("Budget alarms"),
}


@page(Role.ADMIN)
def show_audit(request: PageRequest) -> HttpResponse:
    scope, wanted = request.principal.scope, _wanted(request)
    entries = audit_page(scope, limit=AUDIT_ROWS, wanted=wanted)
    context = {
        "title": _("Audit trail"),
        "rows": _audit_rows(scope, entries),
        "newest": AUDIT_ROWS,
        "filters": _filters(scope, wanted),
        "is_filtered": wanted != AuditFilter(),
        "query": request.GET.urlencode(),
    }
    return render(request, "web/settings/audit.html", context)


@page(Role.ADMIN)
def export_audit(request: PageRequest) -> HttpResponse:
    """The same entries as a table for other programs; all of them, not only the newest."""
    scope = request.principal.scope
    entries = audit_page(scope, limit=MOST_EXPORTED, wanted=_wanted(request))
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow([_("When"), _("Who"), _("What"), _("About"), _("Details")])
    for entry, name, details in _audit_rows(scope, entries):
        told = "; ".join(f"{label}: {value}" for label, value in details)
        row = (entry.actor or "", action_name(entry.action), name, told)
        table.writerow([entry.at.isoformat(), *map(csv_value, row)])
    response = HttpResponse("\ufeff" + text.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="audit.csv"'
    return response


def _wanted(request: PageRequest) -> AuditFilter:
    return AuditFilter(
        actor_id=parse_id(request.GET.get("who", "")), action=request.GET.get("what", "")[:100]
    )


def _filters(scope: Scope, wanted: AuditFilter) -> list[Filter]:
    people = [
        FilterChoice(str(each.user_id), each.user_name, each.user_id == wanted.actor_id)
        for each in members_of(scope)
    ]
    actions = [
        FilterChoice(each, action_name(each), each == wanted.action)
        for each in audit_actions(scope)
    ]
    return [
        Filter("who", _("Who"), people),
        Filter("what", _("What"), sorted(actions, key=lambda each: str(each.label))),
    ]


AuditRow = tuple[AuditView, str, list[tuple[str, str]]]
"""An entry, the name of what it is about, and its details in words."""


def _audit_rows(scope: Scope, entries: Iterable[AuditView]) -> list[AuditRow]:
    listed = list(entries)
    names = _subject_names(scope, listed)
    return [(each, _subject_name(each, names), _details(each, names)) for each in listed]


def _subject_names(scope: Scope, entries: list[AuditView]) -> dict[str, str]:
    """Names by id: of documents, members, keys and cases that still exist."""
    named = {id for each in entries if (id := _document_of(each))}
    return {
        **{str(each.id): each.title for each in documents_by_id(scope, named)},
        **{str(each.user_id): each.user_name for each in members_of(scope)},
        **{str(each.id): each.name for each in keys_of(scope)},
        **{str(each.id): each.name for each in case_names(scope)},
    }


def _document_of(entry: AuditView) -> UUID | None:
    given = (
        entry.subject_id if entry.subject_type == "document" else entry.details.get("document_id")
    )
    return parse_id(str(given or ""))


def _subject_name(entry: AuditView, names: dict[str, str]) -> str:
    if entry.subject_type == "setting":
        return str(SETTING_NAMES.get(entry.subject_id, ""))
    if entry.subject_type == "quota":
        return str(next((name for quota, name in QUOTAS.items() if quota == entry.subject_id), ""))
    known = names.get(entry.subject_id, "")
    return known or ("" if parse_id(entry.subject_id) else entry.subject_id)


def _details(entry: AuditView, names: dict[str, str]) -> list[tuple[str, str]]:
    """The details that say something to people: an id is shown by its name, or not at all."""
    told = []
    for name, value in entry.details.items():
        if parse_id(str(value)):
            value = names.get(str(value), "")
        if value not in ("", None, [], {}):
            told.append(detail_text(name, value))
    return told
