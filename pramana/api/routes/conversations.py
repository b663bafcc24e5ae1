"""A person's conversations: their names, and the links by which they are shared in the tenant."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from ninja import Schema, Status
from pydantic import ConfigDict, Field, StringConstraints

from pramana.chat.answer_report import report_of_answers
from pramana.chat.api import request_asker
from pramana.chat.contracts.answers import ConversationSummary, QuoteOut, TurnView
from pramana.chat.selectors import get_conversation, shared_conversation
from pramana.chat.services import pin_session, rename_session, share_session, unshare_session
from pramana.kit.clock import utcnow
from pramana.kit.texts import NO_NUL
from pramana.reports.writers import ReportFormat, report_response
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs

router = AreaRouter("conversations", tags=["chat"])

LONGEST_TITLE = 200


class ConversationChange(Schema):
    model_config = ConfigDict(extra="forbid")

    title: Annotated[str, StringConstraints(max_length=LONGEST_TITLE, pattern=NO_NUL)] | None = (
        Field(default=None, description="Empty for its first question.")
    )
    is_pinned: bool | None = None


class ConversationOut(Schema):
    id: UUID
    name: str
    turns: int
    created_at: datetime
    last_active: datetime
    is_pinned: bool
    share_id: UUID | None
    shared_at: datetime | None


class CitedSourceOut(Schema):
    number: int = Field(description="As `[n]` in the response.")
    title: str
    source_url: str
    document_id: UUID | None
    quotes: list[QuoteOut]


class SharedTurnOut(Schema):
    query: str
    response: str
    asked_at: datetime
    sources: list[CitedSourceOut] = Field(description="Only those that the response quotes.")


class SharedConversationOut(Schema):
    name: str
    shared_by_id: UUID
    shared_at: datetime
    turns: list[SharedTurnOut]


ONE = "/conversations/{uuid:session_id}"
SHARED = "/conversations/shared/{uuid:share_id}"


@router.get(ONE, response=ConversationOut, auth=needs(Role.VIEWER))
def one_conversation(request: ScopedRequest, session_id: UUID) -> ConversationSummary:
    """A conversation of your own, without its answers; `/history` has those."""
    return get_conversation(request.scope, request_asker(request), session_id)


@router.patch(ONE, response=ConversationOut, auth=needs(Role.VIEWER))
def change_conversation(
    request: ScopedRequest, session_id: UUID, body: ConversationChange
) -> ConversationSummary:
    """Name a conversation of your own, or pin it."""
    scope, asker = request.scope, request_asker(request)
    with transaction.atomic():
        if body.title is not None:
            rename_session(scope, asker, session_id, body.title)
        if body.is_pinned is not None:
            pin_session(scope, asker, session_id, utcnow() if body.is_pinned else None)
    return get_conversation(scope, asker, session_id)


@router.post(f"{ONE}/share", response=ConversationOut, auth=needs(Role.VIEWER))
def share_conversation(request: ScopedRequest, session_id: UUID) -> ConversationSummary:
    """Show the answers until now to the tenant. `share_id` stays until you take it back."""
    scope, asker = request.scope, request_asker(request)
    share_session(scope, asker, session_id, at=utcnow())
    return get_conversation(scope, asker, session_id)


@router.delete(f"{ONE}/share", response={204: None}, auth=needs(Role.VIEWER))
def unshare_conversation(request: ScopedRequest, session_id: UUID) -> Status[None]:
    """Make a conversation private again. The old `share_id` never works again."""
    unshare_session(request.scope, request_asker(request), session_id)
    return Status(204, None)


@router.get(SHARED, response=SharedConversationOut, auth=needs(Role.VIEWER))
def one_shared_conversation(request: ScopedRequest, share_id: UUID) -> dict[str, Any]:
    """A conversation that someone of the tenant shares, as it was when it was shared."""
    shared = shared_conversation(request.scope, share_id)
    return {
        "name": shared.name,
        "shared_by_id": shared.user_id,
        "shared_at": shared.shared_at,
        "turns": [
            {
                "query": turn.query,
                "response": turn.response,
                "asked_at": turn.asked_at,
                "sources": _cited_sources(turn),
            }
            for turn in shared.turns
        ],
    }


def _cited_sources(turn: TurnView) -> list[dict[str, Any]]:
    return [
        {"source_url": "", "title": "", "document_id": None, **source, "number": number}
        for number, source in enumerate(turn.sources, start=1)
        if source.get("quotes")
    ]


@router.get(f"{SHARED}/file", auth=needs(Role.VIEWER))
def shared_conversation_as_file(
    request: ScopedRequest, share_id: UUID, format: ReportFormat = "md"
) -> HttpResponse:
    """A shared conversation as a file, with numbered sources and links to the quoted words."""
    shared = shared_conversation(request.scope, share_id)
    report = report_of_answers(
        shared.name,
        [(turn.query, turn.answer) for turn in shared.turns if turn.response],
        absolute=request.build_absolute_uri,
    )
    return report_response(report, format, "conversation")
