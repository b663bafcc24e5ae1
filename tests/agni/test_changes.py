from dataclasses import replace

import pytest

from pramana.agni.contracts import ChangeType, EntityType
from pramana.agni.domain import decisions
from pramana.agni.domain.changes import (
    LineChoice,
    LineKind,
    change_for,
    has_effect,
    join_changes,
    patch_for,
    planned_lines,
    proposed_changes,
    record_data,
    with_choices,
)
from pramana.agni.domain.names import is_lasting_name
from pramana.kit.errors import InvalidRequest
from tests.agni.builders import decider, person


def names(*texts):
    return [{"text": text, "language": language} for text, language in texts]


def test_a_new_record_has_one_primary_name_with_a_part_per_language():
    entity = person(entity_data={"position": "Mayor"})
    object.__setattr__(
        entity, "names", names(("राम थापा", "ne"), ("Ram Thapa", ""), ("R. Thapa", "en"))
    )

    assert record_data(entity) == {
        "names": [
            {"kind": "PRIMARY", "ne": {"full": "राम थापा"}, "en": {"full": "Ram Thapa"}},
            {"kind": "ALIAS", "en": {"full": "R. Thapa"}},
        ],
        "attributes": {"position": "Mayor"},
    }


def test_an_update_only_adds_what_the_record_lacks():
    entity = person("Ram Thapa", "राम थापा", entity_data={"party": "X", "a/b": 1})
    record = {
        "names": [{"kind": "PRIMARY", "en": {"full": "ram  thapa"}}],
        "attributes": {"party": "Y"},
    }

    assert patch_for(entity, record) == [
        {
            "op": "add",
            "path": "/names/-",
            "value": {"kind": "ALIAS", "ne": {"full": "राम थापा"}},
        },
        {"op": "add", "path": "/attributes/a~1b", "value": 1},
    ]


def test_a_change_says_what_it_creates_or_updates():
    entity = person("Ram", change_id="c")
    created, matched = entity, decisions.match(entity, "person_7", decider())

    assert change_for(created).change_type is ChangeType.CREATE
    assert change_for(created).nes_entity_id == ""
    assert change_for(matched).change_type is ChangeType.UPDATE
    assert change_for(matched).nes_entity_id == "person_7"


SOURCE = "/app/documents/1"
RECORD = {
    "names": [{"kind": "PRIMARY", "en": {"full": "Ram Thapa"}, "ne": {"full": "राम थापा"}}],
    "attributes": {"position": "Deputy Mayor", "district": "Kavrepalanchok"},
    "attributions": [],
}


def matched(*texts, record=RECORD, **data):
    entity = person(*texts, entity_data=data)
    changes = proposed_changes(entity, record)
    return replace(decisions.match(entity, "person_7", decider()), proposed_changes=changes)


def chosen(entity, **choices):
    keys = {key.replace("__", ":"): LineChoice(value) for key, value in choices.items()}
    return with_choices(entity, keys, source=SOURCE)


@pytest.mark.parametrize(
    ("name", "others", "kind"),
    [
        ("Thapa", ["Ram Thapa"], "PERSON"),
        ("Ram", ["Ram Bahadur Thapa"], "PERSON"),
        ("Bahadur Thapa", ["Ram Bahadur Thapa"], "PERSON"),
        ("थापा", ["Ram Thapa"], "PERSON"),
        ("Ram Thapa's", ["Ram Thapa"], "PERSON"),
        ("राम थापाले", ["राम थापा"], "PERSON"),
        ("राम थापालाई", ["राम थापा"], "PERSON"),
        ("Municipality", ["Ruru Municipality"], "ORGANIZATION"),
        ("रुरु नगरपालिकाको", ["रुरु नगरपालिका"], "ORGANIZATION"),
    ],
)
def test_a_short_or_inflected_name_does_not_become_an_alias(name, others, kind):
    assert not is_lasting_name(name, others, EntityType(kind))


@pytest.mark.parametrize(
    ("name", "others", "kind"),
    [
        ("Ram Thapa", ["Thapa", "राम थापा"], "PERSON"),
        ("R. Thapa", ["Ram Thapa"], "PERSON"),
        ("Ram Thapa", ["Ram Bahadur Thapa"], "PERSON"),
        ("NRB", ["Nepal Rastra Bank"], "ORGANIZATION"),
        ("Rastra Bank", ["Nepal Rastra Bank"], "ORGANIZATION"),
        ("नेपाल राष्ट्र बैंक", ["Nepal Rastra Bank"], "ORGANIZATION"),
        ("Madonna", [], "PERSON"),
    ],
)
def test_a_name_of_its_own_is_kept(name, others, kind):
    assert is_lasting_name(name, others, EntityType(kind))


def test_matching_adds_no_surname_and_no_inflected_name():
    entity = matched("Ram Thapa", "Thapa", "राम थापाले", "Ram B. Thapa")

    assert [line.after for line in planned_lines(entity)] == ["Ram B. Thapa"]


def test_values_that_mean_the_same_are_no_conflict():
    assert planned_lines(matched("Ram Thapa", position="उपप्रमुख", district="काभ्रे")) == []


def test_a_conflict_keeps_the_record_until_a_person_chooses():
    entity = matched("Ram Thapa", position="Mayor")

    [line] = planned_lines(entity)
    assert (line.kind, line.before, line.after) == (LineKind.CONFLICT, "Deputy Mayor", "Mayor")
    assert change_for(entity).entity_data["patch"] == []
    replaced = chosen(entity, attribute__position="replace")
    assert change_for(replaced).entity_data["patch"] == [
        {"op": "replace", "path": "/attributes/position", "value": "Mayor"}
    ]


def test_a_conflicting_value_can_be_added_with_its_date():
    entity = chosen(matched("Ram Thapa", position="Mayor"), attribute__position="add")
    dated = replace(entity, choices={**entity.choices, "date": "2024-05-12"})

    [step] = change_for(dated).entity_data["patch"]

    assert step["value"] == [{"value": "Deputy Mayor"}, {"value": "Mayor", "date": "2024-05-12"}]
    record = {**RECORD, "attributes": {"position": step["value"]}}
    assert planned_lines(matched("Ram Thapa", position="Mayor", record=record)) == []


def test_each_line_can_be_left_out():
    entity = chosen(
        matched("Ram Thapa", "Ram B. Thapa", party="X", age="54"),
        **{"attribute__party": "skip", "name__ram b. thapa": "skip"},
    )

    assert [step["path"] for step in change_for(entity).entity_data["patch"]] == ["/attributes/age"]
    new = chosen(person("Ram Thapa", "R. Thapa", entity_data={"age": "54"}), attribute__age="skip")
    assert record_data(new)["attributes"] == {}


@pytest.mark.parametrize(
    ("key", "choice"),
    [("attribute:gender", "skip"), ("attribute:party", "replace"), ("source", "keep")],
)
def test_a_choice_that_a_line_does_not_have_is_refused(key, choice):
    with pytest.raises(InvalidRequest):
        with_choices(matched("Ram Thapa", party="X"), {key: LineChoice(choice)}, source=SOURCE)


def test_a_change_that_writes_nothing_is_none():
    known = {"details": {"en": {"value": SOURCE}}}
    record = {**RECORD, "attributions": [known]}

    assert has_effect(matched("Ram Thapa"), SOURCE)
    assert not has_effect(chosen(matched("Ram Thapa"), source="skip"), SOURCE)
    assert not has_effect(matched("Ram Thapa", record=record), SOURCE)
    assert not has_effect(matched("Ram Thapa", position="Mayor", record=record), SOURCE)


def test_two_entities_of_one_record_are_one_change():
    first, second = matched("Ram Thapa", party="X", age="54"), matched("R. Thapa", party="Y")

    joined = join_changes([change_for(first), change_for(second)])

    assert [(step["path"], step["value"]) for step in joined.entity_data["patch"]] == [
        ("/attributes/party", "X"),
        ("/attributes/age", "54"),
        ("/names/-", {"kind": "ALIAS", "en": {"full": "R. Thapa"}}),
    ]
