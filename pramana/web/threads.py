"""What is linked to a document or a record, as pages list it: values, answers and memories."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.agni.contracts import ChangeState, EntityStatus, SessionStatus
from pramana.documents.contracts import DocumentView
from pramana.documents.selectors import get_document
from pramana.extraction.contracts.stacks import CellState
from pramana.extraction.domain.field_tree import parse_path
from pramana.links.contracts import Derivation, DerivationKind, NamingDocument, TextRange
from pramana.links.selectors.threads import RecordThreads, derived_from, threads_of, values_behind
from pramana.links.services import link_entity, unlink
from pramana.registry.selectors import get_record
from pramana.tenancy.contracts import Principal, Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, redirect_back
from pramana.web.document_text import TextLocation, text_location
from pramana.web.extract.tree import path_name
from pramana.web.memory.wording import relation_name
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import parse_id, text_param
from pramana.web.registry.wording import record_titles
from pramana.web.review.wording import (
    CHANGE_STATES,
    DECISIONS,
    METADATA_FIELDS,
    PROPOSALS,
    SESSION_STATES,
    attribute_label,
)
from pramana.web.stacks.wording import CELL_STATES
from pramana.web.wording import Label, StateLabel

LONGEST_QUOTE = 300
HEADINGS: dict[DerivationKind, Label] = {
    DerivationKind.MENTION: later("Entities mentioned"),
    DerivationKind.ABOUT: later("About the document"),
    DerivationKind.FIELD: later("Extracted fields"),
    DerivationKind.CELL: later("Stack cells"),
    DerivationKind.FACT: later("Facts about these entities"),
    DerivationKind.ANSWER: later("Your answers that cite it"),
}
CELL_TONES = {
    CellState.REVIEWED: "good",
    CellState.LOCKED: "good",
    CellState.FLAGGED: "attention",
    CellState.STALE: "attention",
}
FACT_STATES: dict[str, StateLabel] = {
    "holds": ("good", later("Valid")),
    "ended": ("off", later("Ended")),
}
FIELD_STATES: dict[str, StateLabel] = {
    "approved": ("good", later("Approved")),
    "completed": ("attention", later("To approve")),
    "in_progress": ("working", later("In progress")),
    "failed": ("bad", later("Failed")),
}
NOTHING: StateLabel = ("", "")


@dataclass(frozen=True)
class DerivedItem:
    """A derived value as pages list it: name, state, and links to its review and its evidence."""

    drawn: Derivation
    name: Label
    tone: str
    word: Label
    review: str
    """URL of its review; empty if this person may not open it."""
    place: str
    """URL of its evidence in the reader; empty without evidence."""

    @property
    def value(self) -> str:
        """The value as text; a document type is a code and gets a label."""
        is_code = self.drawn.kind is DerivationKind.ABOUT and self.drawn.name == "document_type"
        return attribute_label(self.drawn.value) if is_code else self.drawn.value

    @property
    def record(self) -> str:
        """URL of the linked record, if any."""
        record_id = self.drawn.record_id
        return _page_url("registry-record", record_id, {}) if record_id else ""


def derived_item(drawn: Derivation, role: Role) -> DerivedItem:
    tone, word = item_state(drawn)
    return DerivedItem(
        drawn, item_name(drawn), tone, word, review_url(drawn, role), evidence_url(drawn)
    )


def item_name(drawn: Derivation) -> Label:
    if drawn.kind is DerivationKind.ABOUT:
        return METADATA_FIELDS.get(drawn.name, drawn.name)
    if drawn.kind is DerivationKind.FIELD:
        return path_name(parse_path(drawn.name))
    return relation_name(drawn.name) if drawn.kind is DerivationKind.FACT else drawn.name


def item_state(drawn: Derivation) -> StateLabel:
    if drawn.kind is DerivationKind.MENTION:
        said, _, status = drawn.state.partition(":")
        return (DECISIONS if said == "decided" else PROPOSALS)[EntityStatus(status)]
    if drawn.kind is DerivationKind.FIELD:
        return FIELD_STATES[drawn.state]
    if drawn.kind is DerivationKind.CELL:
        state = CellState(drawn.state)
        return CELL_TONES.get(state, "waiting"), CELL_STATES[state]
    return FACT_STATES.get(drawn.state, NOTHING)


def review_url(drawn: Derivation, role: Role) -> str:
    """The page on which a person can correct it."""
    if drawn.kind in (DerivationKind.MENTION, DerivationKind.ABOUT):
        query = {"entity": drawn.place} if drawn.place else {}
        is_open = role.includes(Role.ADMIN)
        return _page_url("review-session", drawn.subject_id, query) if is_open else ""
    if drawn.kind is DerivationKind.FIELD:
        return _page_url("extract-one", drawn.subject_id, {"field": drawn.place})
    if drawn.kind is DerivationKind.CELL:
        place = {"row": str(drawn.document_id), "column": drawn.place}
        query = {"table": str(drawn.table_id), **place}
        return _page_url("stacks-stack", drawn.subject_id, query)
    if drawn.kind is DerivationKind.FACT:
        return _page_url("memory-group", drawn.place, {"fact": str(drawn.subject_id)})
    return f"{_page_url('ask-session', drawn.subject_id, {})}#turn-{drawn.place}"


def evidence_url(drawn: Derivation) -> str:
    if drawn.document_id is None or drawn.span is None:
        return ""
    return reader_url(str(drawn.document_id), drawn.span, drawn.quote)


def reader_url(document_id: str, span: TextRange, quote: str = "") -> str:
    """The reader at this span. With a quote, the words are found again if the text changed."""
    query = {"start": str(span.start), "end": str(span.end)}
    if quote:
        query["quote"] = quote[:LONGEST_QUOTE]
    return _page_url("library-document", document_id, query)


def document_state(paper: NamingDocument) -> StateLabel:
    """The state of a document's review, or of the change it led to."""
    kind, _, state = paper.state.partition("_")
    if kind == "change":
        return CHANGE_STATES[ChangeState(state)]
    return SESSION_STATES[SessionStatus(paper.state)]


def _page_url(name: str, subject: object, query: dict[str, str]) -> str:
    plain = reverse(f"web:{name}", args=[subject])
    return f"{plain}?{urlencode(query)}" if query else plain


def derived_context(
    principal: Principal, document: DocumentView, location: TextLocation
) -> dict[str, Any]:
    """What was derived from the document, or only from the text the URL selects."""
    span = TextRange(location.start, location.end) if location.has_range else None
    found = derived_from(principal.scope, document.id, span)
    return {
        "groups": grouped_items(found, principal.role),
        "drawn_span": span,
    }


def grouped_items(found: Sequence[Derivation], role: Role) -> list[tuple[Any, list[DerivedItem]]]:
    """Items by kind, in the order people look for them."""
    return [
        (heading, own)
        for kind, heading in HEADINGS.items()
        if (own := [derived_item(each, role) for each in found if each.kind is kind])
    ]


@page()
def show_correction(request: PageRequest, document_id: UUID) -> HttpResponse:
    """Go from an answer to the review of the value behind its words.

    One value redirects to its review and several are listed. If no value was derived from the
    words, the page offers to extract one.
    """
    scope, role = request.principal.scope, request.principal.role
    document = get_document(scope, document_id)
    location = text_location(request, scope, document_id)
    found = values_behind(scope, document_id, TextRange(location.start, location.end))
    ways = [way for each in found if (way := derived_item(each, role)).review]
    if len(ways) == 1:
        return redirect(ways[0].review)
    context = {
        "title": _("Correct this"),
        "keys": LIST_SHORTCUTS,
        "document": document,
        "location": location,
        "groups": grouped_items([way.drawn for way in ways], role),
        "others": grouped_items(values_behind(scope, document_id), role) if not ways else [],
    }
    return render(request, "web/library/correction.html", context)


THREADS_SHORTCUTS = (*LIST_SHORTCUTS, shortcut("b", later("Back to the record")))
MOST_PLACES = 3


@page()
def show_threads(request: PageRequest, record_id: UUID) -> HttpResponse:
    scope, role = request.principal.scope, request.principal.role
    record = get_record(scope, record_id)
    found = threads_of(scope, record)
    context = {
        **record_titles(record),
        "keys": THREADS_SHORTCUTS,
        "record": record,
        "papers": [_document_row(each, role) for each in found.papers],
        "sightings": [
            (each, reader_url(str(each.document_id), each.span, each.words))
            for each in found.sightings
        ],
        "links": found.links,
        "suggestions": found.suggestions,
        "facts": [derived_item(each, role) for each in found.facts],
        "values": [derived_item(each, role) for each in found.values],
        "answers": [derived_item(each, role) for each in found.answers],
        "is_empty": _is_empty(found),
    }
    return render(request, "web/registry/threads.html", context)


def _is_empty(found: RecordThreads) -> bool:
    return not any(getattr(found, each.name) for each in fields(found))


def _document_row(paper: NamingDocument, role: Role) -> dict[str, object]:
    tone, word = document_state(paper)
    document_id = str(paper.document_id)
    is_open = role.includes(Role.ADMIN)
    return {
        "paper": paper,
        "tone": tone,
        "word": word,
        "places": [reader_url(document_id, span) for span in paper.places[:MOST_PLACES]],
        "more": max(0, len(paper.places) - MOST_PLACES),
        "review": reverse("web:review-session", args=[paper.session_id]) if is_open else "",
    }


@require_POST
@page(Role.REVIEWER)
def link_memory_entity(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Link a memory entity to this record."""
    scope = request.principal.scope
    entity_id = parse_id(request.POST.get("entity", "")) or UUID(int=0)
    attempt(request, lambda: link_entity(scope, record_id, entity_id), _("Linked."))
    return redirect_back(request, reverse("web:registry-threads", args=[record_id]))


@require_POST
@page(Role.REVIEWER)
def link_entity_record(request: PageRequest, entity_id: UUID) -> HttpResponse:
    """The same from the memory explorer, with the record's id in the form."""
    scope = request.principal.scope
    wanted = text_param(request.POST, "record", 300)
    attempt(
        request,
        lambda: link_entity(scope, get_record(scope, wanted).id, entity_id),
        _("Linked."),
    )
    return redirect_back(request, "web:memory")


@require_POST
@page(Role.REVIEWER)
def remove_link(request: PageRequest, record_id: UUID, link_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    attempt(request, lambda: unlink(scope, link_id), _("Link removed."))
    return redirect_back(request, reverse("web:registry-threads", args=[record_id]))
