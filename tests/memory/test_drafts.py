"""The stages of reading a message, over values: no database, no model."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from pramana.memory.contracts.extraction import (
    EarlierMessage,
    EntityMention,
    FactStatement,
    MessageExtraction,
)
from pramana.memory.contracts.graph import Entity, Fact
from pramana.memory.domain.drafts import draft_facts, select_entities, select_facts
from pramana.memory.domain.grounding import grounded_facts
from pramana.memory.domain.groups import read_rules
from pramana.memory.domain.names import is_distinctive, is_near_identical, keys_of
from pramana.memory.domain.plan import enrich_entity
from pramana.memory.domain.resolution import EntityResolution, apply_verdicts, resolve_entities
from pramana.memory.domain.timeline import apply_drafts

AT = datetime(2020, 5, 1, tzinfo=UTC)
RULES = read_rules({})


def entity(name: str, type_: str = "Entity", **attributes: str) -> Entity:
    return Entity(uuid4(), "g", name, type_, attributes)


def mention(name: str, type_: str = "Entity", **more: object) -> EntityMention:
    return EntityMention.model_validate({"name": name, "type": type_, "confidence": 0.9, **more})


def entities_by_key(*entities: Entity) -> dict[str, list[Entity]]:
    by_key: dict[str, list[Entity]] = {}
    for each in entities:
        for key in keys_of(each.name):
            by_key.setdefault(key, []).append(each)
    return by_key


def resolve(names: list[EntityMention], *entities: Entity) -> EntityResolution:
    return resolve_entities(names, entities_by_key(*entities), group_id="g", new_id=uuid4)


def test_names_that_differ_in_case_spacing_and_dots_are_one() -> None:
    acme = entity("Acme Inc.")

    assert resolve([mention("ACME  inc")], acme).id_of("Acme Inc") == acme.id


def test_short_names_are_never_near_identical() -> None:
    assert not is_near_identical("Ana", "Ann")
    assert not is_distinctive("aaaaaaaa")
    assert is_near_identical(
        "International Monetary Fund Board", "International Monetary Fund Boards"
    )


def test_names_with_one_letter_different_share_a_key() -> None:
    one, other = keys_of("International Monetary Fund"), keys_of("International Monetary Funds")

    assert {key for key in one if key.startswith("m")} & set(other)


def test_a_place_and_a_person_of_one_name_stay_apart() -> None:
    place_ = entity("Jordan", "Location")
    result = resolve([mention("Jordan", "Person")], place_)

    assert result.id_of("Jordan") != place_.id
    assert result.undecided[0].candidates == (place_,)


def test_one_name_twice_in_a_message_is_one_entity() -> None:
    assert len(resolve([mention("Ram"), mention("ram"), mention("Ram.")]).entities) == 1


def test_pointers_are_remapped_to_whatever_was_judged_the_same() -> None:
    ram = entity("Ram Thapa")
    result = apply_verdicts(resolve([mention("Ram")], ram), [1])

    assert result.id_of("Ram") == ram.id
    assert result.new_ids == frozenset()
    assert [each.how for each in result.aliases] == ["judged"]


@pytest.mark.parametrize("same", [[], [0], [7], [-1]])
def test_a_judgement_that_names_no_candidate_decides_nothing(same: list[int]) -> None:
    ram = entity("Ram Thapa")
    result = apply_verdicts(resolve([mention("Ram")], ram), same)

    assert result.id_of("Ram") != ram.id
    assert len(result.new_ids) == 1


def test_excluded_types_and_doubtful_names_are_dropped() -> None:
    rules = read_rules({"entity_types": {"Pet": {}}, "excluded_entity_types": ["Pet"]})
    extraction = MessageExtraction(
        entities=[mention("Rex", "Pet"), mention("Ram"), mention("Perhaps", confidence=0.1)]
    )

    assert [each.name for each in select_entities(extraction, rules, [])] == ["Ram"]


def test_a_doubtful_name_stays_where_earlier_words_or_a_fact_support_it() -> None:
    extraction = MessageExtraction(
        entities=[mention("Gita", confidence=0.1), mention("Tea", confidence=0.1), mention("Ram")],
        facts=[FactStatement(subject="Ram", relation="LIKES", object="Tea", fact="Ram likes tea.")],
    )
    names = [
        each.name for each in select_entities(extraction, RULES, [EarlierMessage("gita came", AT)])
    ]

    assert names == ["Gita", "Tea", "Ram"]


def test_an_unknown_type_is_generic_where_the_group_names_its_types() -> None:
    rules = read_rules({"entity_types": {"Person": {"properties": {"age": {}}}}})
    extraction = MessageExtraction(
        entities=[
            mention("Ram", "Person", attributes={"age": 7, "mood": "good"}),
            mention("X", "Ship"),
        ]
    )

    ram, ship = select_entities(extraction, rules, [])
    assert (ram.attributes, ship.type) == ({"age": 7}, "Entity")


def test_attributes_are_not_overwritten_by_a_guess() -> None:
    ram = entity("Ram", role="mayor")

    assert enrich_entity(ram, mention("Ram", confidence=0.5, attributes={"role": "cook"})) is ram
    guess = enrich_entity(ram, mention("Ram", confidence=0.5, attributes={"age": "40"}))
    assert guess.attributes == {"role": "mayor", "age": "40"}
    sure = enrich_entity(ram, mention("Ram", attributes={"role": "minister"}))
    assert sure.attributes == {"role": "minister"}


def facts_of(*statements: FactStatement, names: str = "Ram Acme Himal") -> list[Fact]:
    resolution = resolve([mention(name) for name in names.split()])
    drafts = draft_facts(
        select_facts(MessageExtraction(facts=list(statements))),
        resolution,
        RULES,
        body="(user): Ram works at Acme",
        at=AT,
        now=AT,
        group_id="g",
        new_id=uuid4,
    )
    return [*apply_drafts(drafts, [], RULES, now=AT).accepted]


def works_at(subject: str, target: str, **more: object) -> FactStatement:
    statement = {"subject": subject, "relation": "works at", "object": target, "fact": "…", **more}
    return FactStatement.model_validate(statement)


def test_a_fact_holds_from_the_messages_time_unless_it_says_otherwise() -> None:
    (plain,) = facts_of(works_at("Ram", "Acme"))
    (dated,) = facts_of(works_at("Ram", "Acme", valid_at="2019-01-01T00:00:00"))

    assert plain.valid.start == AT
    assert dated.valid.start == datetime(2019, 1, 1, tzinfo=UTC)
    assert (plain.relation, plain.family) == ("WORKS_AT", "WORKS_AT")


def test_facts_without_both_ends_or_about_one_thing_alone_are_dropped() -> None:
    assert facts_of(works_at("Ram", "Nobody"), works_at("Ram", "ram")) == []


def test_one_message_may_tell_a_career_in_any_order() -> None:
    second, first = facts_of(
        works_at("Ram", "Himal", valid_at="2019-01-01T00:00:00Z"),
        works_at("Ram", "Acme", valid_at="2015-01-01T00:00:00Z"),
    )

    assert first.valid.end == second.valid.start
    assert second.valid.end is None


def test_an_unstorable_character_of_a_model_does_no_harm() -> None:
    extraction = MessageExtraction(entities=[mention("Ra\x00m", attributes={"a\x00": "b\ud800"})])

    (ram,) = select_entities(extraction, RULES, [])
    assert (ram.name, ram.attributes) == ("Ram", {"a": "b"})


BODY = "Ravi(user): Sita moved to Dharan in May. She likes it."
EARLIER = [EarlierMessage("Maya(user): I work at Himal Bank.", datetime(2024, 3, 1, tzinfo=UTC))]


def grounding_statement(subject: str, object_: str, sentence: str, quote: str) -> FactStatement:
    return FactStatement(
        subject=subject, relation="R", object=object_, fact=sentence, quote=quote, confidence=0.9
    )


GROUNDED = {
    "word for word": grounding_statement(
        "Sita", "Dharan", "Sita lives in Dharan.", "Sita moved to Dharan"
    ),
    "pronoun": grounding_statement("Sita", "Dharan", "Sita likes Dharan.", "She likes it"),
    "quote put otherwise": grounding_statement(
        "Sita", "Dharan", "Sita lives in Dharan.", "Sita went to Dharan!"
    ),
    "no quote": grounding_statement("Sita", "Dharan", "Sita lives in Dharan.", ""),
    "another script": grounding_statement(
        "सीता", "Dharan", "Sita lives in Dharan.", "Sita moved to Dharan"
    ),
    "the speaker": grounding_statement("Ravi", "Sita", "Ravi knows Sita.", "Sita moved to Dharan"),
}
UNGROUNDED = {
    "said earlier": grounding_statement(
        "Maya", "Himal Bank", "Maya works at Himal Bank.", "I work at Himal Bank"
    ),
    "said nowhere": grounding_statement(
        "Ravi", "Everest Foods", "Ravi is at Everest Foods.", "joined Everest"
    ),
    "another's sentence": grounding_statement(
        "Maya", "Dharan", "Sita lives in Dharan.", "Sita moved to Dharan"
    ),
    "without its object": grounding_statement(
        "Sita", "May", "Sita moved to Dharan.", "Sita moved to Dharan"
    ),
}


@pytest.mark.parametrize("found", GROUNDED.values(), ids=GROUNDED.keys())
def test_what_the_message_says_is_kept(found: FactStatement) -> None:
    assert grounded_facts([found], BODY, EARLIER) == [found]


@pytest.mark.parametrize("found", UNGROUNDED.values(), ids=UNGROUNDED.keys())
def test_what_it_does_not_say_is_lost(found: FactStatement) -> None:
    assert grounded_facts([found], BODY, EARLIER) == []


def test_a_nepali_name_is_the_same_name_with_its_case_ending() -> None:
    sentence = "राम थापा काठमाडौंमा बस्छन्।"
    lives = grounding_statement("राम थापा", "काठमाडौं", sentence, sentence)
    helped = grounding_statement("सीता", "हरि", "सीताले हरिलाई सघाइन्।", "")

    assert grounded_facts([lives], f"Asha(user): {sentence}") == [lives]
    assert grounded_facts([helped], "Asha(user): सीताले हरिलाई सघाइन्।") == [helped]
    assert (
        grounded_facts(
            [grounding_statement("गीता", "काठमाडौं", sentence, sentence)], f"Asha(user): {sentence}"
        )
        == []
    )
