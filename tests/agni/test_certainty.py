"""A match is proposed by itself only where names and circumstances leave no doubt."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

from pramana.agni.contracts import EntityType, ExtractedEntity
from pramana.agni.domain.decisions import is_decisive, searched_names
from pramana.kit.clock import utcnow
from pramana.registry.contracts import RecordData, RecordMatch, RecordType, RecordView
from tests.agni.builders import person


def match(name: str, score: float = 1.0, kind: str = "person", **compared: Any) -> RecordMatch:
    data = RecordData.model_validate({"names": [{"kind": "PRIMARY", "en": {"full": name}}]})
    kinds, now = RecordType(kind), utcnow()
    view = RecordView(
        uuid4(),
        f"{kind}_1",
        "",
        kinds,
        None,
        "",
        data,
        1,
        "Test",
        "",
        created_at=now,
        updated_at=now,
    )
    return RecordMatch(view, name, score, (), **compared)


def body(*names: str) -> ExtractedEntity:
    return replace(person(*names), entity_type=EntityType.ORGANIZATION)


def said(name: str, **data: str) -> ExtractedEntity:
    return replace(person(name), entity_data=data)


def test_a_name_alone_never_decides_about_a_person():
    alone = match("Sita Rai")

    assert not is_decisive(person("Sita Rai"), alone, [alone])


def test_a_father_or_district_that_agrees_decides():
    same = match("Sita Rai", agreeing=("district",))

    assert is_decisive(said("Sita Rai", district="Ilam"), same, [same])


def test_nothing_that_differs_is_decided():
    mixed = match("Sita Rai", agreeing=("position",), differing=("district",))

    assert not is_decisive(said("Sita Rai", position="Mayor"), mixed, [mixed])


def test_a_namesake_who_may_be_meant_leaves_doubt():
    same, silent = match("Sita Rai", agreeing=("district",)), match("Sita Rai")
    other = match("Sita Rai", 0.9, differing=("district",))

    assert not is_decisive(said("Sita Rai", district="Ilam"), same, [same, silent])
    assert is_decisive(said("Sita Rai", district="Ilam"), same, [same, other])


def test_a_post_that_thousands_hold_does_not_decide_by_itself():
    same = match("Sita Rai", agreeing=("position",))

    assert not is_decisive(said("Sita Rai", position="अधिवक्ता"), same, [same])
    assert is_decisive(said("Sita Rai", position="Mayor"), same, [same])
    both = match("Sita Rai", agreeing=("position", "office"))
    assert is_decisive(said("Sita Rai", position="अधिवक्ता"), both, [both])


def test_where_a_post_may_have_changed_only_what_lasts_decides():
    moved = match("Sita Rai", agreeing=("district",), unsettled=("position",))
    sister = match("Sita Rai", agreeing=("father's name",), unsettled=("position",))

    assert not is_decisive(said("Sita Rai", position="Mayor"), moved, [moved])
    assert is_decisive(said("Sita Rai", position="Mayor"), sister, [sister])


def test_the_full_name_of_a_body_decides_if_nothing_else_is_near():
    bank = match("Sahara Bank Limited", kind="organization")
    near = match("Sahara Bank of Nepal", 0.6, kind="organization")

    assert is_decisive(body("Sahara Bank Limited", "SBL"), bank, [bank])
    assert not is_decisive(body("Sahara Bank Limited"), bank, [bank, near])
    assert not is_decisive(body("Sahara Vikas Bank"), bank, [bank])


def test_abbreviations_are_searched_only_without_a_full_name():
    assert searched_names(body("Nepal Electricity Authority", "NEA")) == [
        "Nepal Electricity Authority"
    ]
    assert searched_names(body("NEA")) == ["NEA"]
