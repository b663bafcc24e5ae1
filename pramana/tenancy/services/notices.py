"""What happened in a tenant: the audit trail, and notices for whoever wants to tell others.

A service publishes a notice in the transaction of the change. Listeners write in the same
transaction, so a change that is rolled back tells nobody, and a committed one is never forgotten.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NoticeKind
from pramana.tenancy.models import AuditEntry


def audit(scope: Scope, action: str, subject_type: str, subject_id: object, **details: Any) -> None:
    """Record who did what. Details hold ids and choices, never document text or secrets."""
    AuditEntry(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        action=action,
        subject_type=subject_type,
        subject_id=str(subject_id),
        details=details,
    ).save(force_insert=True)


def delete_audit_before(moment: datetime) -> int:
    """Delete entries older than `moment` in every tenant, and return how many."""
    old = AuditEntry.objects.unscoped("retention applies to every tenant")
    return old.filter(at__lt=moment).delete()[0]


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
