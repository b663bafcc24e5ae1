"""Ask: a conversation with the documents, and the cited source beside it.

The server renders the page and every exchange. The script sends the question, shows sentences as
they arrive, and replaces them with the rendered exchange at the end.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.cases.selectors import documents_of_case
from pramana.chat.contracts.answers import ConversationSummary
from pramana.chat.contracts.questions import MOST_DOCUMENTS_ASKED, MOST_SELECTION, Asker
from pramana.chat.errors import ConversationNotFound
from pramana.chat.selectors import (
    get_conversation,
    get_turn,
    pinned_sessions,
    recent_sessions,
    turns_of,
)
from pramana.documents.contracts import DocumentView, Status
from pramana.documents.page_images import KINDS_WITH_IMAGES
from pramana.documents.selectors import (
    collections_of,
    documents_by_id,
    get_document,
    newest_documents,
    tag_counts,
    text_between,
)
from pramana.kit.scope import Scope
from pramana.memory.domain.groups import is_group_id
from pramana.memory.selectors.groups import groups_with_episodes
from pramana.tenancy.selectors import case_names
from pramana.web.access import PageRequest, page
from pramana.web.ask import conversations
from pramana.web.ask.answers import SelectionStart, answer_view
from pramana.web.ask.conversations import current_asker
from pramana.web.document_text import text_location
from pramana.web.navigation import Filter, FilterChoice, shortcut
from pramana.web.params import day_param, number_param, parse_id, text_param

LONGEST_WORD = 500
MOST_NAMED = 50
"""Documents that one question may be limited to."""


@dataclass(frozen=True)
class TextSelection:
    """The text of a document that a question is about."""

    document: DocumentView
    start: int
    end: int
    text: str

    @property
    def place(self) -> SelectionStart:
        return SelectionStart(self.document.id, self.start)


@dataclass(frozen=True)
class QuestionFilters:
    """The filters of a question, as chips."""

    chips: tuple[Filter, ...]
    section: str
    address: str
    since: date | None
    until: date | None
    documents: tuple[DocumentView, ...] = ()
    """The documents that the question is limited to."""
    case_documents: tuple[UUID, ...] = ()
    """Those of the chosen case."""

    @property
    def is_narrow(self) -> bool:
        chosen = any(chip.selected for chip in self.chips if chip.name != "memory")
        return bool(chosen or self.section or self.address or self.since or self.until)


def text_selection(request: HttpRequest, scope: Scope) -> TextSelection | None:
    """The text the URL selects; without one, a question is about all documents."""
    document_id = parse_id(request.GET.get("document", ""))
    start, end = number_param(request, "start") or 0, number_param(request, "end") or 0
    if document_id is None or end <= start:
        return None
    document = get_document(scope, document_id)
    text = text_between(scope, document_id, start, min(end, start + MOST_SELECTION))
    return TextSelection(document, start, start + len(text), text) if text.strip() else None


def selection_start(request: HttpRequest) -> SelectionStart | None:
    """Where the selection in the URL begins, without reading it."""
    document_id, start = parse_id(request.GET.get("document", "")), number_param(request, "start")
    return None if document_id is None or start is None else SelectionStart(document_id, start)


def question_filters(request: HttpRequest, scope: Scope) -> QuestionFilters:
    chosen, case_id = _id_param(request, "collection"), _id_param(request, "case")
    tag = _short_text(request, "tag")
    collections = [
        FilterChoice(str(each.id), each.name, each.id == chosen, each.document_count)
        for each in collections_of(scope)
    ]
    tags = [
        FilterChoice(each.name, each.name, each.name == tag, each.count)
        for each in tag_counts(scope)
    ]
    cases = [
        FilterChoice(str(each.id), each.name, each.id == case_id) for each in case_names(scope)
    ]
    return QuestionFilters(
        (
            Filter("collection", _("Collection"), collections),
            Filter("tag", _("Tag"), tags),
            Filter("case", _("Case"), cases),
            _memory_filter(request, scope),
        ),
        section=_short_text(request, "section"),
        address=_short_text(request, "address"),
        since=day_param(request, "since"),
        until=day_param(request, "until"),
        documents=_documents_of_filter(request, scope),
        case_documents=case_document_ids(scope, case_id) if case_id else (),
    )


def case_document_ids(scope: Scope, case_id: UUID) -> tuple[UUID, ...]:
    """The documents of a case, each once, as many as a question can name."""
    found = dict.fromkeys(each.document_id for each in documents_of_case(scope, case_id))
    return tuple(found)[:MOST_DOCUMENTS_ASKED]


def _id_param(request: HttpRequest, name: str) -> UUID | None:
    return parse_id(request.GET.get(name, ""))


def _documents_of_filter(request: HttpRequest, scope: Scope) -> tuple[DocumentView, ...]:
    """The documents that `?in=` names."""
    named = [parse_id(each) for each in request.GET.getlist("in")[:MOST_NAMED]]
    return tuple(documents_by_id(scope, [each for each in named if each]))


def _memory_filter(request: HttpRequest, scope: Scope) -> Filter:
    """The memory groups whose facts may be cited."""
    chosen = _short_text(request, "memory")
    known = [name for name in groups_with_episodes(scope) if is_group_id(name)]
    choices = [FilterChoice(name, name, name == chosen) for name in known]
    return Filter("memory", _("Memory"), choices)


def list_position(request: HttpRequest) -> tuple[datetime, UUID] | None:
    """The list position in the URL, as written by `position_after`."""
    moment, _mark, last = request.GET.get("after", "").partition("~")
    session_id = parse_id(last)
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return (at, session_id) if session_id and at.tzinfo else None


def position_after(last: ConversationSummary) -> str:
    return f"{last.last_active.isoformat()}~{last.id}"


def _short_text(request: HttpRequest, name: str) -> str:
    return text_param(request.GET, name, LONGEST_WORD)


SESSIONS = 30
TURNS = 50
DOCUMENTS_SEARCHED = 12
MOST_EXAMPLES = 3

ASK_SHORTCUTS = (
    shortcut("q", later("Focus the question box")),
    shortcut("Enter", later("Send; Shift+Enter for a new line")),
    shortcut("Esc", later("Stop")),
    shortcut("j", later("Next citation")),
    shortcut("k", later("Previous citation")),
    shortcut("n", later("New conversation")),
)


@page()
def show_conversation(request: PageRequest, session_id: UUID | None = None) -> HttpResponse:
    scope, asker = request.principal.scope, current_asker(request)
    before = number_param(request, "before")
    turns = turns_of(scope, asker, session_id, before=before, limit=TURNS) if session_id else []
    context = {
        "title": _("Ask"),
        "keys": ASK_SHORTCUTS,
        "session_id": session_id,
        "conversation": _conversation(scope, asker, session_id),
        "answers": [answer_view(turn, selection_start(request)) for turn in turns],
        "earlier": turns[0].id if len(turns) == TURNS else None,
        "selection": text_selection(request, scope),
        "narrowed": question_filters(request, scope),
        "examples": [] if turns else _example_documents(scope),
        **_conversations(request, asker),
    }
    return render(request, "web/ask/conversation.html", context)


def _conversation(
    scope: Scope, asker: Asker, session_id: UUID | None
) -> ConversationSummary | None:
    """The open conversation; None before its first answer."""
    try:
        return get_conversation(scope, asker, session_id) if session_id else None
    except ConversationNotFound:
        return None


def _example_documents(scope: Scope) -> list[DocumentView]:
    """The newest documents that have passages."""
    newest = newest_documents(scope, status=Status.COMPLETED, limit=DOCUMENTS_SEARCHED)
    return [document for document in newest if document.passage_count][:MOST_EXAMPLES]


def _conversations(request: PageRequest, asker: Asker) -> dict[str, Any]:
    scope, before = request.principal.scope, list_position(request)
    found = recent_sessions(scope, asker, before=before, limit=SESSIONS + 1)
    listed = found[:SESSIONS]
    return {
        "sessions": listed,
        "pinned": [] if before else pinned_sessions(scope, asker),
        "next_sessions": position_after(listed[-1]) if len(found) > SESSIONS else "",
        "panel": "history" if request.GET.get("panel") == "history" else "source",
    }


@page()
def show_turn(request: PageRequest, request_id: UUID) -> HttpResponse:
    """One exchange, which replaces the streamed sentences."""
    turn = get_turn(request.principal.scope, current_asker(request), request_id)
    context = {"answer": answer_view(turn, selection_start(request))}
    return render(request, "web/ask/turn.html", context)


@page()
def show_source(request: PageRequest, document_id: UUID) -> HttpResponse:
    """The head of the source pane: the document, and where the quote is now."""
    scope = request.principal.scope
    document = get_document(scope, document_id)
    context = {
        "document": document,
        "location": text_location(request, scope, document_id),
        "pictured": document.kind in KINDS_WITH_IMAGES,
    }
    return render(request, "web/ask/source_head.html", context)


urlpatterns = [
    path("ask", show_conversation, name="ask"),
    path("ask/<uuid:session_id>", show_conversation, name="ask-session"),
    path("ask/<uuid:session_id>/forget", conversations.delete_conversation, name="ask-forget"),
    path("ask/<uuid:session_id>/rename", conversations.rename_conversation, name="ask-rename"),
    path("ask/<uuid:session_id>/pin", conversations.pin_conversation, name="ask-pin"),
    path("ask/<uuid:session_id>/share", conversations.share_conversation, name="ask-share"),
    path(
        "ask/<uuid:session_id>/conversation.<report_format:kind>",
        conversations.download_conversation,
        name="ask-export",
    ),
    path("ask/shared/<uuid:share_id>", conversations.show_shared, name="ask-shared"),
    path(
        "ask/shared/<uuid:share_id>/conversation.<report_format:kind>",
        conversations.download_shared,
        name="ask-shared-export",
    ),
    path("ask/exchange/<uuid:request_id>", show_turn, name="ask-turn"),
    path("ask/exchange/<uuid:request_id>/judge", conversations.judge_turn, name="ask-judge"),
    path("ask/source/<uuid:document_id>", show_source, name="ask-place"),
]
