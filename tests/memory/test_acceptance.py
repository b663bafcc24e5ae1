"""The acceptance lines of the Messages document, each by its number; some numbers occur twice.

The finer points of each are in the tests beside this file.
"""

import logging
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from pramana.jobs.runner import STOPPING
from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import AppError, InvalidRequest
from pramana.kit.scope import Scope
from pramana.llm.errors import ModelUnavailable
from pramana.llm.testing import ModelServer, fails
from pramana.memory.contracts.extraction import MessageExtraction, Verdicts
from pramana.memory.domain.groups import read_rules
from pramana.memory.errors import EpisodeNotFound
from pramana.memory.models import (
    Duplicate,
    EntityRow,
    EpisodeRow,
    FactRow,
    GroupRow,
    InboxMessage,
    MentionRow,
    UnindexedItem,
)
from pramana.observability.tracing import start_tracing, stop_tracing
from tests.memory.scripted_model import add_message, over_http, scripted
from tests.memory.test_messages import ACCEPTED, bodies, jobs, message, post
from tests.settings import change

MARCH, JUNE = datetime(2020, 3, 1, tzinfo=UTC), datetime(2020, 6, 1, tzinfo=UTC)
BOARD = "Kathmandu Metropolitan Water Supply Board"
LAST = 39
words_only = pytest.mark.usefixtures("words_only")
read = pytest.mark.usefixtures("models")


@pytest.mark.parametrize("number", range(1, LAST + 1))
def test_every_acceptance_line_has_a_test_named_after_it(number: int) -> None:
    written = "\n".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    named = re.findall(r"def test_criteri(?:on|a)((?:_and)?(?:_\d+)+(?:_and_\d+)?)_[a-z]", written)

    assert str(number) in {each for name in named for each in re.findall(r"\d+", name)}


def test_criterion_1_k_messages_are_accepted_and_queue_k_jobs(admin: Client, scope: Scope) -> None:
    answer = post(admin, [message(str(number)) for number in range(7)])

    assert (answer.status_code, answer.json()) == (202, ACCEPTED)
    assert len(set(InboxMessage.objects.in_scope(scope).values_list("job_id", flat=True))) == 7


@read
def test_criterion_2_a_shutdown_executes_nothing_that_is_queued(
    admin: Client, scope: Scope
) -> None:
    post(admin, [message("one"), message("two")])
    STOPPING.set()
    try:
        drain_jobs(at_most=5)
    finally:
        STOPPING.clear()

    assert bodies(scope) == []
    assert jobs(admin)["queued"] == 2
    drain_jobs()
    assert bodies(scope) == ["one", "two"]


@read
def test_criterion_3_jobs_are_processed_in_order(admin: Client, scope: Scope) -> None:
    post(admin, [message("one"), message("two"), message("three")])
    drain_jobs()

    assert bodies(scope) == ["one", "two", "three"]


@read
def test_criteria_4_and_38_the_queues_size_is_logged_at_pick_up(
    admin: Client, caplog: pytest.LogCaptureFixture
) -> None:
    post(admin, [message("one"), message("two")])
    with caplog.at_level(logging.INFO, logger="pramana.memory"):
        drain_jobs()

    said = [each.getMessage() for each in caplog.records if "picked up" in each.getMessage()]
    assert [each.rsplit(", ")[-1] for each in said] == [
        "1 remain in the queue",
        "0 remain in the queue",
    ]


def test_criterion_5_a_missing_group_id_is_refused_at_once(admin: Client) -> None:
    answer = admin.post("/messages", {"messages": []}, content_type="application/json")

    assert answer.status_code == 422


def test_criterion_6_another_role_type_is_refused_at_once(admin: Client, scope: Scope) -> None:
    assert post(admin, [message("x", role_type="robot")]).status_code == 422
    assert not InboxMessage.objects.in_scope(scope).exists()


def test_criterion_7_an_omitted_timestamp_is_the_time_of_the_request(
    admin: Client, scope: Scope
) -> None:
    post(admin, [message("x")])

    row = InboxMessage.objects.in_scope(scope).get()
    assert abs(row.created_at - row.valid_at) < timedelta(minutes=1)


def test_criterion_8_an_empty_list_is_accepted_and_queues_nothing(
    admin: Client, scope: Scope
) -> None:
    answer = post(admin, [])

    assert (answer.status_code, answer.json()) == (202, ACCEPTED)
    assert not InboxMessage.objects.in_scope(scope).exists()


@words_only
def test_criterion_9_a_known_uuid_loads_its_episode(scope: Scope) -> None:
    first = add_message(scope, "Ram WORKS_AT Acme")
    again = add_message(scope, "something else", uuid=str(first.episode.id))

    assert again.episode == first.episode
    assert EpisodeRow.objects.in_scope(scope).count() == 1


@words_only
def test_criterion_10_an_unknown_uuid_fails_and_leaves_no_partial_writes(scope: Scope) -> None:
    with pytest.raises(EpisodeNotFound):
        add_message(scope, "Ram WORKS_AT Acme", uuid=str(uuid4()))

    for table in (EpisodeRow, EntityRow, FactRow, MentionRow, UnindexedItem):
        assert not table.objects.in_scope(scope).exists()


@words_only
def test_criteria_11_and_12_a_new_episode_is_as_documented(scope: Scope) -> None:
    add_message(scope, "Hello", role="Sita", at=MARCH, group_id="theirs")
    add_message(scope, "Hello", at=JUNE, group_id="theirs")

    first, second = (
        EpisodeRow.objects.in_scope(scope).filter(group_id="theirs").order_by("valid_at")
    )
    assert (first.content, second.content) == ("Sita(user): Hello", "(user): Hello")
    assert (first.valid_at, first.source) == (MARCH, "message")
    assert first.created_at > JUNE


@words_only
@pytest.mark.parametrize("group_id", ["", "a b", "../x", "g'; --"])
def test_criterion_13_an_invalid_group_fails_before_any_write(scope: Scope, group_id: str) -> None:
    with pytest.raises(InvalidRequest):
        add_message(scope, "Ram WORKS_AT Acme", group_id=group_id)

    assert not EpisodeRow.objects.in_scope(scope).exists()


@read
@pytest.mark.parametrize(
    "given",
    [
        {"entity_types": {"Person": {"properties": {"name": {"type": "string"}}}}},
        {"entity_types": {"Person": {}}, "excluded_entity_types": ["Planet"]},
    ],
    ids=["schema", "exclusion"],
)
def test_criteria_14_and_15_inconsistent_types_fail_the_job(
    admin: Client, scope: Scope, given: dict[str, object]
) -> None:
    """Settings are refused where they are set; this group's were written by an older release."""
    GroupRow.objects.create(tenant_id=scope.tenant_id, group_id="g", settings=given)
    post(admin, [message("Ram WORKS_AT Acme")])
    drain_jobs()

    assert InboxMessage.objects.in_scope(scope).get().state == "failed"
    assert not EpisodeRow.objects.in_scope(scope).exists()


@words_only
def test_criterion_16_explicit_previous_episodes_are_the_context(scope: Scope) -> None:
    first, _ = add_message(scope, "one", at=MARCH), add_message(scope, "two", at=MARCH)
    model = scripted()
    add_message(scope, "three", at=JUNE, previous_ids=[first.episode.id], model=model)

    previous = model.prompts_named("memory.extract")[0].input.previous
    assert [each.body for each in previous] == ["(user): one"]


@words_only
def test_criterion_17_otherwise_a_bounded_number_before_the_timestamp_is(scope: Scope) -> None:
    for day in range(12):
        add_message(scope, f"day {day}", at=MARCH + timedelta(days=day))
    add_message(scope, "later", at=JUNE + timedelta(days=1))
    add_message(scope, "elsewhere", at=MARCH, group_id="another")
    model = scripted()
    add_message(scope, "now", at=JUNE, model=model)

    previous = model.prompts_named("memory.extract")[0].input.previous
    assert [each.body for each in previous] == [f"(user): day {day}" for day in range(2, 12)]


@words_only
def test_criterion_18_no_entities_are_allowed(scope: Scope) -> None:
    result = add_message(scope, "…", model=scripted(extract=MessageExtraction()))

    assert (result.entities, result.facts) == ((), ())
    assert EpisodeRow.objects.in_scope(scope).count() == 1


@words_only
def test_criteria_19_and_24_duplicates_are_remapped_and_linked(scope: Scope) -> None:
    first = add_message(scope, BOARD)
    result = add_message(scope, f"{BOARD}s")

    assert result.mentions == first.mentions
    assert [each.how for each in result.duplicates] == ["near-identical"]
    assert Duplicate.objects.in_scope(scope).get().entity_id == first.mentions[0]


@words_only
def test_criterion_20_no_relations_are_allowed(scope: Scope) -> None:
    result = add_message(scope, "Ram\nSita")

    assert (len(result.entities), result.facts) == (2, ())


@words_only
def test_criterion_21_relations_point_at_resolved_entities(scope: Scope) -> None:
    known = add_message(scope, BOARD).mentions[0]
    result = add_message(scope, f"Ram WORKS_AT {BOARD}s")

    assert result.facts[0].object_id == known


@words_only
def test_criterion_22_accepted_and_invalidated_relations_are_told_apart(scope: Scope) -> None:
    old = add_message(scope, "Ram WORKS_AT Acme from 2020-03-01").facts[0]
    result = add_message(scope, "Ram WORKS_AT Himal from 2020-06-01")

    assert [(each.fact_id, each.reason) for each in result.invalidated] == [(old.id, "superseded")]
    assert [each.valid.end for each in result.facts] == [None]


@words_only
def test_criterion_23_attributes_are_applied_to_resolved_entities(scope: Scope) -> None:
    found = {"name": "Ram", "attributes": {"job": "cook"}, "confidence": 0.9}
    add_message(scope, "Ram")
    add_message(
        scope,
        "Ram",
        model=scripted(extract=MessageExtraction.model_validate({"entities": [found]})),
    )

    assert EntityRow.objects.in_scope(scope).get().attributes == {"job": "cook"}


@words_only
def test_criteria_25_and_26_mentions_and_relation_ids_are_recorded(scope: Scope) -> None:
    result = add_message(scope, "Ram WORKS_AT Acme\nPokhara")

    mentioned = MentionRow.objects.in_scope(scope).values_list("entity__name", flat=True)
    assert set(mentioned) == {"Ram", "Acme", "Pokhara"}
    assert EpisodeRow.objects.in_scope(scope).get().fact_ids == [each.id for each in result.facts]


@words_only
def test_criterion_27_everything_is_persisted_in_one_statement(
    scope: Scope, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(20) as sent:
        add_message(scope, "Ram WORKS_AT Acme")

    writing = [each["sql"] for each in sent if "INSERT INTO memory_" in each["sql"]]
    assert len(writing) == 1


def test_criteria_28_and_29_names_and_relations_are_embedded_with_what_is_saved(
    scope: Scope,
) -> None:
    add_message(scope, "Ram WORKS_AT Acme")

    rows = UnindexedItem.objects.in_scope(scope)
    spaces = rows.exclude(vector=None).values_list("space", flat=True)
    assert sorted(spaces) == ["memory.entity", "memory.entity", "memory.episode", "memory.fact"]


@words_only
def test_criterion_30_raw_content_is_cleared_before_it_is_saved(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme", rules=read_rules({"store_raw_content": False}))

    assert EpisodeRow.objects.in_scope(scope).get().content == ""


@read
def test_criteria_32_and_33_a_failing_job_changes_no_answer_and_stops_nobody(
    admin: Client, scope: Scope
) -> None:
    answer = post(admin, [message("one"), message("bad", uuid=str(uuid4())), message("two")])
    drain_jobs()

    assert (answer.status_code, answer.json()) == (202, ACCEPTED)
    assert bodies(scope) == ["one", "two"]
    assert jobs(admin)["failed"] == 1


def test_criterion_33_a_failing_embedding_fails_the_job(scope: Scope, settings) -> None:
    change(settings, embeddings="ollama:none")
    with pytest.raises(AppError):
        add_message(scope, "Ram WORKS_AT Acme")

    assert not EpisodeRow.objects.in_scope(scope).exists()


class Broken(SpanExporter):
    """Nobody collects; what is sent is lost with an error, until it is switched off."""

    refused = 0
    is_broken = True

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        if self.is_broken:
            self.refused += 1
            raise RuntimeError("no collector")
        return SpanExportResult.SUCCESS


@read
def test_criterion_34_telemetry_that_fails_affects_nothing(admin: Client, scope: Scope) -> None:
    broken = Broken()
    start_tracing(broken)
    try:
        post(admin, [message("Ram WORKS_AT Acme")])
        drain_jobs()
    finally:
        broken.is_broken = False
        stop_tracing()

    assert broken.refused
    assert FactRow.objects.in_scope(scope).count() == 1


def test_criterion_35_a_failing_model_is_retried_once_and_then_gone_without(
    admin: Client, scope: Scope, models: ModelServer
) -> None:
    models.otherwise = fails(503)
    post(admin, [message("Ram WORKS_AT Acme")])
    drain_jobs()

    assert len(models.asked) == 2
    assert bodies(scope) == ["Ram WORKS_AT Acme"]


@words_only
def test_criterion_35_correctness_does_not_depend_on_concurrency(scope: Scope) -> None:
    """Groups may be read side by side; what one learns does not depend on the other."""
    for group_id, other in (("a", "b"), ("b", "a")):
        add_message(scope, "Ram WORKS_AT Acme from 2020-03-01", group_id=group_id)
        add_message(scope, "Ram WORKS_AT Himal from 2020-06-01", group_id=other)

    for group_id in ("a", "b"):
        held = FactRow.objects.in_scope(scope).filter(group_id=group_id, invalid_at=None)
        assert held.get().object.name == "Himal"


@words_only
def test_criterion_36_partial_extraction_is_kept(scope: Scope) -> None:
    add_message(scope, "Sita Rai")
    model = scripted(resolve=ModelUnavailable("away"))
    result = add_message(scope, "Sita LIKES Tea", model=model)

    assert (len(result.facts), result.counts["skipped"]) == (1, 1)


@read
def test_criterion_36_several_requests_are_still_read_one_after_the_other(
    admin: Client, scope: Scope
) -> None:
    for number in range(3):
        post(admin, [message(f"a{number}"), message(f"b{number}")], group_id=f"g{number % 2}")
    drain_jobs()

    assert bodies(scope) == ["a0", "b0", "a1", "b1", "a2", "b2"]


@words_only
def test_criterion_37_a_message_asks_the_model_twice_at_most(scope: Scope) -> None:
    add_message(scope, "Sita Rai WORKS_AT Acme from 2020-03-01")
    model = scripted(resolve=Verdicts())
    add_message(scope, "Sita WORKS_AT Himal\nSita LIKES Tea\nHari Rai", model=model)

    assert (
        len(model.prompts_named("memory.extract")) + len(model.prompts_named("memory.resolve")) == 2
    )


@read
def test_criteria_37_and_39_duration_and_counts_are_logged_and_never_content(
    admin: Client, scope: Scope, caplog: pytest.LogCaptureFixture
) -> None:
    post(admin, [message("Ramkumar WORKS_AT Acme")])
    with caplog.at_level(logging.INFO, logger="pramana"):
        drain_jobs()

    (done,) = [each.getMessage() for each in caplog.records if " done in " in each.getMessage()]
    assert str(EpisodeRow.objects.in_scope(scope).get().pk) in done
    assert re.search(r"done in \d+ ms: entities=2 .*accepted=1 .*invalidated=0", done)
    assert "Ramkumar" not in caplog.text


def test_criterion_39_what_was_skipped_is_counted(
    admin: Client, models: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    models.otherwise = fails(503)
    post(admin, [message("Ramkumar WORKS_AT Acme")])
    with caplog.at_level(logging.INFO, logger="pramana.memory"):
        drain_jobs()
    models.otherwise = over_http

    assert "skipped=1" in caplog.text
    assert "Ramkumar" not in caplog.text
