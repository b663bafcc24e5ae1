"""Undoing closings and merges, and a group's own rules."""

import pytest

from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.memory.errors import ClosingNotFound, DuplicateNotFound, FactNotFound
from pramana.memory.models import Duplicate, EntityRow, FactRow, MentionRow
from pramana.memory.services.fact_edits import reopen_fact
from pramana.memory.services.groups import configure_group
from pramana.memory.services.undo import undo_duplicate
from tests.memory.scripted_model import add_message

pytestmark = pytest.mark.usefixtures("words_only")
BOARD = "Kathmandu Metropolitan Water Supply Board"


def test_a_closed_fact_holds_again_when_its_closing_is_undone(scope: Scope) -> None:
    first = add_message(scope, "Ram WORKS_AT Acme from 2020-03-01").facts[0]
    add_message(scope, "Ram WORKS_AT Himal from 2020-06-01")

    undone = reopen_fact(scope, first.id, "He stayed.")

    assert (undone.invalid_at, undone.expired_at) == (None, None)
    with pytest.raises(ClosingNotFound):
        reopen_fact(scope, first.id, "He stayed.")


def test_another_tenant_undoes_nothing(scope: Scope, other_scope: Scope) -> None:
    first = add_message(scope, "Ram WORKS_AT Acme from 2020-03-01").facts[0]
    add_message(scope, f"Ram WORKS_AT {BOARD} from 2020-06-01")
    add_message(scope, f"{BOARD}s")
    link = Duplicate.objects.in_scope(scope).get()

    with pytest.raises(FactNotFound):
        reopen_fact(other_scope, first.id, "Why not?")
    with pytest.raises(DuplicateNotFound):
        undo_duplicate(other_scope, link.pk, "Why not?")


def test_a_merge_is_undone_with_what_was_said_under_the_name(scope: Scope) -> None:
    add_message(scope, f"Ram WORKS_AT {BOARD}")
    add_message(scope, f"Sita LIKES {BOARD}s")
    link = Duplicate.objects.in_scope(scope).get()

    apart = undo_duplicate(scope, link.pk, "Two boards.")

    assert apart.name == f"{BOARD}s"
    assert FactRow.objects.in_scope(scope).get(relation="LIKES").object_id == apart.id
    assert FactRow.objects.in_scope(scope).get(relation="WORKS_AT").object_id != apart.id
    assert MentionRow.objects.in_scope(scope).filter(entity_id=apart.id).count() == 1
    add_message(scope, f"Hari LIKES {BOARD}s")
    assert EntityRow.objects.in_scope(scope).filter(name__startswith=BOARD).count() == 2


def test_families_are_editable_per_group(scope: Scope) -> None:
    chosen = [{"name": "LIKES", "aliases": ["PREFERS"], "unique_side": "subject"}]
    configure_group(scope, "g", settings={}, families=chosen)
    for group_id in ("g", "another"):
        add_message(scope, "Ram LIKES Tea from 2020-03-01", group_id=group_id)
        add_message(scope, "Ram PREFERS Coffee from 2020-06-01", group_id=group_id)

    closed = FactRow.objects.in_scope(scope).exclude(invalid_at=None)
    assert list(closed.values_list("group_id", "relation")) == [("g", "LIKES")]


def test_relation_types_and_exclusions_are_respected(scope: Scope) -> None:
    configure_group(scope, "g", settings={"relation_types": ["WORKS_AT"]})
    add_message(scope, "Ram WORKS_AT Acme\nRam LIKES Tea")
    assert [each.relation for each in FactRow.objects.in_scope(scope)] == ["WORKS_AT"]

    configure_group(scope, "another", settings={"excluded_entity_types": ["Entity"]})
    add_message(scope, "Ram WORKS_AT Acme", group_id="another")
    assert not EntityRow.objects.in_scope(scope).filter(group_id="another").exists()


@pytest.mark.parametrize(
    "given",
    [
        {"entity_types": {"Person": {"properties": {"name": {}}}}},
        {"entity_types": {"Person": {}}, "excluded_entity_types": ["Place"]},
        {"entity_types": ["Person"]},
        {"unknown": 1},
    ],
)
def test_settings_that_contradict_themselves_are_refused(scope: Scope, given) -> None:
    with pytest.raises(InvalidRequest):
        configure_group(scope, "g", settings=given)
