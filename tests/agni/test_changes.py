from pramana.agni.contracts import ChangeType
from pramana.agni.domain import decisions
from pramana.agni.domain.changes import change_for, patch_for, record_data
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
