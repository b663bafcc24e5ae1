"""The review: a document with its mentions on one side, the claims about them on the other."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as later

from pramana.agni.contracts.states import SessionStatus
from pramana.agni.contracts.views import ChangeView, SessionView
from pramana.agni.selectors import get_session, session_changes
from pramana.documents.contracts import DocumentView
from pramana.documents.pictures import PICTURED
from pramana.documents.selectors import (
    READABLE,
    Window,
    get_document,
    window_at,
)
from pramana.kit.scope import Scope
from pramana.registry.contracts import RecordView
from pramana.registry.domain.differences import shown
from pramana.registry.selectors import find_records
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.highlight import Mark
from pramana.web.keys import key
from pramana.web.leaves import leaves_of, window_asked
from pramana.web.views.registry import titles
from pramana.web.views.review_claims import Row, claims_context
from pramana.web.views.review_words import CHANGE_STATES

ABOUT_DOCUMENT = -1
"""Marks of the document's own metadata belong to no entity."""

KEYS = (
    key("j", later("Next entity")),
    key("k", later("Previous entity")),
    key("m", later("Match with the chosen candidate")),
    key("c", later("Create a new record")),
    key("e", later("Edit, then create")),
    key("s", later("Skip")),
    key("u", later("Take the last decision back")),
    key("1", later("Choose a candidate, 1 to 5")),
    key("/", later("Search the registry")),
    key("n", later("Next mention")),
    key("p", later("Previous mention")),
    key("i", later("Text or picture of the page")),
    key("t", later("Talk to the extractor")),
    key("f", later("Finish: what will change")),
)


@page(Role.ADMIN)
def show(request: PageRequest, session_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    view = get_session(scope, session_id)
    document = get_document(scope, view.document_id)
    context = {
        **_claims(request, scope, view),
        "title": view.document_title,
        "keys": KEYS if view.status is SessionStatus.AWAITING_REVIEW else (),
        "document": document,
        "pictured": document.kind in PICTURED,
    }
    if document.status in READABLE:
        card = context["card"]
        window = window_at(scope, document.id, card.first.start if card and card.first else 0)
        context |= _shown(window, document, view)
    return render(request, "web/pages/review_session.html", context)


@page(Role.ADMIN)
def show_claims(request: PageRequest, session_id: UUID) -> HttpResponse:
    """The claims as they stand now: a part of the page, asked for on every move."""
    scope = request.principal.scope
    context = _claims(request, scope, get_session(scope, session_id))
    return render(request, "web/pages/review_claims.html", context)


@page(Role.ADMIN)
def show_window(request: PageRequest, session_id: UUID) -> HttpResponse:
    """The stretch of text before or after a place, or around it, with its mentions."""
    scope = request.principal.scope
    view = get_session(scope, session_id)
    document = get_document(scope, view.document_id)
    window = window_asked(request, scope, document.id)
    return render(request, "web/pages/review_window.html", _shown(window, document, view))


def _claims(request: PageRequest, scope: Scope, view: SessionView) -> dict[str, Any]:
    context = claims_context(request, scope, view)
    if view.status is SessionStatus.COMPLETED:
        found = session_changes(scope, view.id)
        known = find_records(scope, [each.nes_entity_id for each in found if each.nes_entity_id])
        context["changes"] = [_line(each, known.get(each.nes_entity_id)) for each in found]
        context["can_apply"] = any(each.state != "applied" for each in found)
    return context


def _line(change: ChangeView, record: RecordView | None) -> tuple[Any, ...]:
    """A change by its name, the record it is in once it was applied, and how far it has come."""
    return (change, _called(change, record), record, *CHANGE_STATES[change.state])


def _called(change: ChangeView, record: RecordView | None) -> str:
    if record is not None:
        return titles(record)["title"]
    names = change.entity_data.get("names", ())
    return next((shown([name[key] for key in name if key != "kind"]) for name in names), "") or (
        change.nes_entity_id
    )


def _shown(window: Window, document: DocumentView, view: SessionView) -> dict[str, Any]:
    rows = [Row(index, entity, "") for index, entity in enumerate(view.session.entities)]
    return {
        "window": window,
        "leaves": leaves_of(window, _marks(window, view, rows)),
        "paged": (document.page_count or 1) > 1 or document.kind in PICTURED,
        "claimed": {row.index: row for row in rows},
    }


def _marks(window: Window, view: SessionView, rows: Sequence[Row]) -> list[Mark]:
    """Mentions in the window; evidence of metadata only where no entity is marked already."""
    named = [
        Mark(mention.start, mention.end, row.index)
        for row in rows
        if not row.entity.withdrawn
        for mention in row.entity.mentions
        if mention.start < window.end and mention.end > window.start
    ]
    trust = view.session.metadata.trust.values() if view.session.metadata else ()
    about = [
        Mark(each.evidence.start, each.evidence.end, ABOUT_DOCUMENT)
        for each in trust
        if each.evidence
    ]
    free = [each for each in about if not any(_meet(each, mark) for mark in named)]
    return [*named, *free]


def _meet(one: Mark, other: Mark) -> bool:
    return one.start < other.end and other.start < one.end
