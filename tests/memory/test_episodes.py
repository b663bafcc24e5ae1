"""One message becomes an episode, entities and facts."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from pramana.kit.errors import AppError, InvalidRequest
from pramana.kit.scope import Scope
from pramana.llm.errors import ModelUnavailable
from pramana.memory.contracts.extraction import MessageExtraction, Verdicts
from pramana.memory.domain.groups import read_rules
from pramana.memory.errors import EpisodeNotFound
from pramana.memory.models import (
    Duplicate,
    EntityRow,
    EpisodeRow,
    FactClosing,
    FactRow,
    FactSource,
    MentionRow,
    UnindexedItem,
)
from tests.memory.scripted_model import NOW, add_message, extraction_of, scripted
from tests.settings import change

pytestmark = pytest.mark.usefixtures("words_only")
MARCH, JUNE = datetime(2020, 3, 1, tzinfo=UTC), datetime(2020, 6, 1, tzinfo=UTC)
TABLES = (
    EpisodeRow,
    EntityRow,
    MentionRow,
    FactRow,
    FactSource,
    FactClosing,
    Duplicate,
    UnindexedItem,
)


def counts(scope: Scope) -> list[int]:
    return [table.objects.in_scope(scope).count() for table in TABLES]


def test_a_new_episode_has_the_documented_body_times_and_source(scope: Scope) -> None:
    result = add_message(scope, "Ram WORKS_AT Acme", role="Sita", at=MARCH)

    row = EpisodeRow.objects.in_scope(scope).get()
    assert row.content == "Sita(user): Ram WORKS_AT Acme"
    assert (row.valid_at, row.source, row.group_id) == (MARCH, "message", "g")
    assert row.created_at > MARCH
    assert row.pk == result.episode.id


def test_without_a_role_the_body_begins_with_the_bracket(scope: Scope) -> None:
    assert add_message(scope, "Hello").episode.content == "(user): Hello"


def test_the_senders_offset_is_kept_beside_the_time(scope: Scope) -> None:
    kathmandu = timezone(timedelta(hours=5, minutes=45))
    model = scripted()
    add_message(scope, "Ram", at=datetime(2020, 3, 2, 2, tzinfo=kathmandu), model=model)

    assert EpisodeRow.objects.in_scope(scope).get().offset_minutes == 345
    assert model.prompts_named("memory.extract")[0].input.at.day == 2


def test_entities_mentions_and_relation_ids_are_recorded(scope: Scope) -> None:
    result = add_message(scope, "Ram WORKS_AT Acme\nPokhara")

    episode = EpisodeRow.objects.in_scope(scope).get()
    fact = FactRow.objects.in_scope(scope).get()
    mentioned = MentionRow.objects.in_scope(scope).values_list("entity__name", flat=True)
    assert set(mentioned) == {"Ram", "Acme", "Pokhara"}
    assert episode.fact_ids == [fact.pk] == [result.facts[0].id]


def test_a_fact_carries_its_words_and_where_they_stand(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme")

    source, episode = (
        FactSource.objects.in_scope(scope).get(),
        EpisodeRow.objects.in_scope(scope).get(),
    )
    assert episode.content[source.start : source.end] == "Ram WORKS_AT Acme"
    assert source.alignment == "exact"


def test_nothing_to_extract_leaves_an_episode_alone(scope: Scope) -> None:
    add_message(scope, "…", model=scripted(extract=MessageExtraction()))

    assert counts(scope) == [1, 0, 0, 0, 0, 0, 0, 1]


def test_the_same_name_again_is_the_same_entity(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme")
    add_message(scope, "ram LIKES  Momo")

    assert EntityRow.objects.in_scope(scope).count() == 3


def test_a_near_identical_name_is_the_same_entity_and_linked_as_a_duplicate(scope: Scope) -> None:
    add_message(scope, "Kathmandu Metropolitan Water Supply Board")
    result = add_message(scope, "Kathmandu Metropolitan Water Supply Boards")

    assert [each.how for each in result.duplicates] == ["near-identical"]
    assert EntityRow.objects.in_scope(scope).count() == 1
    assert Duplicate.objects.in_scope(scope).get().name.endswith("Boards")


def test_a_name_in_another_script_is_the_same_entity(scope: Scope) -> None:
    add_message(scope, "Ram Bahadur Thapa")
    result = add_message(scope, "राम बहादुर थापा")

    assert [each.how for each in result.duplicates] == ["other script"]
    assert EntityRow.objects.in_scope(scope).count() == 1


def test_what_code_leaves_open_is_asked_once_for_all_names(scope: Scope) -> None:
    add_message(scope, "Sita Rai\nHari Rai")
    model = scripted(resolve=Verdicts(same=[1, 0]))
    result = add_message(scope, "Sita LIKES Hari", model=model)

    (asked,) = model.prompts_named("memory.resolve")
    assert [pair.name for pair in asked.input.pairs] == ["Sita", "Hari"]
    assert [(each.name, each.how) for each in result.duplicates] == [("Sita", "judged")]
    fact = FactRow.objects.in_scope(scope).get()
    assert fact.subject.name == "Sita Rai"
    assert fact.object.name == "Hari"


def test_a_new_holder_ends_the_term_of_the_last_with_a_reason(scope: Scope) -> None:
    add_message(scope, "Ram MINISTER_OF Finance from 2020-03-01")
    add_message(scope, "Sita BECAME_MINISTER_OF Finance from 2020-06-01")

    ram = FactRow.objects.in_scope(scope).get(subject__name="Ram")
    sita = FactRow.objects.in_scope(scope).get(subject__name="Sita")
    assert ram.invalid_at == JUNE
    assert ram.expired_at is not None
    assert sita.invalid_at is None
    closing = FactClosing.objects.in_scope(scope).get()
    assert (closing.reason, closing.by_id, closing.at) == ("superseded", sita.pk, JUNE)


def test_late_news_arrives_already_closed(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme from 2020-06-01")
    add_message(scope, "Ram WORKS_AT Himal from 2020-03-01")

    late = FactRow.objects.in_scope(scope).get(object__name="Himal")
    assert (late.valid_at, late.invalid_at) == (MARCH, JUNE)
    present = FactRow.objects.in_scope(scope).get(object__name="Acme")
    assert present.invalid_at is None
    closing = FactClosing.objects.in_scope(scope).get()
    assert (closing.fact_id, closing.by_id, closing.reason) == (late.pk, present.pk, "superseded")


def test_friends_add_up(scope: Scope) -> None:
    add_message(scope, "Ram FRIEND_OF Sita\nRam FRIEND_OF Hari")

    assert FactRow.objects.in_scope(scope).filter(invalid_at=None).count() == 2


def test_a_fact_said_again_grows_in_provenance_only(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme from 2020-03-01")
    result = add_message(scope, "Ram EMPLOYED_BY Acme")

    fact = FactRow.objects.in_scope(scope).get()
    assert result.restated == (fact.pk,)
    assert FactSource.objects.in_scope(scope).filter(fact=fact).count() == 2


def test_a_message_that_says_it_ended_closes_what_held(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme from 2020-03-01")
    result = add_message(scope, "Ram WORKS_AT Acme until 2020-06-01")

    fact = FactRow.objects.in_scope(scope).get()
    assert fact.invalid_at == JUNE
    assert [each.reason for each in result.invalidated] == ["ended"]


def test_a_stored_episode_is_loaded_by_its_uuid_and_its_content_used(scope: Scope) -> None:
    first = add_message(scope, "Ram WORKS_AT Acme")
    again = add_message(scope, "Hari LIKES Tea", uuid=str(first.episode.id))

    assert again.episode == first.episode
    assert EpisodeRow.objects.in_scope(scope).count() == 1
    assert not EntityRow.objects.in_scope(scope).filter(name="Hari").exists()


def test_a_stored_episode_that_states_nothing_is_read_again_all_the_same(scope: Scope) -> None:
    first = add_message(scope, "Good morning")
    again = add_message(scope, "Good morning", uuid=str(first.episode.id))

    assert again.episode == first.episode
    assert EpisodeRow.objects.in_scope(scope).get().fact_ids == []


def test_what_a_model_that_was_away_did_not_read_is_read_again(scope: Scope) -> None:
    first = add_message(
        scope, "Ram WORKS_AT Acme", model=scripted(extract=ModelUnavailable("away"))
    )
    again = add_message(scope, "Ram WORKS_AT Acme\nRam LIKES Tea", uuid=str(first.episode.id))

    kept = EpisodeRow.objects.in_scope(scope).get()
    assert (first.engine, kept.engine) == ("", again.engine)
    assert kept.fact_ids == [fact.id for fact in again.facts]
    assert [fact.relation for fact in again.facts] == ["WORKS_AT"]


def test_who_speaks_in_a_stored_episode_is_who_spoke_then(scope: Scope) -> None:
    first = add_message(scope, "Good morning", role="Sita")
    model = scripted()
    add_message(scope, "Good morning", uuid=str(first.episode.id), model=model)

    assert [prompt.input.speaker for prompt in model.prompts] == ["Sita"]


@pytest.mark.parametrize("uuid", ["7c6f4e7e-8c5b-4d4e-9d62-0c7d5a5f3b11", "not an id"])
def test_an_unknown_uuid_fails_and_writes_nothing(scope: Scope, uuid: str) -> None:
    with pytest.raises(EpisodeNotFound):
        add_message(scope, "Ram WORKS_AT Acme", uuid=uuid)

    assert counts(scope) == [0] * len(TABLES)


def test_another_groups_or_tenants_uuid_is_unknown(scope: Scope, other_scope: Scope) -> None:
    ours = str(add_message(scope, "Ram").episode.id)

    with pytest.raises(EpisodeNotFound):
        add_message(scope, "Ram", uuid=ours, group_id="another")
    with pytest.raises(EpisodeNotFound):
        add_message(other_scope, "Ram", uuid=ours)


@pytest.mark.parametrize("group_id", ["", "a b", "a;b", "गण", "g\n", "a" * 300])
def test_an_invalid_group_fails_before_any_write(scope: Scope, group_id: str) -> None:
    with pytest.raises(InvalidRequest):
        add_message(scope, "Ram", group_id=group_id)

    assert counts(scope) == [0] * len(TABLES)


def test_explicit_previous_episodes_are_the_context(scope: Scope) -> None:
    first, _ = add_message(scope, "one", at=MARCH), add_message(scope, "two", at=JUNE)
    model = scripted()
    add_message(scope, "three", previous_ids=[first.episode.id], model=model)

    (asked,) = model.prompts_named("memory.extract")
    assert [each.body for each in asked.input.previous] == ["(user): one"]


def test_otherwise_the_ten_newest_of_the_group_up_to_its_time_oldest_first(scope: Scope) -> None:
    for day in range(1, 13):
        add_message(scope, f"day {day}", at=MARCH + timedelta(days=day))
    add_message(scope, "elsewhere", group_id="another", at=MARCH)
    add_message(scope, "later", at=NOW)
    model = scripted()
    add_message(scope, "now", at=JUNE, model=model)

    (asked,) = model.prompts_named("memory.extract")
    said = [each.body for each in asked.input.previous]
    assert said == [f"(user): day {day}" for day in range(3, 13)]


def test_a_model_that_fails_is_skipped_and_the_episode_is_still_saved(scope: Scope) -> None:
    down = scripted(extract=ModelUnavailable("away"))
    result = add_message(scope, "Ram WORKS_AT Acme", model=down)

    assert result.counts["skipped"] == 1
    assert counts(scope)[:2] == [1, 0]


def test_a_failing_judge_leaves_the_rest(scope: Scope) -> None:
    add_message(scope, "Sita Rai")
    result = add_message(scope, "Sita LIKES Tea", model=scripted(resolve=ModelUnavailable("away")))

    assert len(result.facts) == 1
    assert result.counts["skipped"] == 1


def test_a_failing_encoder_fails_and_writes_nothing(scope: Scope, settings) -> None:
    """Nothing listens there: the encoder cannot answer."""
    change(settings, embeddings="ollama:none")
    with pytest.raises(AppError):
        add_message(scope, "Ram WORKS_AT Acme")

    assert counts(scope) == [0] * len(TABLES)


def test_raw_content_can_be_suppressed_with_the_quotes(scope: Scope) -> None:
    rules = read_rules({"store_raw_content": False})
    add_message(scope, "Ram WORKS_AT Acme", rules=rules)

    assert EpisodeRow.objects.in_scope(scope).get().content == ""
    assert FactSource.objects.in_scope(scope).get().quote == ""
    assert not UnindexedItem.objects.in_scope(scope).filter(space="memory.episode").exists()


def test_another_tenant_shares_no_entity(scope: Scope, other_scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme")
    add_message(other_scope, "Ram WORKS_AT Acme")

    assert counts(scope) == counts(other_scope)


def test_groups_share_no_entity(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme from 2020-03-01")
    add_message(scope, "Ram WORKS_AT Himal from 2020-06-01", group_id="another")

    assert EntityRow.objects.in_scope(scope).filter(name="Ram").count() == 2
    assert FactRow.objects.in_scope(scope).filter(invalid_at=None).count() == 2


def test_a_new_job_ends_the_position_and_the_office_that_the_old_one_had(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme\nRam HAS_POSITION cook at Acme\nRam HEAD_OF Acme")
    add_message(scope, "Ram WORKS_AT Himal", at=NOW + timedelta(days=1))

    held = FactRow.objects.in_scope(scope).filter(invalid_at=None)
    assert [each.relation for each in held] == ["WORKS_AT"]
    assert held.get().object.name == "Himal"


def test_a_divorce_and_a_death_end_what_they_end_in_stored_facts(scope: Scope) -> None:
    add_message(scope, "Sita MARRIED_TO Ram\nRam LIVES_IN Lund")
    add_message(scope, "Ram DIVORCED_FROM Sita\nRam DIED Monday", at=NOW + timedelta(days=1))
    add_message(scope, "Ram MEMBER_OF Choir", at=NOW + timedelta(days=2))

    held = FactRow.objects.in_scope(scope).filter(invalid_at=None)
    assert set(held.values_list("relation", flat=True)) == {"DIVORCED_FROM", "DIED"}
    closing = FactClosing.objects.in_scope(scope).get(fact__relation="MEMBER_OF")
    assert closing.by_id == held.get(relation="DIED").pk


def test_a_claim_of_nobody_named_is_its_senders_also_if_the_model_left_them_out(
    scope: Scope,
) -> None:
    read = extraction_of("(user): Ram WORKS_AT Acme")
    claim = {**read["facts"][0], "claimed_by": "Otto"}
    named = [*read["entities"], {"name": "Otto"}]
    model = scripted(
        extract=MessageExtraction.model_validate({"entities": named, "facts": [claim]})
    )
    add_message(scope, "I heard: Ram WORKS_AT Acme", role="Sita", model=model)

    assert FactRow.objects.in_scope(scope).get().claimant.name == "Sita"
