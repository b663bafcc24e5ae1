"""Erasing leaves nothing: no row, no word in the index, no trace in what stays."""

import json

import pytest
from django.db import connection

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.memory.contracts.extraction import Extraction
from pramana.memory.errors import EntityNotFound
from pramana.memory.models import Entity, Episode, FactRow, FactSource
from pramana.memory.search import search_facts
from pramana.memory.services.deleting import (
    delete_episode,
    delete_fact,
    delete_group,
    erase_entity,
)
from pramana.memory.services.indexing import index_waiting
from pramana.memory.services.receiving import receive
from pramana.retrieval.services import settle
from tests.memory.script import incoming, say, scripted

pytestmark = pytest.mark.usefixtures("words_only")
TABLES = """
    SELECT table_name FROM information_schema.columns
     WHERE column_name = 'tenant_id' AND table_schema = 'public'
       AND (table_name LIKE 'memory\\_%%' OR table_name LIKE 'retrieval\\_%%')
"""


def residue(scope: Scope) -> dict[str, str]:
    """Everything the database still holds for memory and search, by table."""
    settle(scope)
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
    say(scope, "Ram WORKS_AT Acme from 2020-03-01", role="Gita")
    say(scope, "Ram WORKS_AT Himal from 2020-06-01")
    index_waiting(scope)
    say(scope, "not indexed yet")
    receive(scope, [incoming("not read yet")])

    delete_group(scope, "g")
    drain_jobs()

    left = residue(scope)
    assert not [name for name in left if name.startswith("memory_")], left
    assert not [name for name in left if name != "retrieval_spacemodel"], left


def test_another_group_stays_as_it_was(scope: Scope) -> None:
    say(scope, "Ram WORKS_AT Acme")
    say(scope, "Ram WORKS_AT Acme", group_id="another")
    index_waiting(scope)

    delete_group(scope, "g")

    assert len(search_facts(scope, "Ram Acme")) == 1
    assert Entity.objects.in_scope(scope).count() == 2


def test_deleting_an_episode_takes_what_was_known_from_it_alone(scope: Scope) -> None:
    shared = say(scope, "Ram WORKS_AT Acme")
    gone = say(scope, "Ram WORKS_AT Acme\nRam LIKES Guitars")
    say(scope, "Tea")
    index_waiting(scope)

    delete_episode(scope, gone.episode.id)

    assert list(FactRow.objects.in_scope(scope).values_list("relation", flat=True)) == ["WORKS_AT"]
    source = FactSource.objects.in_scope(scope).get()
    assert source.episode_id == shared.episode.id
    assert "guitar" not in json.dumps(residue(scope)).casefold()
    assert set(Entity.objects.in_scope(scope).values_list("name", flat=True)) == {
        *("Ram", "Acme", "Tea")
    }


def test_what_the_episode_had_ended_holds_again(scope: Scope) -> None:
    say(scope, "Ram WORKS_AT Acme from 2020-03-01")
    wrong = say(scope, "Ram WORKS_AT Himal from 2020-06-01")

    delete_episode(scope, wrong.episode.id)

    fact = FactRow.objects.in_scope(scope).get()
    assert (fact.invalid_at, fact.expired_at) == (None, None)


def test_what_came_already_ended_holds_when_what_ended_it_goes(scope: Scope) -> None:
    """Whichever was told first: the order of telling leaves no residue."""
    say(scope, "Ram WORKS_AT Acme from 2020-06-01")
    say(scope, "Ram WORKS_AT Himal from 2020-03-01")
    facts = FactRow.objects.in_scope(scope)

    delete_fact(scope, facts.get(object__name="Acme").pk)

    assert facts.get().invalid_at is None
    assert facts.get().expired_at is None


def test_attributes_and_other_names_go_with_the_episode_that_told_them(scope: Scope) -> None:
    say(scope, "Kathmandu Metropolitan Water Supply Board")
    told = {"name": "Kathmandu Metropolitan Water Supply Boards", "confidence": 0.9}
    secret = Extraction.model_validate({"entities": [{**told, "attributes": {"head": "Gita"}}]})
    gone = say(scope, "x", model=scripted(extract=secret))

    delete_episode(scope, gone.episode.id)

    assert Entity.objects.in_scope(scope).get().attributes == {}
    left = json.dumps(residue(scope))
    assert "Gita" not in left
    assert "Boards" not in left


def test_an_episode_is_not_found_with_one_that_is_gone(scope: Scope) -> None:
    gone = say(scope, "Zanzibar")
    say(scope, "Tea")
    index_waiting(scope)
    assert "zanzibar" in json.dumps(residue(scope)).casefold()

    delete_episode(scope, gone.episode.id)
    assert "zanzibar" not in json.dumps(residue(scope)).casefold()


def test_deleting_a_fact_leaves_its_episode_without_it(scope: Scope) -> None:
    result = say(scope, "Ram WORKS_AT Acme\nRam LIKES Tea")
    index_waiting(scope)

    delete_fact(scope, result.facts[0].id)

    assert Episode.objects.in_scope(scope).get().fact_ids == [result.facts[1].id]
    assert [each.text for each in search_facts(scope, "Ram Acme Tea")] == ["Ram LIKES Tea"]


def test_an_erased_person_leaves_nothing_and_the_others_stay(scope: Scope) -> None:
    say(scope, "Zyxel WORKS_AT Acme from 2020-03-01")
    say(scope, "Ram KNOWS Zyxel", role="Gita")
    say(scope, "Ram WORKS_AT Acme")
    index_waiting(scope)
    person = Entity.objects.in_scope(scope).get(name="Zyxel")

    assert erase_entity(scope, person.pk) == 2
    drain_jobs()

    assert not [name for name, text in residue(scope).items() if "zyxel" in text.lower()]
    assert [fact.text for fact in search_facts(scope, "Ram Acme")] == ["Ram WORKS_AT Acme"]


def test_a_person_of_another_tenant_cannot_be_erased(scope: Scope, other_scope: Scope) -> None:
    say(scope, "Ram WORKS_AT Acme")
    person = Entity.objects.in_scope(scope).get(name="Ram")

    with pytest.raises(EntityNotFound):
        erase_entity(other_scope, person.pk)
    assert Entity.objects.in_scope(scope).filter(pk=person.pk).exists()
