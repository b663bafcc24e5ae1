"""Very many messages in one request: all or none, in their order."""

import json

import pytest

from pramana.jobs.models import Job
from pramana.jobs.streams import STREAMS
from pramana.memory.api import messages
from pramana.memory.models import InboxMessage
from pramana.postgres.loans import Turnstile


def body(count: int, **last: object) -> str:
    messages = [{"content": f"Message {n}.", "role_type": "user"} for n in range(count)]
    if last:
        messages[-1] = last
    return json.dumps({"group_id": "many", "messages": messages})


def post(client, content: str):
    return client.post("/messages", content, content_type="application/json")


def test_pieces_keep_the_order_and_each_message_has_its_job(admin, scope) -> None:
    assert post(admin, body(4500)).status_code == 202

    rows = InboxMessage.objects.in_scope(scope).order_by("position")
    assert [row.content for row in rows] == [f"Message {n}." for n in range(4500)]
    jobs = Job.objects.in_scope(scope).order_by("position").values_list("id", flat=True)
    assert list(jobs) == [row.job_id for row in rows]


@pytest.mark.parametrize("wrong", [{"content": 1, "role_type": "user"}, {"content": "no role"}])
def test_one_wrong_message_at_the_end_refuses_all(admin, scope, wrong) -> None:
    answer = post(admin, body(4500, **wrong))

    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"][:3] == ["body", "messages", 4499]
    assert not InboxMessage.objects.in_scope(scope).exists()
    assert not Job.objects.in_scope(scope).exists()


def test_long_requests_wait_for_each_other_and_short_ones_do_not(admin, monkeypatch) -> None:
    """Each holds a connection for seconds: more of them at once would leave none to the others."""
    lane = Turnstile(1, waiting=0, patience_s=0)
    monkeypatch.setattr(messages, "LONG_BODIES", lane)
    with lane.enter():
        assert post(admin, body(messages.FEW + 1)).status_code == 503
        assert post(admin, body(messages.FEW)).status_code == 202
    assert post(admin, body(messages.FEW + 1)).status_code == 202


def test_a_server_that_stops_writes_none(admin, scope, monkeypatch) -> None:
    monkeypatch.setattr(STREAMS, "_stopping", True)
    assert post(admin, body(10)).status_code == 503
    assert not InboxMessage.objects.in_scope(scope).exists()
