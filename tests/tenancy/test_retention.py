"""What is older than the settings say is deleted, and nothing else."""

from datetime import timedelta
from uuid import uuid4

import pytest

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.models import AuditEntry
from pramana.tenancy.services import audit, erasure
from tests.settings import change

pytestmark = pytest.mark.django_db


def keep(settings, **days: int) -> None:
    change(settings, **days)


def test_nothing_is_deleted_while_everything_is_kept(scope: Scope, settings) -> None:
    keep(settings, keep_chats_days=0, keep_ledger_days=0, keep_audit_days=0)
    assert erasure.delete_expired() == {}


def test_old_audit_entries_go_and_young_ones_stay(scope: Scope, settings) -> None:
    keep(settings, keep_audit_days=30)
    audit(scope, "test.old", "thing", 1)
    AuditEntry.objects.in_scope(scope).update(at=utcnow() - timedelta(days=31))
    audit(scope, "test.young", "thing", 2)

    assert erasure.delete_expired()["keep_audit_days"] == 1
    assert [each.action for each in AuditEntry.objects.in_scope(scope)] == ["test.young"]


def test_conversations_go_after_their_last_question(scope: Scope, settings) -> None:
    from pramana.chat.models import ChatSession
    from tests.chat.saved_questions import make_turn

    keep(settings, keep_chats_days=7)
    old, young = make_turn(scope)["session_id"], make_turn(scope)["session_id"]
    mine = ChatSession.objects.in_scope(scope)
    mine.filter(pk=old).update(last_active=utcnow() - timedelta(days=8))

    assert erasure.delete_expired()["keep_chats_days"] == 1
    assert [each.pk for each in mine.all()] == [young]


def test_the_ledger_ends(scope: Scope, settings) -> None:
    from pramana.llm.models import ModelCall

    keep(settings, keep_ledger_days=400)
    for days in (399, 401):
        ModelCall.objects.create(
            tenant_id=scope.tenant_id,
            at=utcnow() - timedelta(days=days),
            trace_id=uuid4(),
            purpose="p",
            prompt="p",
            prompt_version=1,
            verb="ask",
            engine="offline",
            requests=1,
            tokens_in=1,
            tokens_out=1,
            latency_ms=1,
            outcome="ok",
        )

    assert erasure.delete_expired()["keep_ledger_days"] == 1
    assert ModelCall.objects.in_scope(scope).count() == 1
