"""Erasing leaves nothing behind: no row, no index entry, no trace in what stays."""

import json

import pytest
from django.db import connection

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.llm.errors import ModelUnavailable
from pramana.memory.contracts.extraction import MessageExtraction
from pramana.memory.contracts.messages import MessageState
from pramana.memory.errors import EntityNotFound
from pramana.memory.models import (
    Distinction,
    EntityRow,
    EpisodeRow,
    FactRow,
    FactSource,
    InboxMessage,
)
from pramana.memory.search import search_facts
from pramana.memory.services.deletion import (
    delete_episode,
    delete_fact,
    delete_group,
    erase_entity,
)
from pramana.memory.services.entity_edits import add_entity
from pramana.memory.services.inbox import accept_messages
from pramana.memory.services.indexing import index_pending
from pramana.retrieval.services import settle_counts
from tests.memory.scripted_model import add_message, extraction_of, incoming, scripted
from tests.memory.test_resolution import said_to_differ

pytestmark = pytest.mark.usefixtures("words_only")
TABLES = """
    SELECT table_name FROM information_schema.columns
     WHERE column_name = 'tenant_id' AND table_schema = 'public'
       AND (table_name LIKE 'memory\\_%%' OR table_name LIKE 'retrieval\\_%%')
"""


def residue(scope: Scope) -> dict[str, str]:
    """Everything the database still holds for memory and search, by table."""
    settle_counts(scope)
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        names = [name for (name,) in cursor.fetchall()]
        found = {}
        for name in names:
            cursor.execute(
                f"SELECT json_agg(row)::text FROM {name} row WHERE tenant_id = %s",
                [scope.tenant_id],
            )
            found[name] = cursor.fetchone()[0] or ""
    return {name: text for name, text in found.items() if text}


def test_deleting_a_group_leaves_nothing_of_it_anywhere(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme from 2020-03-01", role="Gita")
    add_message(scope, "Ram WORKS_AT Himal from 2020-06-01")
    index_pending(scope)
    add_message(scope, "not indexed yet")
    accept_messages(scope, [incoming("not read yet")], key="once")

    delete_group(scope, "g")
    drain_jobs()

    left = residue(scope)
    assert not [name for name in left if name.startswith("memory_")], left
    assert not [name for name in left if name != "retrieval_spacemodel"], left


def test_another_group_stays_as_it_was(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme")
    add_message(scope, "Ram WORKS_AT Acme", group_id="another")
    index_pending(scope)

    delete_group(scope, "g")

    assert len(search_facts(scope, "Ram Acme")) == 1
    assert EntityRow.objects.in_scope(scope).count() == 2


def test_deleting_an_episode_takes_what_was_known_from_it_alone(scope: Scope) -> None:
    shared = add_message(scope, "Ram WORKS_AT Acme")
    gone = add_message(scope, "Ram WORKS_AT Acme\nRam LIKES Guitars")
    add_message(scope, "Tea")
    index_pending(scope)

    delete_episode(scope, gone.episode.id)

    assert list(FactRow.objects.in_scope(scope).values_list("relation", flat=True)) == ["WORKS_AT"]
    source = FactSource.objects.in_scope(scope).get()
    assert source.episode_id == shared.episode.id
    assert "guitar" not in json.dumps(residue(scope)).casefold()
    assert set(EntityRow.objects.in_scope(scope).values_list("name", flat=True)) == {
        *("Ram", "Acme", "Tea")
    }


def test_what_the_episode_had_ended_holds_again(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme from 2020-03-01")
    wrong = add_message(scope, "Ram WORKS_AT Himal from 2020-06-01")

    delete_episode(scope, wrong.episode.id)

    fact = FactRow.objects.in_scope(scope).get()
    assert (fact.invalid_at, fact.expired_at) == (None, None)


def test_what_came_already_ended_holds_when_what_ended_it_goes(scope: Scope) -> None:
    """Whichever was told first: the order of telling leaves no residue."""
    add_message(scope, "Ram WORKS_AT Acme from 2020-06-01")
    add_message(scope, "Ram WORKS_AT Himal from 2020-03-01")
    facts = FactRow.objects.in_scope(scope)

    delete_fact(scope, facts.get(object__name="Acme").pk)

    assert facts.get().invalid_at is None
    assert facts.get().expired_at is None


def test_attributes_and_other_names_go_with_the_episode_that_told_them(scope: Scope) -> None:
    add_message(scope, "Kathmandu Metropolitan Water Supply Board")
    told = {"name": "Kathmandu Metropolitan Water Supply Boards", "confidence": 0.9}
    secret = MessageExtraction.model_validate(
        {"entities": [{**told, "attributes": {"head": "Gita"}}]}
    )
    gone = add_message(scope, "x", model=scripted(extract=secret))

    delete_episode(scope, gone.episode.id)

    assert EntityRow.objects.in_scope(scope).get().attributes == {}
    left = json.dumps(residue(scope))
    assert "Gita" not in left
    assert "Boards" not in left


def test_an_episode_is_not_found_with_one_that_is_gone(scope: Scope) -> None:
    gone = add_message(scope, "Zanzibar")
    add_message(scope, "Tea")
    index_pending(scope)
    assert "zanzibar" in json.dumps(residue(scope)).casefold()

    delete_episode(scope, gone.episode.id)
    assert "zanzibar" not in json.dumps(residue(scope)).casefold()


def test_deleting_a_fact_leaves_its_episode_without_it(scope: Scope) -> None:
    result = add_message(scope, "Ram WORKS_AT Acme\nRam LIKES Tea")
    index_pending(scope)

    delete_fact(scope, result.facts[0].id)

    assert EpisodeRow.objects.in_scope(scope).get().fact_ids == [result.facts[1].id]
    assert [each.text for each in search_facts(scope, "Ram Acme Tea")] == ["Ram LIKES Tea"]


def test_an_erased_person_leaves_nothing_and_the_others_stay(scope: Scope) -> None:
    add_message(scope, "Zyxel WORKS_AT Acme from 2020-03-01")
    add_message(scope, "Ram KNOWS Zyxel", role="Gita")
    add_message(scope, "Ram WORKS_AT Acme")
    index_pending(scope)
    person = EntityRow.objects.in_scope(scope).get(name="Zyxel")

    assert erase_entity(scope, person.pk) == 2
    drain_jobs()

    assert not [name for name, text in residue(scope).items() if "zyxel" in text.lower()]
    assert [fact.text for fact in search_facts(scope, "Ram Acme")] == ["Ram WORKS_AT Acme"]


def test_a_person_of_another_tenant_cannot_be_erased(scope: Scope, other_scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme")
    person = EntityRow.objects.in_scope(scope).get(name="Ram")

    with pytest.raises(EntityNotFound):
        erase_entity(other_scope, person.pk)
    assert EntityRow.objects.in_scope(scope).filter(pk=person.pk).exists()


def test_an_erased_claimant_leaves_nothing_of_the_claim(scope: Scope) -> None:
    read = extraction_of("(user): Ram WORKS_AT Acme")
    claims = [{**each, "claimed_by": "Zyxel"} for each in read["facts"]]
    entities = [*read["entities"], {"name": "Zyxel", "confidence": 0.9}]
    model = scripted(
        extract=MessageExtraction.model_validate({"entities": entities, "facts": claims})
    )
    add_message(scope, "Zyxel says: Ram WORKS_AT Acme", model=model)
    add_message(scope, "Ram LIKES Tea")
    index_pending(scope)
    claimant = FactRow.objects.in_scope(scope).get(relation="WORKS_AT").claimant

    assert claimant.name == "Zyxel"
    erase_entity(scope, claimant.pk)
    drain_jobs()

    assert [fact.text for fact in search_facts(scope, "Ram Acme")] == ["Ram LIKES Tea"]
    assert not [name for name, text in residue(scope).items() if "zyxel" in text.lower()]


def test_a_claim_goes_with_its_claimant_though_no_message_mentions_them(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme")
    index_pending(scope)
    claimant = add_entity(scope, "g", "Zyxel")
    fact = FactRow.objects.in_scope(scope).get()
    FactRow.objects.in_scope(scope).update(claimant_id=claimant.id)

    erase_entity(scope, claimant.id)
    drain_jobs()

    assert not FactRow.objects.in_scope(scope).exists()
    assert EpisodeRow.objects.in_scope(scope).get().fact_ids == []
    assert not [name for name, text in residue(scope).items() if str(fact.pk) in text]


def test_who_is_said_to_differ_differs_no_more_without_the_message(scope: Scope) -> None:
    names = "Tenzin Gurung\nTenzin Rai"
    add_message(scope, names)
    told = add_message(scope, names, model=scripted(extract=said_to_differ))
    assert Distinction.objects.in_scope(scope).count() == 1

    delete_episode(scope, told.episode.id)

    assert not Distinction.objects.in_scope(scope).exists()
    assert EntityRow.objects.in_scope(scope).count() == 2


def test_an_erased_person_takes_what_was_said_of_who_differs_from_them(scope: Scope) -> None:
    add_message(scope, "Zyxel Gurung\nZyxel Rai\nTea", model=scripted(extract=said_to_differ))
    person = EntityRow.objects.in_scope(scope).get(name="Zyxel Rai")

    erase_entity(scope, person.pk)
    drain_jobs()

    assert not Distinction.objects.in_scope(scope).exists()
    assert not [name for name, text in residue(scope).items() if "rai" in text.lower()]


@pytest.mark.parametrize("is_person", [True, False])
def test_a_partly_read_message_goes_with_its_episode_and_with_its_people(
    scope: Scope, is_person: bool
) -> None:
    known = add_message(scope, "Zyxel WORKS_AT Acme")
    accept_messages(scope, [incoming("Zyxel LIKES Tea")])
    away = add_message(scope, "Zyxel LIKES Tea", model=scripted(extract=ModelUnavailable("away")))
    InboxMessage.objects.in_scope(scope).update(
        state=MessageState.PARTLY_READ.value, episode_uuid=str(away.episode.id)
    )
    if is_person:
        erase_entity(scope, known.mentions[0])
        drain_jobs()
    delete_episode(scope, away.episode.id) if not is_person else None

    assert not InboxMessage.objects.in_scope(scope).exists()
    assert "LIKES" not in json.dumps(residue(scope))
