"""Messages whose model stage was skipped: marked, counted, and read again by hand or by itself."""

import json
import logging
from typing import Any

import pytest
from django.test import Client

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.llm.gateway import _remote_engine
from pramana.llm.testing import ModelServer, fails
from pramana.memory.contracts.messages import MessageState
from pramana.memory.models import EpisodeRow, FactRow, InboxMessage
from pramana.memory.services.inbox import reread_partly_read, tenants_to_reread
from tests.memory.scripted_model import over_http
from tests.web.test_access import signed_in

SENT = "2026-11-15T09:30:00+05:45"


def post(client: Client, content: str, key: str = "", at: str | None = SENT) -> int:
    message = {"content": content, "role_type": "user"} | ({"timestamp": at} if at else {})
    body: dict[str, Any] = {"group_id": "g", "messages": [message]}
    headers = {"Idempotency-Key": key} if key else {}
    answer = client.post(
        "/messages", json.dumps(body), content_type="application/json", headers=headers
    )
    return answer.status_code


def read_without_model(admin: Client, models: ModelServer) -> None:
    models.otherwise = fails(503)
    post(admin, "Ram WORKS_AT Acme from 2020-03-01")
    drain_jobs()
    models.otherwise = over_http
    _remote_engine.cache_clear()


def test_a_skipped_stage_marks_the_message_and_is_counted(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    read_without_model(admin, models)

    jobs = admin.get("/messages/jobs", {"group_id": "g"}).json()
    assert (jobs["partly_read"], jobs["done"]) == (1, 0)
    assert "extract" in jobs["jobs"][0]["error"]
    assert EpisodeRow.objects.in_scope(scope).count() == 1


def test_it_is_read_again_into_the_same_episode_and_its_words_leave_the_inbox(
    admin: Client, scope: Scope, models: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    read_without_model(admin, models)
    assert tenants_to_reread() == [scope.tenant_id]

    with caplog.at_level(logging.INFO, logger="pramana"):
        assert reread_partly_read(scope) == 1
        drain_jobs()

    row = InboxMessage.objects.in_scope(scope).get()
    assert (row.state, row.content) == (MessageState.DONE, "")
    assert EpisodeRow.objects.in_scope(scope).count() == 1
    assert FactRow.objects.in_scope(scope).count() == 1
    assert any("is read again" in each.getMessage() for each in caplog.records)
    assert reread_partly_read(scope) == 0


def test_no_try_is_used_up_while_the_model_is_away(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    models.otherwise = fails(503)
    post(admin, "Ram WORKS_AT Acme from 2020-03-01")
    drain_jobs()
    for _ in range(2):
        assert reread_partly_read(scope) == 1
        drain_jobs()

    assert InboxMessage.objects.in_scope(scope).get().attempts == 0
    page = signed_in(scope).get("/app/memory/g?panel=messages").content.decode()
    assert "these stages were skipped: extract" in page
    assert "Read in part" in page and "Read again" in page


@pytest.mark.parametrize("moment", ["2026-11-15T09:30:00", "2026-11-15"])
def test_a_message_at_a_moment_without_an_offset_is_refused(
    admin: Client, scope: Scope, moment: str
) -> None:
    message = {"content": "x", "role_type": "user", "timestamp": moment}
    body = json.dumps({"group_id": "g", "messages": [message]})

    answer = admin.post("/messages", body, content_type="application/json")

    assert answer.status_code == 422
    assert "Add the offset from UTC, such as +05:45" in answer.content.decode()
    assert not InboxMessage.objects.in_scope(scope).exists()


def test_it_can_be_retried_by_hand(admin: Client, scope: Scope, models: ModelServer) -> None:
    read_without_model(admin, models)
    message_id = InboxMessage.objects.in_scope(scope).get().pk

    assert admin.post(f"/messages/jobs/{message_id}/retry").status_code == 202
    drain_jobs()

    assert FactRow.objects.in_scope(scope).count() == 1


def test_the_same_key_with_other_messages_is_refused(admin: Client, scope: Scope) -> None:
    assert [post(admin, "x", "one"), post(admin, "x", "one")] == [202, 202]
    assert post(admin, "y", "one") == 409
    assert InboxMessage.objects.in_scope(scope).count() == 1


@pytest.mark.parametrize("sent", ["2026-11-16T09:30:00+05:45", "2026-11-15T09:30:00+00:00", None])
def test_the_same_key_with_another_time_is_refused(
    admin: Client, scope: Scope, sent: str | None
) -> None:
    assert [post(admin, "x", "one"), post(admin, "x", "one", at=sent)] == [202, 409]
    assert InboxMessage.objects.in_scope(scope).count() == 1


def test_a_message_without_a_time_may_be_repeated(admin: Client, scope: Scope) -> None:
    assert [post(admin, "x", "one", at=None), post(admin, "x", "one", at=None)] == [202, 202]
    assert InboxMessage.objects.in_scope(scope).count() == 1
