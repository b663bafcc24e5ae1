"""Positions are compared for the time of the paper: who held which office when."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest

from pramana.kit.scope import Scope
from pramana.registry import selectors
from pramana.registry.candidates import CandidateRecord, NameCandidate, rank_candidates
from pramana.registry.contracts import NewRelationship, RecordMatch, RecordType, RelationshipType
from pramana.registry.models import Record, Relationship
from pramana.registry.services import add_relationship, create_record
from tests.registry.sample_records import a_party, a_person

PERSON = RecordType.PERSON
MAYOR = "Mayor, Tamor Municipality"


def compared(
    asked: dict[str, Any], on: str | None, known_on: str | None = None, **attributes: Any
) -> NameCandidate:
    known = date.fromisoformat(known_on) if known_on else None
    record = CandidateRecord(uuid4(), PERSON, ["Dev Limbu"], attributes, known)
    day = date.fromisoformat(on) if on else None
    [found] = rank_candidates("देव लिम्बू", asked, [record], on=day)
    return found


@pytest.mark.parametrize(
    ("asked", "on", "position"),
    [
        ({"position": "नगरप्रमुख"}, "2019-06-01", f"{MAYOR} (2074–2079)"),
        ({"position": "Mayor"}, "2019-06-01", f"{MAYOR} (2017-05-20 – 2022-05-19)"),
        ({"position": "former Mayor"}, "2024-06-01", f"{MAYOR} (2074–2079)"),
        ({"position": "तत्कालीन नगर प्रमुख"}, "2024-06-01", f"{MAYOR} (2017–2022)"),
        ({"position": "पूर्वमेयर"}, "2024-06-01", f"{MAYOR} (2017–2022)"),
        ({"position": "निवर्तमान मेयर"}, "2024-06-01", f"{MAYOR} (2017–2022)"),
        ({"position": "Mayor", "term": "until 2078"}, "2025-01-01", f"{MAYOR} (2074–2079)"),
        ({"position": "मेयर", "term": "२०७५ सालमा"}, "2025-01-01", f"{MAYOR} (2017–2022)"),
        (
            {"position": "Mayor"},
            "2019-06-01",
            [{"value": "Mayor", "from": "२०७४ जेठ ६", "to": "2079-02-05"}],
        ),
    ],
)
def test_an_office_held_at_that_time_agrees(asked: dict[str, Any], on: str, position: Any):
    found = compared(asked, on, position=position)
    assert (found.agreeing, found.differing, found.unsettled) == (("position",), (), ())
    assert " was held " in found.reasons[-1] and "20" in found.reasons[-1]


@pytest.mark.parametrize(
    ("on", "known_on", "position"),
    [
        ("2024-06-01", None, f"{MAYOR} (2074–2079)"),
        ("2024-06-01", "2020-01-01", "Engineer"),
        ("2024-06-01", "2024-01-01", [{"value": "Engineer", "from": "2070", "to": "2074"}]),
    ],
)
def test_an_older_record_may_have_changed(on: str, known_on: str | None, position: Any):
    found = compared({"position": "Mayor"}, on, known_on, position=position)
    assert (found.agreeing, found.differing, found.unsettled) == ((), (), ("position",))
    assert found.reasons[-1].startswith("position may have changed: ")


@pytest.mark.parametrize(
    ("on", "known_on", "position"),
    [
        ("2015-06-01", None, f"{MAYOR} (2074–2079)"),
        ("2019-06-01", "2020-01-01", "Engineer"),
        ("2019-06-01", "2020-01-01", [{"value": "Engineer", "since": "2070"}]),
    ],
)
def test_what_cannot_be_at_that_time_differs(on: str, known_on: str | None, position: Any):
    found = compared({"position": "Mayor"}, on, known_on, position=position)
    assert (found.agreeing, found.differing) == ((), ("position",))


def test_an_office_of_another_body_may_have_changed_too():
    asked = {"position": "Engineer", "employer": "Ilam Road Office"}
    found = compared(asked, "2024-06-01", "2020-01-01", position="Engineer", office="Jhapa Bank")
    assert (found.agreeing, found.differing) == (("position",), ())
    assert found.unsettled == ("office",)


def test_a_position_without_any_time_is_compared_as_before():
    found = compared({"position": "Mayor"}, None, "2020-01-01", position="Engineer")
    assert found.differing == ("position",)


@pytest.fixture
def town(scope: Scope) -> Scope:
    """Two people of one name, and a town whose mayors are known."""
    body = {"type": "organization", "sub_type": "government_body"}
    create_record(scope, {**a_party("Tamor Municipality", "तमोर नगरपालिका"), **body})
    for person in (a_person("Dev Limbu", "देव लिम्बू"),) * 2:
        create_record(scope, person)
    create_record(scope, a_person("Asha Tamang", "आशा तामाङ"))
    hold(scope, "person_1", "2017-05-20", "2022-05-19")
    hold(scope, "person_3", "2022-05-20", None)
    return scope


def hold(scope: Scope, holder: str, start: str, end: str | None) -> None:
    new = NewRelationship(
        RelationshipType.EMPLOYED_BY,
        "org_1",
        date.fromisoformat(start),
        date.fromisoformat(end) if end else None,
        {"position": "नगर प्रमुख"},
    )
    add_relationship(scope, holder, new)


def candidates(scope: Scope, on: str, position: str = "Mayor") -> list[RecordMatch]:
    asked = {"position": position, "employer": "Tamor Municipality"}
    day = date.fromisoformat(on)
    return selectors.candidates_for(
        scope, "Dev Limbu", entity_type=PERSON, attributes=asked, on=day
    )


def test_a_namesake_of_the_mayor_ranks_lower(town: Scope):
    mayor, namesake = candidates(town, "2019-03-01")
    assert (mayor.record.nes_id, mayor.agreeing) == ("person_1", ("position", "office"))
    assert namesake.differing == ("position",) and namesake.score < mayor.score - 0.1
    assert namesake.reasons[-1] == (
        "position was held by someone else then: Dev Limbu, नगर प्रमुख, 2017-05-20 – 2022-05-19"
    )


def test_another_person_who_held_the_office_speaks_against_both(town: Scope):
    first, second = candidates(town, "2024-03-01")
    assert first.differing == second.differing == ("position",)
    assert "Asha Tamang" in first.reasons[-1]


def test_a_former_mayor_is_the_one_who_was(town: Scope):
    mayor, namesake = candidates(town, "2024-03-01", "former Mayor")
    assert mayor.record.nes_id == "person_1" and "position" in mayor.agreeing
    assert namesake.agreeing == namesake.differing == ()


@pytest.mark.parametrize("position", ["Acting Mayor", "Member", "Ward Chairperson"])
def test_offices_that_several_may_hold_are_no_conflict(town: Scope, position: str):
    found = candidates(town, "2024-03-01", position)
    assert all("position" not in each.differing for each in found)


def test_who_holds_an_office_without_an_end_may_have_left_it_since(town: Scope):
    long_ago = datetime(2023, 1, 1, tzinfo=UTC)
    Relationship.objects.in_scope(town).update(created_at=long_ago)
    Record.objects.in_scope(town).update(updated_at=long_ago)
    found = {each.record.nes_id: each for each in candidates(town, "2024-03-01")}
    assert found["person_1"].unsettled == ("position",)
    assert not any(each.differing for each in found.values())


def test_offices_of_another_tenant_are_not_seen(town: Scope, other_scope: Scope):
    create_record(other_scope, a_person("Dev Limbu", "देव लिम्बू"))
    [alone] = candidates(other_scope, "2024-03-01")
    assert alone.agreeing == alone.differing == ()
