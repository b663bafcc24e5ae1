"""Communities: entities join them, they are rebuilt, summarised and deleted."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.llm.errors import ModelUnavailable
from pramana.memory.contracts.extraction import CommunitySummary, SummaryRequest
from pramana.memory.contracts.graph import COMMUNITIES, group_key
from pramana.memory.domain.communities import (
    propagate_labels,
    strongest_community,
    summarize_from_facts,
)
from pramana.memory.domain.groups import read_rules
from pramana.memory.models import Community, CommunityDue, CommunityMember, EntityRow, FactRow
from pramana.memory.selectors.communities import communities_of
from pramana.memory.services.communities import build_communities, request_build, update_communities
from pramana.memory.services.deletion import delete_episode, delete_fact, delete_group
from pramana.memory.services.groups import configure_group
from pramana.memory.services.inbox import accept_messages
from pramana.memory.tasks import request_pending_updates
from pramana.retrieval.contracts import Filters, Query
from pramana.retrieval.selectors import search
from tests.memory.scripted_model import add_message, incoming, scripted
from tests.memory.test_deletion import residue
from tests.settings import change

pytestmark = pytest.mark.usefixtures("words_only")
TEAM = "Ram WORKS_AT Acme\nSita WORKS_AT Acme\nHari WORKS_AT Acme"
A, B, C, D, E, F = (UUID(int=number) for number in range(1, 7))


def linked(*pairs: tuple[UUID, UUID]) -> dict[UUID, dict[UUID, int]]:
    found: dict[UUID, dict[UUID, int]] = {}
    for one, other in pairs:
        found.setdefault(one, {})[other] = 1
        found.setdefault(other, {})[one] = 1
    return found


def members(scope: Scope, group_id: str = "g") -> list[set[str]]:
    """Each community's members by name, the largest first."""
    names = dict(EntityRow.objects.in_scope(scope).values_list("pk", "name"))
    found = [{names[id_] for id_ in each.member_ids} for each in communities_of(scope, group_id)]
    return sorted(found, key=lambda each: (-len(each), sorted(each)))


def test_two_cliques_with_one_bridge_are_two_communities() -> None:
    edges = [(A, B), (B, C), (A, C), (D, E), (E, F), (D, F), (C, D)]

    assert propagate_labels(linked(*edges)) == [frozenset({A, B, C}), frozenset({D, E, F})]


def test_label_propagation_ends_where_it_would_go_to_and_fro() -> None:
    """A star whose leaves tie, and an entity without a fact: rounds are counted."""
    graph = linked((A, B), (C, D), (A, C), (B, D)) | {E: {}}
    found = propagate_labels(graph, rounds=3)

    assert frozenset({E}) in found
    assert sum(map(len, found)) == 5
    assert found == propagate_labels(dict(reversed(graph.items())), rounds=3)


def test_a_tie_between_communities_goes_to_the_lowest_id() -> None:
    assert strongest_community([(A, 1), (B, 1)], {A: F, B: E}) == E
    assert strongest_community([(A, 1)], {}) is None


def test_without_a_model_a_community_is_told_from_names_and_facts() -> None:
    told = summarize_from_facts(
        SummaryRequest(("Ram", "Sita", "Hari", "Acme"), ("Ram works at Acme",))
    )

    assert told == CommunitySummary(name="Ram, Sita, Hari +1", summary="Ram works at Acme.")


def test_criterion_31_communities_are_updated_for_each_resolved_entity(scope: Scope) -> None:
    model = scripted(
        tell=CommunitySummary(name="The Acme team", summary="Three people work at Acme.")
    )
    first = add_message(scope, TEAM, communities=True, model=model)
    again = add_message(scope, "Gita KNOWS Sita\nPokhara", communities=True, model=model)

    assert members(scope) == [{"Ram", "Sita", "Hari", "Acme", "Gita"}, {"Pokhara"}]
    assert {each.entity_id for each in first.memberships} == set(first.mentions)
    assert [each.name for each in first.communities] == ["The Acme team"]
    assert len(again.communities) == 2
    assert {each.name for each in again.communities} == {"The Acme team", "Pokhara"}


def test_criterion_31_without_a_request_there_are_no_communities(scope: Scope) -> None:
    result = add_message(scope, TEAM)
    drain_jobs()

    assert (result.communities, result.memberships) == ((), ())
    assert not Community.objects.in_scope(scope).exists()
    assert not CommunityDue.objects.in_scope(scope).exists()


def test_the_groups_settings_ask_for_communities_after_its_messages(scope: Scope) -> None:
    configure_group(scope, "g", settings={"update_communities": True})
    accept_messages(
        scope, [incoming("I work at Acme.", role="Ram"), incoming("I live in Pokhara.")]
    )
    accept_messages(scope, [incoming("I work at Acme.", group_id="another", role="Ram")])
    drain_jobs()

    told = communities_of(scope, "g")
    assert told
    assert all(each.engine == "offline" and each.name for each in told)
    assert communities_of(scope, "another") == []
    assert not CommunityDue.objects.in_scope(scope).exists()


def test_a_community_is_found_by_what_is_told_of_it(scope: Scope) -> None:
    model = scripted(tell=CommunitySummary(name="Weavers", summary="They make dhaka cloth."))
    add_message(scope, TEAM, communities=True, model=model)
    (community,) = communities_of(scope, "g")

    group = Filters(collection_ids=frozenset({group_key(scope.tenant_id, "g")}))
    hits = search(scope, Query(text="dhaka cloth", spaces=(COMMUNITIES,), filters=group))
    assert [hit.item_id for hit in hits] == [community.id]


def test_communities_that_fail_do_not_fail_the_episode(scope: Scope, settings) -> None:
    """The encoder is gone by the time they are told; the clock asks for them again."""
    rules = read_rules({"update_communities": True})

    def gone(prompt: object) -> CommunitySummary:
        change(settings, embeddings="ollama:none")
        return CommunitySummary(name="x", summary="y")

    result = add_message(scope, TEAM, rules=rules, model=scripted(tell=gone))

    assert len(result.facts) == 3
    assert FactRow.objects.in_scope(scope).count() == 3
    assert Community.objects.in_scope(scope).get().is_told is False
    change(settings, embeddings="none")
    request_pending_updates()
    drain_jobs()
    assert Community.objects.in_scope(scope).get().is_told is True


def test_a_model_that_is_down_leaves_the_telling_to_code(scope: Scope) -> None:
    add_message(scope, TEAM, communities=True, model=scripted(tell=ModelUnavailable("away")))

    (community,) = communities_of(scope, "g")
    assert community.engine == "offline"
    assert "Acme" in community.name


def test_a_full_build_joins_what_messages_left_apart_and_keeps_what_stays(scope: Scope) -> None:
    add_message(scope, "Ram LIKES Tea", communities=True)
    add_message(scope, "Sita LIKES Coffee", communities=True)
    kept = {each.id for each in communities_of(scope, "g")}
    assert build_communities(scope, "g") == 2
    assert {each.id for each in communities_of(scope, "g")} == kept

    add_message(scope, "Ram KNOWS Sita\nRam KNOWS Coffee\nSita KNOWS Tea\nTea KNOWS Coffee")
    request_build(scope, "g")
    drain_jobs()

    assert members(scope) == [{"Ram", "Sita", "Tea", "Coffee"}]
    assert all(each.summary for each in communities_of(scope, "g"))


def test_facts_that_no_longer_hold_join_nobody(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme from 2020-01-01")
    add_message(scope, "Ram WORKS_AT Himal from 2020-06-01")
    build_communities(scope, "g")

    assert members(scope) == [{"Ram", "Himal"}, {"Acme"}]


def test_many_communities_are_told_a_few_at_a_time_until_all_are(scope: Scope, monkeypatch) -> None:
    monkeypatch.setattr("pramana.memory.services.communities.SUMMARIES_PER_JOB", 2)
    add_message(scope, "\n".join(f"person{n} LIKES thing{n}" for n in range(5)), communities=True)
    assert Community.objects.in_scope(scope).filter(is_told=True).count() == 2

    drain_jobs()
    assert Community.objects.in_scope(scope).filter(is_told=True).count() == 5


def test_deleting_an_episode_or_a_fact_leaves_no_word_in_a_community(scope: Scope) -> None:
    first = add_message(scope, "Ram WORKS_AT Acme\nSita WORKS_AT Acme", communities=True)
    second = add_message(scope, "Ram OWNS Zeppelin", communities=True)
    assert "Zeppelin" in str(residue(scope)["memory_community"])

    delete_episode(scope, second.episode.id)
    assert "Zeppelin" not in str(residue(scope))
    drain_jobs()
    assert members(scope) == [{"Ram", "Sita", "Acme"}]
    assert all(each.summary for each in communities_of(scope, "g"))

    delete_fact(scope, first.facts[0].id)
    drain_jobs()
    assert "Ram WORKS_AT Acme" not in communities_of(scope, "g")[0].summary


def test_the_last_member_takes_its_community_along(scope: Scope) -> None:
    result = add_message(scope, "Ram LIKES Tea", communities=True)
    delete_episode(scope, result.episode.id)
    drain_jobs()

    assert not Community.objects.in_scope(scope).exists()
    assert not CommunityMember.objects.in_scope(scope).exists()


def test_deleting_a_group_leaves_nothing_of_its_communities(scope: Scope) -> None:
    add_message(scope, TEAM, communities=True)
    add_message(
        scope, "Gita LIKES Tea", rules=read_rules({"update_communities": True}), communities=False
    )
    delete_group(scope, "g")
    drain_jobs()

    left = residue(scope)
    assert not [name for name in left if name != "retrieval_spacemodel"], left


def test_another_tenant_has_communities_of_its_own(scope: Scope, other_scope: Scope) -> None:
    add_message(scope, TEAM, communities=True)
    update_communities(other_scope, "g")
    build_communities(other_scope, "g")

    assert communities_of(other_scope, "g") == []
    assert len(communities_of(scope, "g")) == 1


def test_a_community_that_changes_while_it_is_told_is_told_again(scope: Scope) -> None:
    at = datetime(2020, 11, 16, tzinfo=UTC)

    def meanwhile(prompt: object) -> CommunitySummary:
        if not EntityRow.objects.in_scope(scope).filter(name="Gita").exists():
            add_message(scope, "Gita WORKS_AT Acme", at=at, communities=False)
            build_communities(scope, "g")
        return CommunitySummary(name="x", summary="y")

    add_message(scope, TEAM, communities=True, model=scripted(tell=meanwhile))

    assert members(scope) == [{"Ram", "Sita", "Hari", "Acme", "Gita"}]
    assert not Community.objects.in_scope(scope).filter(summary="y").exists()
