"""What was used is written down, beside the call and never in its way."""

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.db import connection, transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope, ScopeContext
from pramana.llm.errors import ModelCutOff, ModelUnavailable
from pramana.llm.ledger import LEDGER
from pramana.llm.models import ModelCall
from pramana.llm.selectors import tenant_spending
from pramana.llm.testing import breaks_off, calls, fails
from pramana.observability.metrics import exposition
from tests.llm.conftest import ANTHROPIC, OPENAI, SAY, WRITE
from tests.llm.test_agent import DONE, add

pytestmark = pytest.mark.django_db(transaction=True)


def rows(scope: Scope) -> list[ModelCall]:
    assert LEDGER.flush()
    return list(ModelCall.objects.in_scope(scope).order_by("at"))


def test_a_call_leaves_one_row_with_its_ids_and_figures(gateway_to, scope):
    inside = ScopeContext(tenant_id=scope.tenant_id, actor_id=scope.actor_id, run_id=uuid4())
    gateway_to(ANTHROPIC, scope=inside).complete(SAY)
    (row,) = rows(scope)
    assert (row.prompt, row.prompt_version, row.purpose) == ("test.say", 1, "test.say")
    assert (row.engine, row.verb, row.outcome) == (ANTHROPIC, "complete", "ok")
    assert (row.requests, row.tokens_in, row.tokens_out) == (1, 10, 5)
    assert row.cost == Decimal("0.000175")
    assert row.latency_ms >= 0
    assert (row.actor_id, row.run_id, row.trace_id) == (
        scope.actor_id,
        inside.run_id,
        inside.trace_id,
    )


def test_a_call_is_counted_for_prometheus(models, gateway_to, scope):
    models.will(fails(500), fails(500))
    with pytest.raises(ModelUnavailable):
        gateway_to(scope=scope).complete(SAY)

    counted = f'engine="{OPENAI}",outcome="model_unavailable",purpose="test.say"'
    assert f"pramana_model_calls_total{{{counted}}}" in exposition().decode()


def test_an_agent_is_one_row_with_all_its_requests(models, gateway_to, scope):
    models.will(calls("add", first=1, second=2), DONE)
    gateway_to(scope=scope).agent(WRITE, [add]).rest()
    (row,) = rows(scope)
    assert (row.verb, row.requests, row.outcome) == ("agent", 2, "ok")


def test_failures_are_rows_too(models, gateway_to, scope):
    models.will(fails(500), fails(500), breaks_off("one two three four"))
    with pytest.raises(ModelUnavailable):
        gateway_to(scope=scope).complete(SAY)
    with pytest.raises(ModelCutOff):
        gateway_to(scope=scope).stream(SAY).rest()
    found = [(row.verb, row.outcome, row.requests) for row in rows(scope)]
    assert found == [("complete", "model_unavailable", 2), ("stream", "model_cut_off", 1)]


def test_a_rolled_back_change_does_not_unspend_what_was_spent(gateway_to, scope):
    with transaction.atomic():
        gateway_to(scope=scope).complete(SAY)
        transaction.set_rollback(True)
    assert len(rows(scope)) == 1


def test_a_row_that_cannot_be_written_costs_only_itself(gateway_to, scope, caplog):
    nobody = Scope(tenant_id=uuid4())
    assert gateway_to(scope=nobody).complete(SAY) == "Hello."
    for _ in range(3):
        gateway_to(scope=scope).complete(SAY)
    assert len(rows(scope)) == 3
    assert "rows of model calls are lost: 1" in caplog.text


def test_a_connection_that_went_stale_is_replaced(gateway_to, scope):
    gateway_to(scope=scope).complete(SAY)
    assert len(rows(scope)) == 1
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    gateway_to(scope=scope).complete(SAY)
    assert len(rows(scope)) == 2


def test_a_database_that_is_down_does_not_stop_an_answer(gateway_to, scope, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "HOST", "/nowhere")
    LEDGER.flush()
    assert gateway_to(scope=scope).complete(SAY) == "Hello."
    assert LEDGER.flush(timeout=20)


def test_spending_adds_up_by_purpose_and_engine(models, gateway_to, scope):
    gateway_to(ANTHROPIC, scope=scope).complete(SAY)
    gateway_to(ANTHROPIC, scope=scope).complete(SAY)
    models.otherwise = fails(401)
    with pytest.raises(Exception, match="key"):
        gateway_to(scope=scope).complete(SAY)
    LEDGER.flush()
    dearest, cheapest = tenant_spending(scope, since=utcnow() - timedelta(hours=1))
    assert (dearest.engine, dearest.calls, dearest.failed) == (ANTHROPIC, 2, 0)
    assert dearest.cost == Decimal("0.00035")
    assert (cheapest.calls, cheapest.failed, cheapest.cost) == (1, 1, None)
    assert tenant_spending(scope, since=utcnow() + timedelta(hours=1)) == []


def test_another_tenant_sees_nothing(gateway_to, scope, other_scope):
    gateway_to(scope=scope).complete(SAY)
    assert rows(scope)
    assert rows(other_scope) == []
    assert tenant_spending(other_scope, since=utcnow() - timedelta(hours=1)) == []


def test_a_row_has_no_room_for_text():
    kinds = {field.get_internal_type() for field in ModelCall._meta.get_fields()}
    assert not kinds & {"TextField", "JSONField", "BinaryField"}
