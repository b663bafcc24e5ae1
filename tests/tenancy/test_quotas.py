"""A tenant uses so much and no more; what is refused has changed nothing, and others go on."""

import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.test import Client

from pramana.documents.models import Document
from pramana.documents.services import add_file, add_files
from pramana.jobs.models import Job
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.llm import gateway as gateway_module
from pramana.llm.contracts import Prompt
from pramana.llm.errors import ModelBudgetExceeded
from pramana.llm.gateway import gateway
from pramana.llm.ledger import check_budget
from pramana.llm.models import ModelCall
from pramana.llm.offline import offline_answer
from pramana.llm.testing import model_server
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.models import Delivery, InboxMessage
from pramana.memory.services.inbox import accept_messages
from pramana.tenancy.contracts import NoticeKind, Quota, QuotaUse
from pramana.tenancy.errors import OverQuota
from pramana.tenancy.models import StoredFile
from pramana.tenancy.selectors import audit_page
from pramana.tenancy.services import set_quota
from pramana.tenancy.services.quotas import format_amount, limit_of, quota_uses
from pramana.tenancy.testing import make_key
from tests.callers import with_key
from tests.settings import change
from tests.web.test_access import signed_in

SAY = Prompt("quotas.say", 1, system="Be brief.", user="Say hello.", output=str)


@offline_answer("quotas.say")
def say(prompt: Prompt[str]) -> str:
    return "Offline."


def give(settings, **quotas: float) -> None:
    named = {f"quota_{name}": most for name, most in quotas.items()}
    change(settings, **named)


def file(text: str) -> "ContentFile[bytes]":
    return ContentFile(text.encode())


def message(words: str) -> IncomingMessage:
    return IncomingMessage(group_id="g", content=words, role_type=RoleType.USER, valid_at=utcnow())


def spend(scope: Scope, cost: str, *, at: datetime | None = None) -> None:
    ModelCall.objects.create(
        tenant_id=scope.tenant_id,
        at=at or utcnow(),
        trace_id=uuid4(),
        purpose="p",
        prompt="p",
        prompt_version=1,
        verb="complete",
        engine="anthropic:x",
        requests=1,
        tokens_in=1,
        tokens_out=1,
        cost=Decimal(cost),
        latency_ms=1,
        outcome="ok",
    )


def test_without_a_quota_nothing_is_counted(scope, settings, django_assert_num_queries):
    give(settings, cost_per_day=0)
    with django_assert_num_queries(1):
        assert quota_uses(scope) == []


def test_a_tenants_own_quota_goes_before_everyones(scope, other_scope, settings):
    give(settings, documents=2)
    set_quota(scope, Quota.DOCUMENTS, Decimal(5))
    assert (limit_of(scope, Quota.DOCUMENTS), limit_of(other_scope, Quota.DOCUMENTS)) == (5, 2)

    set_quota(scope, Quota.DOCUMENTS, Decimal(0))
    assert quota_uses(scope) == []
    set_quota(scope, Quota.DOCUMENTS, None)
    assert quota_uses(scope) == [QuotaUse(Quota.DOCUMENTS, Decimal(0), Decimal(2))]
    assert {entry.action for entry in audit_page(scope)} == {"quota.changed"}
    assert audit_page(other_scope) == []


@pytest.mark.parametrize("most", ["-1", "NaN", "Infinity", "1e19", "0.00001"])
def test_what_is_no_quota_is_refused(scope, most):
    with pytest.raises(InvalidRequest):
        set_quota(scope, Quota.BYTES, Decimal(most))


def test_of_several_files_all_come_in_or_none(scope, other_scope, settings):
    give(settings, documents=2)
    add_file(scope, "one.txt", file("one"))
    with pytest.raises(OverQuota, match="may keep 2 documents and has 1"):
        add_files(scope, [("two.txt", file("two")), ("three.txt", file("three"))])

    assert Document.objects.in_scope(scope).count() == 1
    assert StoredFile.objects.in_scope(scope).count() == 1
    assert Job.objects.in_scope(scope).count() == 1
    assert len(add_files(other_scope, [("a.txt", file("a")), ("b.txt", file("b"))])) == 2
    add_file(scope, "two.txt", file("two"))


def test_bytes_that_do_not_fit_are_not_stored(scope, other_scope, settings):
    give(settings, bytes=10)
    files = [("one.txt", file("123456")), ("two.txt", file("7890123"))]
    with pytest.raises(OverQuota, match="may keep 10 bytes of files and has 0"):
        add_files(scope, files)
    with pytest.raises(OverQuota):
        add_file(scope, "long.txt", file("12345678901"))

    assert not default_storage.exists(str(scope.tenant_id))
    add_file(scope, "one.txt", file("1234567890"))
    add_file(scope, "one again.txt", file("1234567890"))
    add_file(other_scope, "one.txt", file("1234567890"))
    assert quota_uses(scope) == [QuotaUse(Quota.BYTES, Decimal(10), Decimal(10))]


def test_a_refused_upload_says_what_to_do(scope, settings):
    give(settings, documents=1)
    client = with_key(make_key(scope))
    assert _upload(client, "one").status_code == 202
    refused = _upload(client, "two")
    assert refused.status_code == 429
    assert "Delete some, or have the quota raised" in refused.content.decode()
    assert int(refused.headers["Retry-After"]) > 0


def _upload(client: Client, words: str):
    return client.post("/api/documents/", {"file": ContentFile(words.encode(), f"{words}.txt")})


def test_messages_are_counted_by_the_day(scope, other_scope, settings):
    give(settings, messages_per_day=3)
    accept_messages(scope, [message("one"), message("two")])
    with pytest.raises(OverQuota, match="may send 3 messages a day and has sent 2") as refused:
        accept_messages(scope, [message("three"), message("four")], key="again")

    assert 0 < (refused.value.retry_after or 0) <= 86401
    assert InboxMessage.objects.in_scope(scope).count() == 2
    assert not Delivery.objects.in_scope(scope).exists()
    assert accept_messages(other_scope, [message(str(n)) for n in range(3)]) == 3
    yesterday = utcnow() - timedelta(days=1)
    InboxMessage.objects.in_scope(scope).update(created_at=yesterday)
    assert accept_messages(scope, [message("three"), message("four")], key="again") == 2


def test_what_is_left_is_given_once_to_those_who_come_together(transactional_db, settings):
    from pramana.tenancy.testing import make_tenant

    scope = make_tenant()
    give(settings, documents=3)
    outcomes: list[str] = []

    def add(number: int) -> None:
        try:
            add_file(scope, f"{number}.txt", file(f"words {number}"))
            outcomes.append("taken")
        except OverQuota:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=add, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(outcomes) == ["refused"] * 3 + ["taken"] * 3


def test_a_spent_budget_asks_no_model_and_may_fall_back(
    transactional_db, settings, monkeypatch: pytest.MonkeyPatch
):
    from pramana.tenancy.testing import make_tenant

    scope, other = make_tenant(), make_tenant()
    gateway_module._remote_engine.cache_clear()
    give(settings, cost_per_month=3)
    spend(scope, "2.5")
    spend(scope, "9", at=datetime(2020, 1, 31, tzinfo=UTC))
    with model_server() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
        change(settings, model="openai:small")
        assert gateway(scope).complete(SAY) == "Hello."

        spend(scope, "0.5")
        with pytest.raises(
            ModelBudgetExceeded, match="3 US dollars a month on models and has spent 3"
        ):
            gateway(scope).complete(SAY)
        assert gateway(scope).complete(SAY, fallback="offline") == "Offline."
        assert len(server.asked) == 1
        assert gateway(other).complete(SAY) == "Hello."


def test_home_shows_use_against_quota_where_there_is_one(scope, settings):
    client = signed_in(scope)
    assert "Usage and limits" not in client.get("/app/").content.decode()
    give(settings, documents=4, cost_per_month=10)
    add_file(scope, "one.txt", file("one"))
    spend(scope, "2.5")
    page = client.get("/app/").content.decode()
    assert "Usage and limits" in page and "1 of 4" in page and "$2.50 of $10.00" in page


def test_numbers_are_written_without_empty_places():
    assert format_amount(Decimal("100.0000")) == "100"


def spent(scope: Scope, dollars: str) -> None:
    ModelCall.objects.create(
        tenant_id=scope.tenant_id, at=utcnow(), purpose="p", prompt="p", prompt_version=1,
        verb="complete", engine="openai:small", requests=1, tokens_in=1, tokens_out=1,
        cost=Decimal(dollars), latency_ms=1, outcome="ok", trace_id=uuid4(),
    )  # fmt: skip


def test_a_days_spending_is_limited_by_default(scope, other_scope):
    assert limit_of(scope, Quota.COST_PER_DAY) == 20
    spent(scope, "20")
    with pytest.raises(ModelBudgetExceeded, match="20 US dollars a day"):
        check_budget(scope)
    check_budget(other_scope)
    set_quota(scope, Quota.COST_PER_DAY, Decimal(0))
    check_budget(scope)


def test_half_of_a_days_money_is_told_to_whoever_listens(scope, monkeypatch):
    """Webhooks and mails to admins are such listeners."""
    notices = []
    monkeypatch.setattr(
        "pramana.tenancy.services.notices._listeners", [lambda _, notice: notices.append(notice)]
    )
    spent(scope, "10.1")
    for _ in range(3):
        check_budget(scope)

    [notice] = notices
    assert notice.kind is NoticeKind.BUDGET_ALARM
    assert notice.about == {"quota": "cost_per_day", "used": "10.1", "most": "10"}


def test_an_alarm_that_was_rolled_back_is_raised_again(transactional_db, other_scope):
    spent(other_scope, "10.1")
    with suppress(RuntimeError), transaction.atomic():
        check_budget(other_scope)
        raise RuntimeError
    assert "quota.half_spent" not in {each.action for each in audit_page(other_scope)}
    check_budget(other_scope)
    assert "quota.half_spent" in {each.action for each in audit_page(other_scope)}


def test_half_of_a_days_money_raises_an_alarm_once(scope, caplog):
    spent(scope, "9.9")
    check_budget(scope)
    assert "quota.half_spent" not in {each.action for each in audit_page(scope)}
    spent(scope, "0.2")
    for _ in range(3):
        check_budget(scope)

    alarms = [each for each in audit_page(scope) if each.action == "quota.half_spent"]
    assert [each.details for each in alarms] == [{"used": "10.1", "most": "20"}]
    assert len([each for each in caplog.records if "half of the model budget" in each.message]) == 1
