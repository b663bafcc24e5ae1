"""What a question names, and whether a text names it too."""

import pytest

from pramana.chat.domain.named_things import (
    NamedThing,
    ThingKind,
    find_named_things,
    is_in,
    sibling_identifiers,
    topic_line,
    without_things,
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What does fault F31 of the Tarn boiler mean?", ["F31", "Tarn"]),
        ("What does clause 12.3 say?", ["12.3"]),
        ("दफा ५ मा के छ?", ["5"]),
        ("How many trees were planted in 2019?", ["2019"]),
        ("Who lives in flat 12?", ["flat 12"]),
        ("How much is 25kg of it on the 3rd?", []),
        ("When does March begin?", []),
        ("Which valve is it?", []),
        ("How much CO2 does the boiler give off?", []),
        ("Are you open on New Year's Day?", []),
        ("What if I pay the bill 20 days late?", []),
    ],
)
def test_identifiers_clauses_years_and_names_are_found(question: str, names: list[str]) -> None:
    assert [each.text for each in find_named_things(question)] == names


@pytest.mark.parametrize(
    ("kind", "name", "text", "there"),
    [
        (ThingKind.IDENTIFIER, "F31", "F31 means low gas", True),
        (ThingKind.IDENTIFIER, "F31", "F310 means low gas", False),
        (ThingKind.IDENTIFIER, "RX-400", "the RX 400 weighs 3 kg", True),
        (ThingKind.IDENTIFIER, "RX-400", "the RX-40 weighs 3 kg", False),
        (ThingKind.CLAUSE, "12.3", "12.3 The tenant pays.", True),
        (ThingKind.CLAUSE, "12.3", "It costs 12.30 in all.", False),
        (ThingKind.NAME, "Marsden", "signed by K. Marsden", True),
        (ThingKind.NAME, "Pokhara", "पोखरामा", True),
        (ThingKind.NAME, "Lisbon", "signed in Porto", False),
        (ThingKind.YEAR, "2019", "in 2019 and 2020", True),
    ],
)
def test_a_thing_is_found_in_any_spelling(
    kind: ThingKind, name: str, text: str, there: bool
) -> None:
    assert is_in(NamedThing(kind, name), text) is there


def test_others_of_the_same_make_are_listed_in_order() -> None:
    texts = ["F02 gas\nF11 fan", "F05 flame, B31 other"]
    assert sibling_identifiers("F31", texts) == ["F02", "F05", "F11"]
    assert sibling_identifiers("12", texts) == []


def test_a_name_with_a_number_is_an_identifier() -> None:
    assert NamedThing(ThingKind.IDENTIFIER, "Finch 12") in find_named_things(
        "Is the Finch 12 heavy?"
    )
    assert [each.kind for each in find_named_things("What happened in May 2024?")] == [
        ThingKind.YEAR
    ]


def test_a_labelled_number_may_be_a_row_of_a_table() -> None:
    thing = NamedThing(ThingKind.IDENTIFIER, "program 2")
    assert is_in(thing, "Program\tTime\n1\t20 min\n2\t35 min\n")
    assert not is_in(thing, "Program\tTime\n1\t20 min\n3\t35 min\n")


def test_a_country_is_known_by_its_adjective() -> None:
    assert is_in(NamedThing(ThingKind.NAME, "Scottish"), "governed by the law of Scotland")
    assert not is_in(NamedThing(ThingKind.NAME, "Scottish"), "governed by the law of Norway")


def test_the_head_of_a_document_tells_what_its_passages_leave_out() -> None:
    things = find_named_things("Who repairs the roof of the Heron Mill?")
    head = "LEASE\nof the Heron Mill, Weir Lane\nbetween two parties"

    assert topic_line(things, head, "The owner repairs the roof.") == "of the Heron Mill, Weir Lane"
    assert topic_line(things, head, "The roof of the Heron Mill is new.") == ""
    assert topic_line(things, "LETTER\nabout a barn", "The owner repairs the roof.") == ""


def test_a_question_is_left_without_its_names() -> None:
    question = "What is the Heron Mill's rent?"
    assert without_things(question, find_named_things(question)) == "What is the rent?"


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("How much is factura 70418?", ["factura 70418"]),
        ("What does 70418 come to?", ["70418"]),
        ("Was 70,400 paid?", []),
        ("Is a tank of 70418 l large?", []),
    ],
)
def test_a_long_number_is_an_identifier(question: str, named: list[str]) -> None:
    things = [each.text for each in find_named_things(question)]
    assert [each for each in things if any(map(str.isdigit, each))] == named


def test_a_labelled_long_number_is_found_after_other_words() -> None:
    [thing] = find_named_things("How much is factura 70418?")
    assert is_in(thing, "Factura electrónica N° 70418")
    assert is_in(thing, "FACTURA n° 70418")
    assert not is_in(thing, "Factura electrónica N° 70481")


def test_a_label_in_devanagari_is_in_a_text_with_or_without_the_word_for_number() -> None:
    (thing,) = find_named_things("कोठा नं. १४ को भाडा कति?")
    assert is_in(thing, "कोठा नं. १४ को भाडा")
    assert is_in(thing, "कोठा १४ खाली छ")
    assert not is_in(thing, "कोठा नं. १५ को भाडा")
