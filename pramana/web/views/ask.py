"""Ask: a conversation with the documents, and beside it the words an answer rests on.

The page and every exchange in it are rendered here; what a script does is send the question, show
sentences as they come, and put the rendered exchange in their place once it is over.
"""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.chat.contracts.asking import Asker
from pramana.chat.selectors import get_turn, recent_sessions, turns_of
from pramana.chat.services import forget_session
from pramana.documents.contracts import DocumentView, Status
from pramana.documents.selectors import documents_page, get_document
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope
from pramana.web.access import PageRequest, page
from pramana.web.answers import answer_of
from pramana.web.asking import narrowed_by, place_of, position_after, position_of, selection_of
from pramana.web.flow import ask as ask_first
from pramana.web.flow import attempt, is_confirmed
from pramana.web.keys import key
from pramana.web.places import asked_of, number_of

SESSIONS = 30
TURNS = 50
NEWEST = 12
EXAMPLES = 3

KEYS = (
    key("q", later("Write a question")),
    key("Enter", later("Send it; with Shift, a new line")),
    key("Esc", later("Stop listening to the answer")),
    key("j", later("Next citation")),
    key("k", later("Previous citation")),
    key("n", later("New conversation")),
)


@page()
def show(request: PageRequest, session_id: UUID | None = None) -> HttpResponse:
    scope, asker = request.principal.scope, asker_of(request)
    before = number_of(request, "before")
    turns = turns_of(scope, asker, session_id, before=before, limit=TURNS) if session_id else []
    context = {
        "title": _("Ask"),
        "keys": KEYS,
        "session_id": session_id,
        "answers": [answer_of(turn, place_of(request)) for turn in turns],
        "earlier": turns[0].id if len(turns) == TURNS else None,
        "selection": selection_of(request, scope),
        "narrowed": narrowed_by(request, scope),
        "examples": [] if turns else _examples(scope),
        **_conversations(request, asker),
    }
    return render(request, "web/pages/ask.html", context)


def _examples(scope: Scope) -> list[DocumentView]:
    """The newest documents that there is something to ask about."""
    newest = documents_page(scope, status=Status.COMPLETED, limit=NEWEST)
    return [document for document in newest if document.passage_count][:EXAMPLES]


def _conversations(request: PageRequest, asker: Asker) -> dict[str, Any]:
    scope, before = request.principal.scope, position_of(request)
    found = recent_sessions(scope, asker, before=before, limit=SESSIONS + 1)
    listed = found[:SESSIONS]
    return {
        "sessions": listed,
        "next_sessions": position_after(listed[-1]) if len(found) > SESSIONS else "",
        "panel": "history" if request.GET.get("panel") == "history" else "source",
    }


@page()
def show_turn(request: PageRequest, request_id: UUID) -> HttpResponse:
    """One exchange, to stand where its sentences were shown as they came."""
    turn = get_turn(request.principal.scope, asker_of(request), request_id)
    context = {"answer": answer_of(turn, place_of(request))}
    return render(request, "web/pages/ask_turn.html", context)


@page()
def show_place(request: PageRequest, document_id: UUID) -> HttpResponse:
    """The head of the source pane: which document, and where the quoted words stand today."""
    scope = request.principal.scope
    context = {
        "document": get_document(scope, document_id),
        "asked": asked_of(request, scope, document_id),
    }
    return render(request, "web/pages/ask_place.html", context)


@require_POST
@page()
def forget(request: PageRequest, session_id: UUID) -> HttpResponse:
    if not is_confirmed(request):
        return ask_first(
            request,
            question=_("Delete this conversation?"),
            text=_("Its questions and answers go. Your documents stay. This cannot be undone."),
            yes=_("Delete the conversation"),
            back="web:ask",
        )
    scope, asker = request.principal.scope, asker_of(request)
    attempt(
        request,
        lambda: forget_session(scope, asker, session_id),
        _("The conversation is deleted."),
    )
    return redirect("web:ask")


def asker_of(request: PageRequest) -> Asker:
    """The person: conversations begun by visitors of embedded chats are not theirs."""
    user_id = request.principal.scope.actor_id
    if user_id is None:
        raise ContextError("A conversation belongs to a person.")
    return Asker(user_id)
