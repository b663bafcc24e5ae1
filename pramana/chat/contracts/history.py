"""Turns and sessions as others may see them. Rows stay in this capability."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.chat.contracts.states import RequestState


@dataclass(frozen=True)
class TurnView:
    """A turn as far as it has come: enough to show it, or to go on showing it."""

    id: int
    session_id: UUID
    request_id: UUID
    run_id: UUID
    asked_at: datetime
    state: RequestState
    query: str = field(default="", repr=False)
    response: str = field(default="", repr=False)
    said: tuple[str, ...] = field(default=(), repr=False)
    sources: tuple[dict[str, Any], ...] = field(default=(), repr=False)
    metadata: dict[str, Any] = field(default_factory=dict, repr=False)
    fallback_message: str = ""
    error: str = ""
    error_code: str = ""


@dataclass(frozen=True)
class SessionView:
    """A conversation in a list: its first question is what it is called by."""

    id: UUID
    first_question: str = field(repr=False)
    turns: int
    created_at: datetime
    last_active: datetime
