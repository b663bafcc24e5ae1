"""A group goes out as JSON lines and comes back; Graphiti's and mem0's exports come in."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import EditKind, FactCorrection, FactEnd, Grain, NewFact
from pramana.memory.errors import InvalidImport
from pramana.memory.models import (
    Delivery,
    Duplicate,
    EntityRow,
    EpisodeRow,
    FactClosing,
    FactRow,
    FactSource,
    GraphEdit,
)
from pramana.memory.search import search_facts
from pramana.memory.selectors.evidence import edits_of
from pramana.memory.selectors.graph import get_fact, newest_episodes
from pramana.memory.services.deletion import delete_group, erase_entity
from pramana.memory.services.entity_edits import join_entities, rename_entity
from pramana.memory.services.fact_edits import (
    add_fact,
    confirm_fact,
    correct_fact,
    refuse_fact,
    reopen_fact,
)
from pramana.memory.services.transfer import ImportCounts, export_lines, import_group
from pramana.memory.services.undo import confirm_duplicate, split_entity, undo_edit
from tests.memory.scripted_model import add_message

pytestmark = pytest.mark.usefixtures("words_only")
MAY = datetime(2020, 5, 1, tzinfo=UTC)
NODE, OTHER, EDGE, EPISODE = (str(UUID(int=number)) for number in range(1, 5))
HEADER = b'{"type": "header", "group_id": "g", "exported_at": "2024-01-01T00:00:00Z"}\n'
GRAPHITI: dict[str, Any] = {
    "nodes": [
        {"uuid": NODE, "name": "Asha", "group_id": "x", "labels": ["Entity", "Person"]},
        {"uuid": OTHER, "name": "Himal Tea", "labels": ["Entity"], "summary": "A tea house"},
    ],
    "edges": [
        {
            "uuid": EDGE,
            "source_node_uuid": NODE,
            "target_node_uuid": OTHER,
            "name": "WORKS_AT",
            "fact": "Asha works at Himal Tea",
            "episodes": [EPISODE],
            "created_at": "2024-03-02T00:00:00Z",
            "valid_at": "2024-03-01T00:00:00Z",
            "invalid_at": None,
            "expired_at": None,
        }
    ],
    "episodes": [
        {
            "uuid": EPISODE,
            "name": "m1",
            "content": "user: Asha works at Himal Tea",
            "source": "message",
            "source_description": "chat",
            "valid_at": "2024-03-02T00:00:00Z",
            "created_at": "2024-03-02T00:00:00Z",
            "entity_edges": [EDGE],
        }
    ],
}


def exported(scope: Scope, group_id: str = "g") -> bytes:
    return "".join(export_lines(scope, group_id)).encode()


def contents(scope: Scope, group_id: str) -> dict[str, list[Any]]:
    """Everything that must survive a round trip, without ids."""
    facts = FactRow.objects.in_scope(scope).filter(group_id=group_id)
    times = ("valid_at", "invalid_at", "created_at", "expired_at", "asserted_at")
    grains = ("start_grain", "end_grain", "calendar", "offset_minutes", "family", "confidence")
    closings = FactClosing.objects.in_scope(scope).filter(fact__group_id=group_id)
    sources = FactSource.objects.in_scope(scope).filter(fact__group_id=group_id)
    episodes = EpisodeRow.objects.in_scope(scope).filter(group_id=group_id)
    return {
        "facts": sorted(
            facts.values_list("text", "subject__name", "object__name", *times, *grains), key=str
        ),
        "closings": sorted(closings.values_list("fact__text", "at", "reason", "was_invalid_at")),
        "sources": sorted(sources.values_list("fact__text", "quote", "start", "end", "alignment")),
        "episodes": sorted(episodes.values_list("content", "valid_at", "offset_minutes")),
        "edits": [(each.kind, each.reason) for each in edits_of(scope, group_id)],
    }


def filled(scope: Scope) -> None:
    first = add_message(scope, "Ram WORKS_AT Acme from 2020-03-01").facts[0]
    add_message(scope, "Ram WORKS_AT Himal from 2020-06-01\nSita LIKES Tea")
    correct_fact(scope, first.id, FactCorrection(text="Ram worked at Acme"), "wording")


def test_a_group_comes_back_with_both_times_evidence_and_history(scope: Scope) -> None:
    filled(scope)
    before, file = contents(scope, "g"), exported(scope)

    counts = import_group(scope, "copy", file)

    assert counts == ImportCounts(entities=5, episodes=2, facts=3)
    assert contents(scope, "copy") == before == contents(scope, "g")
    assert "Himal" in search_facts(scope, "where does Ram work", group_ids=["copy"])[0].text
    undo_edit(scope, edits_of(scope, "copy")[0].id)
    assert (
        FactRow.objects.in_scope(scope).filter(group_id="copy", text="Ram worked at Acme").count()
        == 0
    )
    assert contents(scope, "g") == before, "the original is untouched"
    add_message(scope, "Ram LIKES Chess", group_id="copy")
    assert EntityRow.objects.in_scope(scope).filter(group_id="copy", name="Ram").count() == 1


def mended(scope: Scope) -> None:
    """A group in which a person did everything that can be undone."""
    board = "Kathmandu Metropolitan Water Supply Board"
    acme = add_message(scope, "Ram WORKS_AT Acme from 2020-03-01").facts[0]
    add_message(scope, f"Ram WORKS_AT {board} from 2020-06-01\nRamesh LIKES Tea")
    tea = add_message(scope, f"Sita LIKES {board}s\nSita OWNS Mill").facts[0]
    ids = dict(EntityRow.objects.in_scope(scope).values_list("name", "pk"))
    reopen_fact(scope, acme.id, "Both jobs.")
    correct_fact(scope, acme.id, FactCorrection(valid_from=MAY, start_grain=Grain.MONTH), "May.")
    confirm_fact(scope, tea.id, "True.")
    refuse_fact(scope, FactRow.objects.in_scope(scope).get(relation="OWNS").pk, "A joke.")
    add_fact(scope, "g", NewFact(FactEnd(name="Ram"), "KNOWS", FactEnd(name="Sita")), "Seen.")
    rename_entity(scope, ids["Ram"], "His full name.", name="Ram Oli")
    join_entities(scope, ids["Ramesh"], ids["Ram"], "The same man.")
    split_entity(scope, ids["Sita"], "Sita KC", "Two women.", fact_ids=[tea.id])
    confirm_duplicate(scope, Duplicate.objects.in_scope(scope).get(name=f"{board}s").pk, "Same.")


def test_what_people_did_can_be_undone_in_a_copy_too(scope: Scope) -> None:
    mended(scope)
    import_group(scope, "copy", exported(scope))
    assert {each.kind for each in edits_of(scope, "copy")} == set(EditKind)

    for group in ("g", "copy"):
        for edit in edits_of(scope, group):
            undo_edit(scope, edit.id)
    added = FactRow.objects.in_scope(scope).filter(relation="KNOWS")
    added.update(expired_at=MAY)  # otherwise when each of the two was undone

    assert contents(scope, "copy") == contents(scope, "g")
    names = [
        set(EntityRow.objects.in_scope(scope).filter(group_id=group).values_list("name", flat=True))
        for group in ("g", "copy")
    ]
    assert names[0] == names[1] and {"Ram", "Ramesh", "Sita"} <= names[0]


def test_importing_twice_or_into_the_same_group_adds_nothing(scope: Scope) -> None:
    filled(scope)
    file = exported(scope)
    nothing = ImportCounts()

    assert import_group(scope, "g", file) == nothing
    import_group(scope, "copy", file)
    assert import_group(scope, "copy", file) == nothing
    before = contents(scope, "g")
    delete_group(scope, "g")
    import_group(scope, "g", file)
    assert contents(scope, "g") == before


def test_another_tenant_takes_nothing_over(scope: Scope, other_scope: Scope) -> None:
    filled(scope)
    before, file = contents(scope, "g"), exported(scope)
    with pytest.raises(NotFound):
        exported(other_scope)

    import_group(other_scope, "g", file)

    ours = set(FactRow.objects.in_scope(scope).values_list("pk", flat=True))
    assert contents(scope, "g") == before == contents(other_scope, "g")
    assert not FactRow.objects.in_scope(other_scope).filter(pk__in=ours).exists()


def test_graphiti_comes_in_with_its_times_and_episodes(scope: Scope) -> None:
    counts = import_group(scope, "g", json.dumps(GRAPHITI).encode())

    assert counts == ImportCounts(entities=2, episodes=1, facts=1)
    fact = FactRow.objects.in_scope(scope).get()
    assert (fact.family, fact.start_grain) == ("WORKS_AT", "day")
    assert fact.valid_at == datetime(2024, 3, 1, tzinfo=UTC)
    assert FactSource.objects.in_scope(scope).get().fact_id == fact.pk
    assert fact.subject.type == "Person"
    lines = "\n".join(json.dumps(each) for name in GRAPHITI for each in GRAPHITI[name])
    assert import_group(scope, "g", lines.encode()) == ImportCounts()


def test_graphitis_days_are_those_of_their_offset(scope: Scope) -> None:
    early = "2024-05-01T01:00:00+05:45"
    edge = GRAPHITI["edges"][0] | {"valid_at": early, "invalid_at": None}
    episode = GRAPHITI["episodes"][0] | {"valid_at": early}
    file = json.dumps(GRAPHITI | {"edges": [edge], "episodes": [episode]}).encode()

    import_group(scope, "g", file)

    fact = get_fact(scope, FactRow.objects.in_scope(scope).get().pk)
    assert (fact.valid_from_date, fact.asserted_date) == ("2024-05-01", "2024-05-01")
    [said] = newest_episodes(scope, "g", last=1)
    assert said.said_at.isoformat() == early


def test_memories_are_read_like_messages_and_relations_become_facts(scope: Scope) -> None:
    memories = [{"id": "1", "memory": "Ram WORKS_AT Acme", "user_id": "hari", "hash": "x"}]
    relations = [{"source": "hari", "relationship": "likes", "target": "chess"}]
    file = json.dumps({"results": memories, "relations": relations}).encode()

    assert import_group(scope, "g", file) == ImportCounts(entities=2, facts=1, messages=1)
    drain_jobs()
    assert EpisodeRow.objects.in_scope(scope).get().content == "hari(user): Ram WORKS_AT Acme"
    assert import_group(scope, "g", file) == ImportCounts()


def test_the_same_memories_come_into_another_group_and_back_after_deletion(scope: Scope) -> None:
    file = json.dumps([{"id": "1", "memory": "Ram WORKS_AT Acme", "user_id": "hari"}]).encode()
    read = ImportCounts(messages=1)

    assert [import_group(scope, group, file) for group in ("g", "h")] == [read, read]
    drain_jobs()
    delete_group(scope, "g")

    assert import_group(scope, "g", file) == read
    assert import_group(scope, "h", file) == ImportCounts()
    drain_jobs()
    erase_entity(scope, EntityRow.objects.in_scope(scope).get(group_id="g").pk)
    assert not Delivery.objects.in_scope(scope).filter(group_id="g").exists()


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\xff\xfe",
        b"not json",
        b"[1, 2]",
        b'{"some": "thing"}',
        HEADER + b'{"type": "x"}',
        HEADER + b'{"type": "fact", "id": "00000000-0000-4000-8000-000000000001", "relation": "R",'
        b' "subject_id": "00000000-0000-4000-8000-000000000002", "text": "t",'
        b' "object_id": "00000000-0000-4000-8000-000000000003",'
        b' "created_at": "2024-01-01T00:00:00Z"}',
        json.dumps({"edges": [{"uuid": EDGE, "fact": "x"}]}).encode(),
        json.dumps({"nodes": [{"uuid": NODE, "name": "A", "created_at": "soon"}]}).encode(),
    ],
)
def test_a_file_that_cannot_be_imported_leaves_nothing(scope: Scope, file: bytes) -> None:
    with pytest.raises(InvalidImport):
        import_group(scope, "g", file)
    assert not EntityRow.objects.in_scope(scope).exists()


def test_out_and_in_over_http(admin: Client, stranger: Client, scope: Scope) -> None:
    filled(scope)
    answer: Any = admin.get("/group/g/export")
    file = b"".join(answer.streaming_content)
    assert file.startswith(b'{"type":"header","format":"pramana.memory","version":1')
    assert stranger.get("/group/g/export").status_code == 404

    sent = admin.post("/group/copy/import", file, content_type="application/x-ndjson")
    assert (sent.status_code, sent.json()["facts"]) == (201, 3)
    wrong = admin.post("/group/copy/import", b"{", content_type="application/x-ndjson")
    assert wrong.status_code == 422
    assert GraphEdit.objects.in_scope(scope).filter(group_id="copy").count() == 1
