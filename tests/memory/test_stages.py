"""The stages of reading a message, over values: no database, no model."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from pramana.memory.contracts.extraction import EntityFound, Extraction, FactFound, Spoken
from pramana.memory.contracts.graph import Entity, Fact
from pramana.memory.domain.attributes import enrich
from pramana.memory.domain.drafting import draft
from pramana.memory.domain.groups import read_rules
from pramana.memory.domain.naming import is_near, is_telling, keys_of
from pramana.memory.domain.relations import place
from pramana.memory.domain.resolution import Resolution, decide, resolve
from pramana.memory.domain.selection import select_entities, select_facts

AT = datetime(2020, 5, 1, tzinfo=UTC)
RULES = read_rules({})


def entity(name: str, type_: str = "Entity", **attributes: str) -> Entity:
    return Entity(uuid4(), "g", name, type_, attributes)


def found(name: str, type_: str = "Entity", **more: object) -> EntityFound:
    return EntityFound.model_validate({"name": name, "type": type_, "confidence": 0.9, **more})


def known(*entities: Entity) -> dict[str, list[Entity]]:
    by_key: dict[str, list[Entity]] = {}
    for each in entities:
        for key in keys_of(each.name):
            by_key.setdefault(key, []).append(each)
    return by_key


def resolved(names: list[EntityFound], *entities: Entity) -> Resolution:
    return resolve(names, known(*entities), group_id="g", new_id=uuid4)


def test_names_that_differ_in_case_spacing_and_dots_are_one() -> None:
    acme = entity("Acme Inc.")

    assert resolved([found("ACME  inc")], acme).id_of("Acme Inc") == acme.id


def test_short_names_are_never_near_identical() -> None:
    assert not is_near("Ana", "Ann")
    assert not is_telling("aaaaaaaa")
    assert is_near("International Monetary Fund Board", "International Monetary Fund Boards")


def test_names_with_one_letter_different_share_a_key() -> None:
    one, other = keys_of("International Monetary Fund"), keys_of("International Monetary Funds")

    assert {key for key in one if key.startswith("m")} & set(other)


def test_a_place_and_a_person_of_one_name_stay_apart() -> None:
    place_ = entity("Jordan", "Location")
    result = resolved([found("Jordan", "Person")], place_)

    assert result.id_of("Jordan") != place_.id
    assert result.undecided[0].candidates == (place_,)


def test_one_name_twice_in_a_message_is_one_entity() -> None:
    assert len(resolved([found("Ram"), found("ram"), found("Ram.")]).entities) == 1


def test_pointers_are_remapped_to_whatever_was_judged_the_same() -> None:
    ram = entity("Ram Thapa")
    result = decide(resolved([found("Ram")], ram), [1])

    assert result.id_of("Ram") == ram.id
    assert result.new_ids == frozenset()
    assert [each.how for each in result.aliases] == ["judged"]


@pytest.mark.parametrize("same", [[], [0], [7], [-1]])
def test_a_judgement_that_names_no_candidate_decides_nothing(same: list[int]) -> None:
    ram = entity("Ram Thapa")
    result = decide(resolved([found("Ram")], ram), same)

    assert result.id_of("Ram") != ram.id
    assert len(result.new_ids) == 1


def test_excluded_types_and_doubtful_names_are_dropped() -> None:
    rules = read_rules({"entity_types": {"Pet": {}}, "excluded_entity_types": ["Pet"]})
    said = Extraction(
        entities=[found("Rex", "Pet"), found("Ram"), found("Perhaps", confidence=0.1)]
    )

    assert [each.name for each in select_entities(said, rules, [])] == ["Ram"]


def test_a_doubtful_name_stays_where_earlier_words_or_a_fact_support_it() -> None:
    said = Extraction(
        entities=[found("Gita", confidence=0.1), found("Tea", confidence=0.1), found("Ram")],
        facts=[FactFound(subject="Ram", relation="LIKES", object="Tea", fact="Ram likes tea.")],
    )
    names = [each.name for each in select_entities(said, RULES, [Spoken("gita came", AT)])]

    assert names == ["Gita", "Tea", "Ram"]


def test_an_unknown_type_is_generic_where_the_group_names_its_types() -> None:
    rules = read_rules({"entity_types": {"Person": {"properties": {"age": {}}}}})
    said = Extraction(
        entities=[found("Ram", "Person", attributes={"age": 7, "mood": "good"}), found("X", "Ship")]
    )

    ram, ship = select_entities(said, rules, [])
    assert (ram.attributes, ship.type) == ({"age": 7}, "Entity")


def test_attributes_are_not_overwritten_by_a_guess() -> None:
    ram = entity("Ram", role="mayor")

    assert enrich(ram, found("Ram", confidence=0.5, attributes={"role": "cook"})) is ram
    guess = enrich(ram, found("Ram", confidence=0.5, attributes={"age": "40"}))
    assert guess.attributes == {"role": "mayor", "age": "40"}
    sure = enrich(ram, found("Ram", attributes={"role": "minister"}))
    assert sure.attributes == {"role": "minister"}


def facts_of(*said: FactFound, names: str = "Ram Acme Himal") -> list[Fact]:
    resolution = resolved([found(name) for name in names.split()])
    drafts = draft(
        select_facts(Extraction(facts=list(said))),
        resolution,
        RULES,
        body="(user): Ram works at Acme",
        at=AT,
        now=AT,
        group_id="g",
        new_id=uuid4,
    )
    return [*place(drafts, [], RULES, now=AT).accepted]


def fact(subject: str, target: str, **more: object) -> FactFound:
    said = {"subject": subject, "relation": "works at", "object": target, "fact": "…", **more}
    return FactFound.model_validate(said)


def test_a_fact_holds_from_the_messages_time_unless_it_says_otherwise() -> None:
    (plain,) = facts_of(fact("Ram", "Acme"))
    (dated,) = facts_of(fact("Ram", "Acme", valid_at="2019-01-01T00:00:00"))

    assert plain.valid.start == AT
    assert dated.valid.start == datetime(2019, 1, 1, tzinfo=UTC)
    assert (plain.relation, plain.family) == ("WORKS_AT", "WORKS_AT")


def test_facts_without_both_ends_or_about_one_thing_alone_are_dropped() -> None:
    assert facts_of(fact("Ram", "Nobody"), fact("Ram", "ram")) == []


def test_one_message_may_tell_a_career_in_any_order() -> None:
    second, first = facts_of(
        fact("Ram", "Himal", valid_at="2019-01-01T00:00:00Z"),
        fact("Ram", "Acme", valid_at="2015-01-01T00:00:00Z"),
    )

    assert first.valid.end == second.valid.start
    assert second.valid.end is None


def test_an_unstorable_character_of_a_model_does_no_harm() -> None:
    said = Extraction(entities=[found("Ra\x00m", attributes={"a\x00": "b\ud800"})])

    (ram,) = select_entities(said, RULES, [])
    assert (ram.name, ram.attributes) == ("Ram", {"a": "b"})
