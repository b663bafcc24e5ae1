"""Messages over HTTP: accepted at once, read in order, none lost and none read twice."""

import json
import logging
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway
from pramana.llm.testing import ModelServer, fails, garbles
from pramana.memory.models import EpisodeRow, FactRow, FactSource, InboxMessage
from pramana.memory.services.inbox import lane_of
from tests.memory.scripted_model import add_message, over_http

ACCEPTED = {"message": "Messages added to processing queue", "success": True}


def message(content: str, **more: Any) -> dict[str, Any]:
    return {"content": content, "role_type": "user", "role": "", **more}


def post(client: Client, messages: list[Any], *, group_id: str = "g", **headers: str) -> Any:
    body = json.dumps({"group_id": group_id, "messages": messages})
    return client.post("/messages", body, content_type="application/json", headers=headers)


def bodies(scope: Scope) -> list[str]:
    found = EpisodeRow.objects.in_scope(scope).order_by("created_at")
    return [content.split(": ", 1)[1] for content in found.values_list("content", flat=True)]


def jobs(client: Client, group_id: str = "g", **more: str) -> Any:
    return client.get("/messages/jobs", {"group_id": group_id, **more}).json()


def test_k_messages_are_accepted_and_queue_exactly_k_jobs(admin: Client, scope: Scope) -> None:
    answer = post(admin, [message("one"), message("two"), message("three")])

    assert (answer.status_code, answer.json()) == (202, ACCEPTED)
    assert InboxMessage.objects.in_scope(scope).filter(state="queued").count() == 3
    assert len(set(InboxMessage.objects.in_scope(scope).values_list("job_id", flat=True))) == 3


def test_ten_thousand_messages_fit_into_one_request(admin: Client, scope: Scope) -> None:
    answer = post(admin, [message(f"number {number}") for number in range(10_000)])

    assert answer.status_code == 202
    assert InboxMessage.objects.in_scope(scope).filter(state="queued").count() == 10_000


@pytest.mark.parametrize(
    "body",
    [
        {"messages": []},
        {"group_id": "g"},
        {"group_id": 7, "messages": []},
        {"group_id": "g", "messages": [{"content": "x", "role_type": "robot"}]},
        {"group_id": "g", "messages": [{"role_type": "user"}]},
        {"group_id": "g", "messages": [{"content": "x"}]},
        {"group_id": "g", "messages": [message("x", timestamp="soon")]},
    ],
)
def test_what_breaks_the_schema_is_refused_at_once(admin: Client, scope: Scope, body: Any) -> None:
    answer = admin.post("/messages", json.dumps(body), content_type="application/json")

    assert answer.status_code == 422
    assert isinstance(answer.json()["detail"], list)
    assert not InboxMessage.objects.in_scope(scope).exists()


def test_an_omitted_timestamp_is_the_present(admin: Client, scope: Scope) -> None:
    post(admin, [message("x")])

    row = InboxMessage.objects.in_scope(scope).get()
    assert abs((row.created_at - row.valid_at).total_seconds()) < 60


def test_messages_are_read_in_order_over_requests_and_groups(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    post(admin, [message("one"), message("two")])
    post(admin, [message("three")], group_id="another")
    post(admin, [message("four")])
    drain_jobs()

    assert bodies(scope) == ["one", "two", "three", "four"]


def test_several_drainers_keep_a_group_in_one_lane(settings) -> None:
    assert lane_of("a") == lane_of("b")
    settings.PRAMANA = settings.PRAMANA.model_copy(update={"memory_drainers": 8})

    assert lane_of("a") == lane_of("a")
    assert len({lane_of(f"group-{number}") for number in range(100)}) == 8


def test_a_failed_message_stops_nobody_and_is_tried_again_on_request(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    post(admin, [message("one"), message("bad", uuid=str(uuid4())), message("three")])
    drain_jobs()

    assert bodies(scope) == ["one", "three"]
    status = jobs(admin)
    assert (status["queued"], status["done"], status["failed"]) == (0, 2, 1)
    (failed,) = jobs(admin, state="failed")["jobs"]
    assert "There is no episode" in failed["error"]
    InboxMessage.objects.in_scope(scope).filter(pk=failed["id"]).update(episode_uuid="")

    assert admin.post(f"/messages/jobs/{failed['id']}/retry").status_code == 202
    drain_jobs()
    assert bodies(scope) == ["one", "three", "bad"]
    assert admin.post(f"/messages/jobs/{failed['id']}/retry").status_code == 409


@pytest.mark.parametrize("group_id", ["", "no spaces", "../x", "g'; DROP TABLE memory_fact --"])
def test_a_bad_group_is_accepted_and_its_job_fails_before_any_write(
    admin: Client, scope: Scope, models: ModelServer, group_id: str
) -> None:
    assert post(admin, [message("x")], group_id=group_id).status_code == 202
    drain_jobs()

    assert InboxMessage.objects.in_scope(scope).get().state == "failed"
    assert not EpisodeRow.objects.in_scope(scope).exists()


def test_a_group_of_any_length_and_script_is_accepted_and_its_job_fails(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    """Longer than an index can hold, and no letter like the one before."""
    group_id = "".join(chr(0x4E00 + number * 7919 % 20_000) for number in range(5_000))
    assert post(admin, [message("x")], group_id=group_id).status_code == 202
    drain_jobs()

    (failed,) = InboxMessage.objects.in_scope(scope)
    assert (failed.state, failed.attempts) == ("failed", 1)
    assert jobs(admin, group_id[:1_000])["failed"] == 1
    assert not EpisodeRow.objects.in_scope(scope).exists()


def test_the_same_idempotency_key_queues_nothing_twice(
    admin: Client, stranger: Client, scope: Scope, other_scope: Scope
) -> None:
    for _ in range(2):
        answer = post(admin, [message("x")], **{"Idempotency-Key": "one"})
        assert (answer.status_code, answer.json()) == (202, ACCEPTED)
    post(admin, [message("x")], **{"Idempotency-Key": "two"})
    post(stranger, [message("x")], **{"Idempotency-Key": "one"})

    assert InboxMessage.objects.in_scope(scope).count() == 2
    assert InboxMessage.objects.in_scope(other_scope).count() == 1


def test_the_queues_size_is_logged_at_pick_up_and_the_duration_at_the_end_never_words(
    admin: Client, models: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    post(admin, [message("Ramkumar WORKS_AT Acme"), message("x")])
    with caplog.at_level(logging.INFO, logger="pramana"):
        drain_jobs()

    lines = [each.getMessage() for each in caplog.records if "memory" in each.name]
    picked = [each for each in lines if "picked up" in each]
    assert [each.split(", ")[1] for each in picked] == [
        "1 remain in the queue",
        "0 remain in the queue",
    ]
    done = [each for each in lines if " done in " in each]
    assert len(done) == 2
    assert "accepted=1" in done[0]
    assert "Ramkumar" not in caplog.text


def test_a_model_that_is_down_skips_the_stage_after_its_retry(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    models.otherwise = fails(503)
    post(admin, [message("Ram WORKS_AT Acme")])
    drain_jobs()

    assert bodies(scope) == ["Ram WORKS_AT Acme"]
    assert len(models.asked) == 2


def test_a_model_that_answers_nonsense_is_not_fatal(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    models.otherwise = garbles()
    post(admin, [message("Ram WORKS_AT Acme")])
    drain_jobs()

    models.otherwise = over_http
    post(admin, [message("Sita WORKS_AT Acme")])
    drain_jobs()
    assert len(bodies(scope)) == 2
    assert FactRow.objects.in_scope(scope).count() == 1


def test_what_goes_in_comes_out_again(admin: Client, scope: Scope, models: ModelServer) -> None:
    texts = ["Ram WORKS_AT Acme from 2020-03-01", "Ram WORKS_AT Himal from 2021-06-01"]
    post(admin, [message(text) for text in texts])
    drain_jobs()

    def found(**more: Any) -> list[str]:
        body = {"group_ids": ["g"], "query": "where does Ram work", **more}
        answer = admin.post("/search", json.dumps(body), content_type="application/json")
        assert answer.status_code == 200, answer.content
        return sorted(each["fact"] for each in answer.json()["facts"])

    assert found() == [texts[1]]
    assert found(as_of="2020-05-01T00:00:00Z") == [texts[0]]
    assert found(include_invalid=True) == texts
    assert found(group_ids=["other"]) == []
    episodes = admin.get("/episodes/g", {"last_n": 1}).json()
    assert [each["content"] for each in episodes] == [f"(user): {texts[1]}"]
    (fact,) = episodes[0]["entity_edges"][:1]
    edge = admin.get(f"/entity-edge/{fact}").json()
    assert set(edge) == {
        *("uuid", "name", "fact", "valid_at", "invalid_at", "created_at", "expired_at"),
        *("source_node_uuid", "target_node_uuid", "episodes", "confidence"),
        *("asserted_at", "valid_from", "valid_from_grain", "valid_until", "valid_until_grain"),
        *("asserted_date", "valid_from_date", "valid_until_date"),
        *("calendar", "claimed_by", "quote", "reason"),
    }


def test_get_memory_searches_with_the_conversation(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    post(admin, [message("Ram WORKS_AT Acme from 2020-03-01")])
    drain_jobs()
    body = {"group_id": "g", "center_node_uuid": None, "messages": [message("Tell me of Ram")]}
    answer = admin.post("/get-memory", json.dumps(body), content_type="application/json")

    assert [each["name"] for each in answer.json()["facts"]] == ["WORKS_AT"]


def test_another_tenant_sees_nothing_and_changes_nothing(
    admin: Client, stranger: Client, scope: Scope, models: ModelServer
) -> None:
    post(admin, [message("Ram WORKS_AT Acme")])
    drain_jobs()
    fact, episode = FactRow.objects.in_scope(scope).get(), EpisodeRow.objects.in_scope(scope).get()
    inbox = InboxMessage.objects.in_scope(scope).get()

    asked = json.dumps({"query": "Ram Acme"})
    answer = stranger.post("/search", asked, content_type="application/json")
    assert answer.json() == {"facts": []}
    assert jobs(stranger)["jobs"] == []
    assert stranger.get("/episodes/g").json() == []
    assert stranger.get(f"/entity-edge/{fact.pk}").status_code == 404
    for address in (f"/entity-edge/{fact.pk}", f"/episode/{episode.pk}", "/group/g"):
        assert stranger.delete(address).status_code == 404
    assert stranger.post(f"/messages/jobs/{inbox.pk}/retry").status_code == 404
    assert FactRow.objects.in_scope(scope).count() == 1


def test_an_entity_added_by_hand_is_found_by_later_messages(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    asked = {"uuid": str(uuid4()), "group_id": "g", "name": "Ram Thapa", "summary": "A friend."}
    made = admin.post("/entity-node", json.dumps(asked), content_type="application/json")
    again = admin.post("/entity-node", json.dumps(asked), content_type="application/json")
    post(admin, [message("Ram Thapa WORKS_AT Acme")])
    drain_jobs()

    assert made.status_code == 201
    assert again.status_code == 409
    assert str(FactRow.objects.in_scope(scope).get().subject_id) == asked["uuid"]


@pytest.mark.parametrize(
    "content",
    ["😀 Ram WORKS_AT Acme", "رام WORKS_AT شركة", "राम WORKS_AT काठमाडौं", "x" * 1_000_000],
    ids=["emoji", "right-to-left", "devanagari", "a megabyte"],
)
@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+05:45", "9999-12-31T23:59:59-11:00"])
def test_any_text_and_any_time_is_kept(
    admin: Client, scope: Scope, models: ModelServer, content: str, at: str
) -> None:
    assert post(admin, [message(content, timestamp=at)]).status_code == 202
    drain_jobs()

    assert InboxMessage.objects.in_scope(scope).get().error == ""
    assert bodies(scope) == [content]


def test_a_megabyte_is_read_to_its_last_sentence_without_a_model(
    admin: Client, scope: Scope, words_only: None
) -> None:
    """A pasted log between two sentences: both are read, and each fact rests on its own words."""
    log = "\n".join(f"{number:08x}{'ab12' * 24}" for number in range(10_000))
    content = f"Ram Thapa works at Nabil Bank.\n```\n{log}\n```\nMaya Rai is the mayor of Dharan."
    assert post(admin, [message(content)]).status_code == 202
    drain_jobs()

    assert len(content) > 1_000_000
    assert InboxMessage.objects.in_scope(scope).get().error == ""
    assert bodies(scope) == [content]
    stated = FactSource.objects.in_scope(scope).select_related("fact", "episode")
    quotes = {each.fact.relation: each.episode.content[each.start : each.end] for each in stated}
    assert quotes["WORKS_AT"] == "Ram Thapa works at Nabil Bank."
    assert quotes["MAYOR_OF"] == "Maya Rai is the mayor of Dharan."


def test_what_is_not_read_of_a_message_is_said(scope: Scope, monkeypatch, words_only: None) -> None:
    monkeypatch.setattr("pramana.memory.services.episodes.MOST_READ", 60)

    result = add_message(
        scope, "Ram Thapa works at Nabil Bank. " + "Yes. " * 10 + "End.", model=gateway(scope)
    )

    assert result.engine == "offline"
    assert result.counts["unread"] == len(result.episode.content) - 60
    assert [fact.relation for fact in result.facts] == ["WORKS_AT"]


def test_what_a_model_is_not_given_of_a_message_is_said(
    scope: Scope, monkeypatch, words_only: None
) -> None:
    monkeypatch.setattr("pramana.memory.services.episodes.LONGEST_BODY", 60)

    result = add_message(scope, "Ram WORKS_AT Acme\n" + "word " * 20)

    assert result.engine not in ("", "offline")
    assert result.counts["unread"] == len(result.episode.content) - 60
