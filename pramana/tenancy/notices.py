"""Notices: what happened in a tenant, for whoever wants to tell others about it.

A service publishes a notice in the transaction of the change. Listeners write in the same
transaction, so a change that is rolled back tells nobody, and a committed one is never forgotten.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid4

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NoticeKind


@dataclass(frozen=True)
class Notice:
    """Something that happened. It names things by their ids and quotes no document."""

    kind: NoticeKind
    about: dict[str, str]
    id: UUID = field(default_factory=uuid4)
    at: datetime = field(default_factory=utcnow)


NoticeListener = Callable[[Scope, Notice], None]

_listeners: list[NoticeListener] = []


def register_notice_listener(listener: NoticeListener) -> None:
    """Call this function with every notice. Apps above this one use it."""
    if listener not in _listeners:
        _listeners.append(listener)


def publish_notice(scope: Scope, kind: NoticeKind, **about: object) -> None:
    """Tell every listener what happened, in the caller's transaction."""
    notice = Notice(kind, {name: str(value) for name, value in about.items() if value is not None})
    for listener in _listeners:
        listener(scope, notice)
