"""Mending by hand: every change has who, why and undo; nothing of it crosses tenants or stays."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from pramana.kit.scope import Scope
from pramana.mcp.tools.memory import recall
from pramana.memory.contracts.extraction import MessageExtraction
from pramana.memory.contracts.graph import (
    EditKind,
    FactCorrection,
    FactEnd,
    Grain,
    NewFact,
    Weakness,
)
from pramana.memory.errors import (
    EditAlreadyUndone,
    EditNotFound,
    EditOutdated,
    EntityNotFound,
    FactNotFound,
    InvalidEdit,
)
from pramana.memory.models import (
    Distinction,
    Duplicate,
    EntityRow,
    EpisodeRow,
    FactRow,
    GraphEdit,
    MentionRow,
)
from pramana.memory.search import search_facts
from pramana.memory.selectors.evidence import audited_facts, edits_of
from pramana.memory.selectors.graph import fact_view
from pramana.memory.services.deletion import delete_episode, delete_group, erase_entity
from pramana.memory.services.entity_edits import join_entities, rename_entity
from pramana.memory.services.fact_edits import (
    add_fact,
    confirm_fact,
    correct_fact,
    refuse_fact,
    refuse_facts,
)
from pramana.memory.services.indexing import index_pending
from pramana.memory.services.undo import (
    confirm_duplicate,
    split_entity,
    undo_duplicate,
    undo_edit,
)
from pramana.tenancy.contracts import Principal, Role
from tests.memory.scripted_model import NOW, add_message, scripted
from tests.memory.test_deletion import residue

pytestmark = pytest.mark.usefixtures("words_only")
MARCH, JUNE = (datetime(2020, month, 1, tzinfo=UTC) for month in (3, 6))


def fact(scope: Scope, fact_id: UUID) -> FactRow:
    return FactRow.objects.in_scope(scope).get(pk=fact_id)


def entity(scope: Scope, name: str) -> EntityRow:
    return EntityRow.objects.in_scope(scope).get(name=name)


def last_edit(scope: Scope) -> UUID:
    return edits_of(scope, "g")[0].id


def state_of(scope: Scope) -> dict[str, Any]:
    """What an undone edit must leave as it was."""
    return {
        "facts": sorted(
            FactRow.objects.in_scope(scope).values_list(
                *("pk", "text", "relation", "subject__name", "object__name", "valid_at"),
                *("invalid_at", "claimant_id", "confidence"),
            )
        ),
        "entities": sorted(EntityRow.objects.in_scope(scope).values_list("pk", "name", "type")),
        "mentions": sorted(
            MentionRow.objects.in_scope(scope).values_list("episode_id", "entity_id", "name")
        ),
    }


def claim(scope: Scope, text: str = "Ram WORKS_AT Acme", by: str = "Hari") -> FactRow:
    """A fact that somebody claims."""
    subject, relation, target = text.split()
    answer = {
        "entities": [{"name": name} for name in (subject, target, by)],
        "facts": [
            {
                "subject": subject,
                "relation": relation,
                "object": target,
                "fact": text,
                "quote": text,
                "claimed_by": by,
            }
        ],
    }
    model = scripted(extract=MessageExtraction.model_validate(answer))
    add_message(scope, f"{by} says: {text}", at=NOW + timedelta(days=1), model=model)
    return FactRow.objects.in_scope(scope).get(claimant__name=by)


def test_a_fact_is_added_without_a_model_and_closes_its_predecessor(scope: Scope) -> None:
    first = add_message(scope, "Ram WORKS_AT Acme from 2020-03-01").facts[0]
    new = NewFact(FactEnd(first.subject_id), "works at", FactEnd(name="Himal"), valid_from=JUNE)

    added = add_fact(scope, "g", new, "He told me.")

    assert (added.text, added.relation, added.confidence) == ("Ram works at Himal", "WORKS_AT", 1)
    assert fact(scope, first.id).invalid_at == JUNE
    [edit] = edits_of(scope, "g")
    assert (edit.kind, edit.reason, edit.actor_id) == (
        *(EditKind.FACT_ADDED, "He told me."),
        scope.actor_id,
    )
    assert [each.id for each in search_facts(scope, "Himal", group_ids=["g"])] == [added.id]
    undo_edit(scope, edit.id)
    assert fact(scope, first.id).invalid_at is None
    assert fact(scope, added.id).invalid_at == JUNE, "it held at no time"
    with pytest.raises(EditAlreadyUndone):
        undo_edit(scope, edit.id)


@pytest.mark.parametrize(
    "new",
    [
        NewFact(FactEnd(name="Ram"), "LIKES", FactEnd(name="ram")),
        NewFact(FactEnd(name="Ram"), "LIKES", FactEnd(name=" ")),
        NewFact(FactEnd(name="Ram"), "…", FactEnd(name="Tea")),
        NewFact(
            *(FactEnd(name="Ram"), "LIKES", FactEnd(name="Tea")),
            valid_from=JUNE,
            valid_until=MARCH,
        ),
    ],
)
def test_a_fact_that_makes_no_sense_is_not_added(scope: Scope, new: NewFact) -> None:
    with pytest.raises(InvalidEdit):
        add_fact(scope, "g", new, "why")
    assert not FactRow.objects.in_scope(scope).exists()


@pytest.mark.parametrize(
    "correction",
    [
        FactCorrection(text="Ram works at the Acme mill."),
        FactCorrection(relation="CHAIR_OF"),
        FactCorrection(valid_from=MARCH, start_grain=Grain.MONTH),
        FactCorrection(valid_until=JUNE),
        FactCorrection(removes_start=True),
    ],
)
def test_a_correction_is_kept_with_what_was_before_and_can_be_undone(
    scope: Scope, correction: FactCorrection
) -> None:
    known = add_message(scope, "Ram WORKS_AT Acme from 2020-02-01").facts[0]
    before = state_of(scope)

    correct_fact(scope, known.id, correction, "The contract says so.")

    assert state_of(scope) != before
    undo_edit(scope, last_edit(scope))
    assert state_of(scope) == before


def test_a_corrected_text_is_found_by_its_new_words(scope: Scope) -> None:
    known = add_message(scope, "Ram WORKS_AT Acme").facts[0]
    index_pending(scope)

    correct_fact(scope, known.id, FactCorrection(text="Ram repairs looms at Acme."), "precise")

    assert search_facts(scope, "looms", group_ids=["g"])[0].id == known.id


def test_an_edit_is_not_undone_over_a_later_one(scope: Scope) -> None:
    known = add_message(scope, "Ram WORKS_AT Acme").facts[0]
    correct_fact(scope, known.id, FactCorrection(text="One"), "why")
    first = last_edit(scope)
    correct_fact(scope, known.id, FactCorrection(text="Two"), "why")

    with pytest.raises(EditOutdated):
        undo_edit(scope, first)
    undo_edit(scope, last_edit(scope))
    undo_edit(scope, first)
    assert fact(scope, known.id).text == "Ram WORKS_AT Acme"


def test_a_confirmed_claim_becomes_a_fact_and_closes_what_it_contradicts(scope: Scope) -> None:
    told = add_message(scope, "Ram WORKS_AT Himal from 2020-03-01").facts[0]
    claimed = claim(scope)
    before = state_of(scope)

    view = confirm_fact(scope, claimed.pk, "Ram showed his card.")

    assert (view.claimed_by, view.confidence) == ("", 1)
    assert fact(scope, told.id).invalid_at is not None
    undo_edit(scope, last_edit(scope))
    assert state_of(scope) == before


def test_a_refused_fact_held_at_no_time_and_what_it_ended_holds_again(scope: Scope) -> None:
    first = add_message(scope, "Ram WORKS_AT Acme from 2020-03-01").facts[0]
    second = add_message(scope, "Ram WORKS_AT Himal from 2020-06-01").facts[0]
    index_pending(scope)
    before = state_of(scope)

    refuse_fact(scope, second.id, "A joke.")

    found = search_facts(scope, "where does Ram work", group_ids=["g"], include_invalid=False)
    assert [each.id for each in found] == [first.id]
    undo_edit(scope, last_edit(scope))
    assert state_of(scope) == before


def test_many_facts_are_refused_together_or_not_at_all(scope: Scope) -> None:
    facts = [add_message(scope, f"Ram LIKES {thing}").facts[0].id for thing in ("Tea", "Chess")]
    before = state_of(scope)

    with pytest.raises(FactNotFound):
        refuse_facts(scope, "g", [*facts, uuid4()], "junk")
    assert state_of(scope) == before
    assert refuse_facts(scope, "g", [*facts, facts[0]], "junk") == 2
    assert refuse_facts(scope, "g", facts, "junk") == 0


def test_the_audit_lists_weak_facts_until_a_person_judges_them(scope: Scope) -> None:
    add_message(scope, "Sita LIKES Tea")
    claimed = claim(scope)

    def weak() -> dict[UUID, tuple[Weakness, ...]]:
        audited = audited_facts(scope, "g", weak_only=True)
        return {each.line.id: each.weaknesses for each in audited}

    assert Weakness.CLAIM in weak()[claimed.pk]
    assert len(audited_facts(scope, "g", weak_only=False)) == 2
    confirm_fact(scope, claimed.pk, "true")
    assert claimed.pk not in weak()


def test_a_name_that_a_person_chose_stays(scope: Scope) -> None:
    ram = add_message(scope, "Ram WORKS_AT Acme").facts[0].subject_id
    before = state_of(scope)

    rename_entity(scope, ram, "His full name.", name="Ram Prasad Oli", type_="Person")
    add_message(scope, "Ram LIKES Tea")

    row = EntityRow.objects.in_scope(scope).get(pk=ram)
    assert (row.name, row.type) == ("Ram Prasad Oli", "Person")
    assert FactRow.objects.in_scope(scope).get(relation="LIKES").subject_id == ram
    delete_episode(scope, MentionRow.objects.in_scope(scope).filter(entity=ram)[0].episode_id)
    undo_edit(scope, last_edit(scope))
    assert before["entities"][0] in state_of(scope)["entities"] or entity(scope, "Ram").pk == ram


def test_two_entities_are_merged_and_the_merge_is_undone(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme\nRamesh LIKES Tea\nRam KNOWS Ramesh")
    add_message(scope, "Ramesh LIVES_IN Beni\nHari KNOWS Ramesh")
    before = state_of(scope)
    ram, ramesh = entity(scope, "Ram"), entity(scope, "Ramesh")

    join_entities(scope, ramesh.pk, ram.pk, "The same man.")

    names = set(EntityRow.objects.in_scope(scope).values_list("name", flat=True))
    assert "Ramesh" not in names
    held = FactRow.objects.in_scope(scope).filter(invalid_at=None)
    assert held.filter(subject=ram).count() == 3
    assert held.filter(object=ram).count() == 1
    assert FactRow.objects.in_scope(scope).count() == len(before["facts"]), "none is lost"
    add_message(scope, "Ramesh OWNS Mill")
    assert FactRow.objects.in_scope(scope).get(relation="OWNS").subject_id == ram.pk
    FactRow.objects.in_scope(scope).filter(relation="OWNS").delete()

    undo_edit(scope, last_edit(scope))

    after = state_of(scope)
    assert after["facts"] == before["facts"]
    assert {pk for pk, *_ in before["entities"]} <= {pk for pk, *_ in after["entities"]}
    assert set(before["mentions"]) <= set(after["mentions"])
    assert Distinction.objects.in_scope(scope).filter(entity=ram).exists()


def test_an_entity_is_split_and_the_split_is_undone(scope: Scope) -> None:
    tea = add_message(scope, "Ram LIKES Tea").facts[0]
    add_message(scope, "Ram WORKS_AT Acme")
    before = state_of(scope)

    separate = split_entity(scope, tea.subject_id, "Ram Gurung", "Two men.", fact_ids=[tea.id])

    assert fact(scope, tea.id).subject_id == separate.id
    assert FactRow.objects.in_scope(scope).get(relation="WORKS_AT").subject_id == tea.subject_id
    undo_edit(scope, last_edit(scope))
    assert state_of(scope) == before
    with pytest.raises(FactNotFound):
        split_entity(scope, tea.subject_id, "Ram Gurung", "why", fact_ids=[uuid4()])


def test_another_tenant_edits_nothing(scope: Scope, other_scope: Scope) -> None:
    known = add_message(scope, "Ram WORKS_AT Acme").facts[0]
    correct_fact(scope, known.id, FactCorrection(text="Words"), "why")
    before = state_of(scope)
    foreign = NewFact(FactEnd(known.subject_id), "LIKES", FactEnd(name="Tea"))

    for error, act in (
        (FactNotFound, lambda: confirm_fact(other_scope, known.id, "why")),
        (FactNotFound, lambda: refuse_facts(other_scope, "g", [known.id], "why")),
        (EditNotFound, lambda: undo_edit(other_scope, last_edit(scope))),
        (EntityNotFound, lambda: add_fact(other_scope, "g", foreign, "why")),
        (EntityNotFound, lambda: rename_entity(other_scope, known.subject_id, "w", name="X")),
        (
            EntityNotFound,
            lambda: join_entities(other_scope, known.subject_id, known.object_id, "why"),
        ),
    ):
        with pytest.raises(error):
            act()
    assert state_of(scope) == before
    assert edits_of(other_scope, "g") == []


def test_erasing_takes_the_edits_with_it(scope: Scope) -> None:
    add_message(scope, "Zubin WORKS_AT Acme\nZubinji LIKES Tea")
    add_message(scope, "Sita LIKES Coffee")
    zubin, other = entity(scope, "Zubin"), entity(scope, "Zubinji")
    rename_entity(scope, zubin.pk, "Zubin is short.", name="Zubin Katrak")
    join_entities(scope, other.pk, zubin.pk, "Zubin is he.")
    split_entity(scope, entity(scope, "Sita").pk, "Zubina", "Not her.")
    index_pending(scope)

    erase_entity(scope, zubin.pk)
    erase_entity(scope, entity(scope, "Zubina").pk)

    assert "Zubin" not in json.dumps(residue(scope))
    delete_group(scope, "g")
    assert not GraphEdit.objects.in_scope(scope).exists()


def test_a_merged_name_goes_with_the_last_episode_that_mentions_it(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme")
    told = add_message(scope, "Zubin LIKES Tea")
    join_entities(scope, entity(scope, "Zubin").pk, entity(scope, "Ram").pk, "The same.")
    index_pending(scope)

    delete_episode(scope, told.episode.id)

    assert "Zubin" not in json.dumps(residue(scope))
    assert not Duplicate.objects.in_scope(scope).exists()


def test_a_fact_added_by_hand_survives_the_episode_that_repeats_it(scope: Scope) -> None:
    new = NewFact(FactEnd(name="Ram"), "LIKES", FactEnd(name="Tea"))
    added = add_fact(scope, "g", new, "I know him.")
    told = add_message(scope, "Ram LIKES Tea")

    delete_episode(scope, told.episode.id)

    assert fact(scope, added.id).text == "Ram likes Tea"


def call(client: Client, method: str, path: str, status: int, **body: Any) -> Any:
    answer = client.generic(method, path, json.dumps(body), content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_every_tool_is_served_and_asks_why(admin: Client, stranger: Client, scope: Scope) -> None:
    edge = {"group_id": "g", "source_name": "Ram", "target_name": "Acme", "name": "WORKS_AT"}
    call(admin, "POST", "/entity-edge", 422, **edge)
    added = call(admin, "POST", "/entity-edge", 201, **edge, why="I know.")
    path = f"/entity-edge/{added['uuid']}"
    dates = {"valid_from": "2024-05-01T00:00:00+05:45", "valid_from_grain": "month"}
    changed = call(admin, "PATCH", path, 200, fact="Ram has a job at Acme.", **dates, why="seen")
    assert changed["valid_from_grain"] == "month"
    assert call(admin, "PATCH", path, 200, valid_from=None, why="seen")["valid_from"] is None
    call(stranger, "PATCH", path, 404, fact="x", why="y")
    call(admin, "POST", f"{path}/confirm", 200, why="y")
    node = added["source_node_uuid"]
    call(admin, "PATCH", f"/entity-node/{node}", 200, name="Ram Oli", why="full")
    split = call(admin, "POST", f"/entity-node/{node}/split", 201, name="Ram", why="two")
    merged = call(admin, "POST", f"/entity-node/{split['uuid']}/merge", 200, into=node, why="one")
    assert merged["uuid"] == node
    assert call(admin, "POST", "/group/g/refuse", 200, uuids=[added["uuid"]], why="no") == {
        "refused": 1
    }
    edits = call(admin, "GET", "/group/g/edits", 200)["edits"]
    assert [each["kind"] for each in edits][:2] == ["fact_refused", "entities_merged"]
    undone = call(admin, "POST", f"/graph-edits/{edits[0]['uuid']}/undo", 200)
    assert undone["undone_at"]
    call(admin, "POST", f"/graph-edits/{edits[0]['uuid']}/undo", 409)
    call(stranger, "POST", f"/graph-edits/{edits[1]['uuid']}/undo", 404)
    assert call(admin, "GET", "/group/g/audit?weak=true", 200) == {"facts": []}
    call(stranger, "GET", "/group/g/audit", 404)


def two_names(scope: Scope) -> Duplicate:
    """A name that a message merged into another."""
    board = "Kathmandu Metropolitan Water Supply Board"
    add_message(scope, f"Ram WORKS_AT {board}")
    add_message(scope, f"Sita LIKES {board}s")
    return Duplicate.objects.in_scope(scope).get()


def test_settling_a_duplicate_and_reopening_a_fact_have_who_why_and_undo(
    admin: Client, scope: Scope
) -> None:
    link = two_names(scope)
    first = add_message(scope, "Hari WORKS_AT Acme from 2020-03-01").facts[0]
    add_message(scope, "Hari WORKS_AT Himal from 2020-06-01")
    before = state_of(scope)
    changes = {
        f"/entity-edge/{first.id}/reopen": "fact_reopened",
        f"/duplicates/{link.pk}/confirm": "duplicate_confirmed",
        f"/duplicates/{link.pk}/undo": "entity_split",
    }
    for address, kind in changes.items():
        call(admin, "POST", address, 422)
        call(admin, "POST", address, 422, why=" ")
        call(admin, "POST", address, 200, why="I asked Hari.")
        edit = call(admin, "GET", "/group/g/edits", 200)["edits"][0]
        assert (edit["kind"], edit["why"], edit["by"]) == (
            *(kind, "I asked Hari."),
            str(scope.actor_id),
        )
        call(admin, "POST", f"/graph-edits/{edit['uuid']}/undo", 200)

    assert state_of(scope) == before
    link.refresh_from_db()
    assert (link.confirmed_at, link.confirmed_by_id, link.undone_at) == (None, None, None)


def test_a_confirmation_is_not_undone_once_the_two_were_separated(scope: Scope) -> None:
    link = two_names(scope)
    confirm_duplicate(scope, link.pk, "The same board.")
    confirmation = last_edit(scope)
    undo_duplicate(scope, link.pk, "No, two boards.")

    with pytest.raises(EditOutdated):
        undo_edit(scope, confirmation)


def test_a_confirmed_name_goes_with_the_last_episode_that_mentions_it(scope: Scope) -> None:
    link = two_names(scope)
    confirm_duplicate(scope, link.pk, "The same board.")
    assert link.episode_id

    delete_episode(scope, link.episode_id)

    assert link.name not in json.dumps(residue(scope))


def test_an_entity_is_answered_with_what_its_facts_say(admin: Client, scope: Scope) -> None:
    ram = add_message(scope, "Ram WORKS_AT Acme").facts[0].subject_id

    said = call(admin, "PATCH", f"/entity-node/{ram}", 200, name="Ram Oli", why="His full name.")

    assert said["attributes"] == {"works_at": "Acme"}
    assert said["summary"] == "Ram WORKS_AT Acme."


def test_a_uuid_of_another_tenant_is_answered_like_a_free_one(
    admin: Client, stranger: Client, scope: Scope
) -> None:
    taken = str(add_message(scope, "Ram WORKS_AT Acme").facts[0].subject_id)
    node = {"group_id": "h", "name": "Sita", "uuid": taken}

    call(admin, "POST", "/entity-node", 409, **node)
    added = call(stranger, "POST", "/entity-node", 201, **node)
    free = call(stranger, "POST", "/entity-node", 201, **node | {"uuid": str(uuid4())})

    assert added.keys() == free.keys() and added["name"] == "Sita"
    assert entity(scope, "Ram").pk == UUID(taken)


@pytest.mark.parametrize("moment", ["2024-05-01T00:00:00", "2024-05-01"])
def test_a_moment_without_an_offset_is_refused(admin: Client, moment: str) -> None:
    edge = {"group_id": "g", "source_name": "Ram", "target_name": "Acme", "name": "WORKS_AT"}

    said = call(admin, "POST", "/entity-edge", 422, **edge, why="x", valid_from=moment)

    assert "offset" in json.dumps(said)


def test_two_who_were_told_apart_are_not_merged_by_a_message(scope: Scope) -> None:
    tea = add_message(scope, "Ram LIKES Tea").facts[0]
    separate = split_entity(scope, tea.subject_id, "Ramu", "Two men.")
    answer = {
        "entities": [{"name": "Ram"}, {"name": "Ramu"}],
        "identities": [
            {"kind": "nickname", "name": "Ramu", "other": "Ram", "quote": "Ramu is Ram"}
        ],
    }

    add_message(
        scope, "Ramu is Ram", model=scripted(extract=MessageExtraction.model_validate(answer))
    )

    assert EntityRow.objects.in_scope(scope).filter(pk=separate.id).exists()


FAILING = """
    CREATE FUNCTION fail_edit() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the server stopped here'; END $$;
    CREATE TRIGGER fail_edit BEFORE INSERT ON memory_graph_edit EXECUTE FUNCTION fail_edit();
"""


def test_an_edit_that_fails_halfway_changes_nothing(scope: Scope) -> None:
    tea = add_message(scope, "Ram LIKES Tea\nRamesh WORKS_AT Acme").facts[0]
    ram, ramesh = entity(scope, "Ram"), entity(scope, "Ramesh")
    before = state_of(scope)
    edits = (
        lambda: rename_entity(scope, ram.pk, "why", name="Ram Rai"),
        lambda: join_entities(scope, ramesh.pk, ram.pk, "why"),
        lambda: split_entity(scope, ram.pk, "Ram Gurung", "why", fact_ids=[tea.id]),
        lambda: refuse_facts(scope, "g", [tea.id], "why"),
    )
    with connection.cursor() as cursor:
        cursor.execute(FAILING)

    for edit in edits:
        with pytest.raises(DatabaseError):
            edit()
        assert state_of(scope) == before


def test_a_claim_is_recalled_as_what_somebody_says(scope: Scope) -> None:
    claim(scope)
    add_message(scope, "Sita WORKS_AT Acme")
    index_pending(scope)
    caller = Principal(scope, Role.VIEWER, "Asha", "Desk")

    said = {each.claimed_by: each for each in recall(caller, "works at Acme", group="g").facts}

    assert "According to Hari: Ram WORKS_AT Acme" in said["Hari"].fact
    assert (
        said["Hari"].confidence
        == FactRow.objects.in_scope(scope).get(pk=said["Hari"].id).confidence
    )
    assert "According" not in said[None].fact


@pytest.mark.parametrize(
    "text", ["According to Hari, Ram works at Acme.", "हरिका अनुसार: राम एक्मेमा काम गर्छ"]
)
def test_words_that_name_the_claimant_name_them_once(scope: Scope, text: str) -> None:
    view = replace(fact_view(claim(scope)), text=text)

    assert view.attributed_text == text


def test_a_fact_comes_with_its_words_and_why_it_was_closed(admin: Client, scope: Scope) -> None:
    acme = add_message(scope, "Ram WORKS_AT Acme from 2020-03-01").facts[0]
    himal = add_message(scope, "Ram WORKS_AT Himal from 2020-06-01").facts[0]
    refused = add_message(scope, "Sita LIKES Tea").facts[0]
    refuse_fact(scope, refused.id, "She never did.")

    results = [admin.get(f"/entity-edge/{each.id}").json() for each in (acme, himal, refused)]

    assert [each["reason"] for each in results] == ["superseded", None, "refused"]
    assert results[0]["quote"] == "Ram WORKS_AT Acme from 2020-03-01"
    EpisodeRow.objects.in_scope(scope).update(content="")
    assert admin.get(f"/entity-edge/{acme.id}").json()["quote"] == ""
