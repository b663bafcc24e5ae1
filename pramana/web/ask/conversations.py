"""What a person does with a conversation: name, pin, share, export and judge it."""

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.chat.answer_report import ReportWords, report_of_answers
from pramana.chat.contracts.answers import AnswerFeedback, TurnView
from pramana.chat.contracts.questions import Asker
from pramana.chat.selectors import (
    MOST_SHARED,
    get_conversation,
    get_turn,
    shared_conversation,
    turns_of,
)
from pramana.chat.services import (
    forget_session,
    judge_answer,
    pin_session,
    rename_session,
    share_session,
    unshare_session,
)
from pramana.kit.clock import utcnow
from pramana.kit.errors import ContextError
from pramana.reports.writers import CitedReport, ReportFormat, report_response
from pramana.web.access import PageRequest, member_names, page
from pramana.web.actions import attempt, attempt_confirmed
from pramana.web.ask.answers import answer_view
from pramana.web.formatting import format_number
from pramana.web.params import text_param

LONGEST_TITLE = 200


def current_asker(request: PageRequest) -> Asker:
    """The signed-in person. Visitors of embedded chats have conversations of their own."""
    user_id = request.principal.scope.actor_id
    if user_id is None:
        raise ContextError("A conversation belongs to a person.")
    return Asker(user_id)


@require_POST
@page()
def rename_conversation(request: PageRequest, session_id: UUID) -> HttpResponse:
    scope, title = request.principal.scope, text_param(request.POST, "title", LONGEST_TITLE)
    asker = current_asker(request)
    attempt(
        request,
        lambda: rename_session(scope, asker, session_id, title),
        _("Conversation renamed."),
    )
    return redirect("web:ask-session", session_id)


@require_POST
@page()
def pin_conversation(request: PageRequest, session_id: UUID) -> HttpResponse:
    """Pin it, or with `unpin` let it go."""
    at = None if "unpin" in request.POST else utcnow()
    scope, asker = request.principal.scope, current_asker(request)
    attempt(
        request,
        lambda: pin_session(scope, asker, session_id, at),
        _("Conversation pinned.") if at else _("Conversation unpinned."),
    )
    return redirect("web:ask-session", session_id)


@require_POST
@page()
def share_conversation(request: PageRequest, session_id: UUID) -> HttpResponse:
    """Make the link, or with `stop` take it back."""
    scope, asker = request.principal.scope, current_asker(request)
    if "stop" in request.POST:
        attempt(
            request,
            lambda: unshare_session(scope, asker, session_id),
            _("The conversation is private again. Its link no longer works."),
        )
    else:
        attempt(
            request,
            lambda: share_session(scope, asker, session_id, at=utcnow()),
            _("Everyone in %(tenant)s who has the link can read the answers so far.")
            % {"tenant": request.principal.tenant_name},
        )
    return redirect("web:ask-session", session_id)


@require_POST
@page()
def judge_turn(request: PageRequest, request_id: UUID) -> HttpResponse:
    """Save feedback; pressing the same again takes it back."""
    scope, asker = request.principal.scope, current_asker(request)
    turn = get_turn(scope, asker, request_id)
    chosen = next((each for each in AnswerFeedback if each == request.GET.get("as")), None)
    feedback = None if chosen == turn.feedback else chosen
    judge_answer(scope, asker, request_id, feedback, at=utcnow())
    return redirect(f"{reverse('web:ask-session', args=[turn.session_id])}#turn-{request_id}")


@require_POST
@page()
def delete_conversation(request: PageRequest, session_id: UUID) -> HttpResponse:
    scope, asker = request.principal.scope, current_asker(request)
    return attempt_confirmed(
        request,
        lambda: forget_session(scope, asker, session_id),
        _("Conversation deleted."),
        question=_("Delete this conversation?"),
        text=_(
            "Its questions and answers are deleted. Your documents are kept. This cannot be undone."
        ),
        yes=_("Delete the conversation"),
        back="web:ask",
    )


@page()
def show_shared(request: PageRequest, share_id: UUID) -> HttpResponse:
    """A shared conversation, to read: its answers with what they quote, and nothing else found."""
    scope = request.principal.scope
    shared = shared_conversation(scope, share_id)
    people = member_names(scope)
    context = {
        "title": shared.name,
        "share_id": share_id,
        "shared_at": shared.shared_at,
        "by": people.get(shared.user_id, ""),
        "answers": [answer_view(turn) for turn in shared.turns],
    }
    return render(request, "web/ask/shared.html", context)


@page()
def download_shared(request: PageRequest, share_id: UUID, kind: ReportFormat) -> HttpResponse:
    shared = shared_conversation(request.principal.scope, share_id)
    return report_response(
        conversation_report(request, shared.name, shared.turns), kind, "conversation"
    )


@page()
def download_conversation(
    request: PageRequest, session_id: UUID, kind: ReportFormat
) -> HttpResponse:
    scope, asker = request.principal.scope, current_asker(request)
    name = get_conversation(scope, asker, session_id).name
    turns = turns_of(scope, asker, session_id, limit=MOST_SHARED)
    return report_response(conversation_report(request, name, turns), kind, "conversation")


def conversation_report(request: HttpRequest, name: str, turns: Sequence[TurnView]) -> CitedReport:
    """The answered questions, one section each, with links to the words that were quoted."""
    return report_of_answers(
        name,
        [(turn.query, turn.answer) for turn in turns if turn.response],
        absolute=request.build_absolute_uri,
        words=report_words(),
        language=(get_language() or "en")[:2],
    )


def report_words() -> ReportWords:
    return ReportWords(
        sources=_("Sources"),
        selection=_("The selected text"),
        somewhere=_("source"),
        page=_("page %(number)s"),
        format_number=format_number,
    )
