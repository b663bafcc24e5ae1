"""Comparisons in tables: the rows that are meant, without the sums under them."""

import re
from collections.abc import Sequence

import pytest

from pramana.chat.contracts.passages import PassageReading
from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.prompts.compose import NumberedPassage

MACHINES = (
    "| Number | Kind | Place | Hours | Diesel cost (NPR) |\n|---|---|---|---|---|\n"
    "| M-11 | Tractor | Ilam | 410 | 88200 |\n| M-12 | Digger | Ilam | 905 | 310400 |\n"
    "| M-13 | Tractor | Jhapa | 388 | 91750 |\n| M-14 | Digger | Morang | 640 | 228100 |\n"
    "| Total | | | 2343 | 718450 |\n"
)
BILL = (
    "| Work | Amount (NPR) |\n|---|---|\n| Fence | 40,000 |\n| Gate | 15,500 |\n| Total | 55,500 |"
)


def answers(question: str) -> list[str]:
    passages = [
        NumberedPassage(1, BILL, "Bill of the fence", document="b"),
        NumberedPassage(2, MACHINES, "Machines 2025", document="m"),
    ]
    return [each.text for each in compose_answer(question, passages, None)]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Which tractor used more money for diesel?", "M-13: more."),
        ("Which digger cost less in diesel?", "M-14: less."),
        ("Which tractor has the higher diesel cost?", "M-13: higher."),
        ("Which digger ran the most hours?", "M-12: most."),
        ("Which of our two tractors used more diesel?", "M-13: more."),
    ],
)
def test_only_rows_of_the_kind_that_is_asked_for_are_compared(question: str, verdict: str) -> None:
    *values, last = answers(question)
    assert last == verdict and len(values) == 2


def test_a_sum_is_not_compared_with_its_parts() -> None:
    found = answers("Which machine has the highest diesel cost?")
    assert found[-1] == "M-12: highest." and not any("Total" in each for each in found)


SAWS = (
    "## 3 Data\n| | K-5 | K-7 | K-9 |\n|---|---|---|---|\n| Blade | 30 cm | 40 cm | 55 cm |\n"
    "| Sound at 2 m | 71 dB | 78 dB | 84 dB |\n| Weight, dry | 11 kg | 14 kg | 23 kg |\n"
)
FLASKS = (
    "Thermal flasks F-1 and F-2\nF-1: 1 litre, 0.4 kg, stays hot 9 hours in the cold\n"
    "F-2: 2 litres, 0.7 kg, stays hot 14 hours in the cold\n"
)
KEPT = "## What we keep\n- Visitor cards: 12 months\n- Gate records: 40 days\n- Keys: 2 weeks\n"
NOTICE = (
    "## Ending the work\n| Time with us | Period |\n|---|---|\n| Trial | 2 weeks |\n"
    "| Up to 3 years | 5 weeks |\n| More than 3 years | 9 weeks |\n"
)


def compared(question: str) -> list[str]:
    passages = [
        NumberedPassage(1, NOTICE, "Staff guide", "Ending the work", document="n"),
        NumberedPassage(2, SAWS, "Saws K-5 to K-9", "3 Data", document="s"),
        NumberedPassage(3, FLASKS, "Flask card", document="f"),
        NumberedPassage(4, KEPT, "Rules of Reed House", "What we keep", document="r"),
    ]
    return [each.text for each in compose_answer(question, passages, unsure)]


def unsure(question: str, texts: Sequence[str]) -> list[PassageReading]:
    """A reading model that finds nothing."""
    return [PassageReading(0, 1, 0.01, -12.0) for _ in texts]


@pytest.mark.parametrize(
    ("question", "verdict", "values"),
    [
        ("Is the K-5 or the K-9 louder?", "K-9: louder.", ["71 dB", "84 dB"]),
        ("Does the K-7 or the K-9 weigh less?", "K-7: less.", ["14 kg", "23 kg"]),
        ("K-5 or K-7: which is heavier?", "K-7: heavier.", ["11 kg", "14 kg"]),
        ("Which flask stays hot longer in the cold?", "F-2: longer.", ["9 hours", "14 hours"]),
        (
            "What does Reed House keep longer, gate records or visitor cards?",
            "visitor cards: longer.",
            ["40 days", "12 months"],
        ),
    ],
)
def test_what_is_compared_stands_with_its_value(
    question: str, verdict: str, values: list[str]
) -> None:
    *said, last = compared(question)
    assert last == verdict
    assert all(value in each for value, each in zip(values, said, strict=True))


@pytest.mark.parametrize(
    "question",
    [
        "Which lamp burns longer after a power cut?",
        "Which Zephyr fan runs longer on one battery?",
        "What do we keep longer, tax papers or wage slips?",
        "Is the K-5 or the K-8 louder?",
    ],
)
def test_values_of_something_else_are_not_compared(question: str) -> None:
    assert compared(question) == []


def test_an_offer_that_calls_the_matter_by_another_name_is_compared_too() -> None:
    passages = [
        NumberedPassage(number, text, title, document=title, head=text)
        for number, title, text in (
            (1, "Heron Sheds", "QUOTATION\nFor: new roof of the boat house\nTotal: GBP 4,100.00\n"),
            (2, "Teal & Sons", "Estimate\nBoat house: roof\nTotal: GBP 3,900.00\n"),
            (3, "Widgeon Ltd", "Offer for a roof of slate\nTotal: GBP 3,200.00\n"),
        )
    ]
    question = "Which firm builds the roof of the boat house for the least money?"
    *said, last = [each.text for each in compose_answer(question, passages, unsure)]
    assert len(said) == 3 and last == "Widgeon Ltd: least."


LODGING = """# Lodging

- Guest room, breakfast: EUR 62 per night
- Cottage, no meals: EUR 71 per night
"""
DRYING = """# Drying

Drying takes two and a half hours (Model A4) or five hours (Model B6).

| | Model A4 | Model B6 |
|---|---|---|
| Drying rack, price | 40 | 90 |
"""


@pytest.mark.parametrize(
    "question",
    [
        "Is it cheaper to sleep in a guest room or in the cottage?",
        "Which is cheaper, the guest room or the cottage, and how much is each?",
    ],
)
def test_two_ways_to_do_something_are_compared_by_what_they_are_called(question: str) -> None:
    said = compose_answer(question, [NumberedPassage(1, LODGING, title="Lodging")], None)
    assert [each.text.casefold() for each in said] == [
        "- guest room, breakfast: eur 62 per night",
        "- cottage, no meals: eur 71 per night",
        "guest room: cheaper.",
    ]


def test_nothing_but_times_and_speeds_says_what_is_quicker() -> None:
    question = "What is quicker to dry, the A4 or the B6?"
    said = compose_answer(question, [NumberedPassage(1, DRYING, title="Drying")], None)
    assert all("price" not in each.text and "quicker" not in each.text for each in said)


BIKES = (
    "# Bikes\n\n| | P2 | P2 Long |\n|---|---|---|\n"
    "| Battery | 400 Wh | 610 Wh |\n| Weight | 9 kg | 11 kg |\n\n"
    "## Lorries\n\n| Lorry | Driver | Kilometres 2025 |\n|---|---|---|\n"
    "| L-1 | Ana | 9210 |\n| L-2 | Ben | 14305 |\n"
)


@pytest.mark.parametrize(
    ("question", "verdict", "values"),
    [
        (
            "Which has the bigger battery, the P2 or the P2 Long?",
            "P2 Long: bigger.",
            ["400 Wh", "610 Wh"],
        ),
        ("Which lorry drove the furthest in 2025?", "L-2: furthest.", ["9210", "14305"]),
    ],
)
def test_a_name_inside_another_is_the_one_that_is_called_just_so(
    question: str, verdict: str, values: list[str]
) -> None:
    passages = [NumberedPassage(1, BIKES, "Bikes and lorries", document="b")]
    *said, last = [each.text for each in compose_answer(question, passages, unsure)]
    assert last == verdict
    assert all(value in each for value, each in zip(values, said, strict=True))


CARRIERS = [
    NumberedPassage(number, text, title, document=title, head=text)
    for number, title, text in (
        (1, "Heron Freight", "Quotation H-1\nTransit time: 30 days.\nValid until 4 May 2026."),
        (2, "Teal Cargo", "Offer T-9\nTransit time 24 days.\nThe offer is valid until 9 May 2026."),
        (3, "Widgeon Lines", "Quotation 55\nTransit time: 33 days.\nValid until 2 May 2026."),
    )
]


def of_time_and_days(question: str, texts: Sequence[str]) -> list[PassageReading]:
    """A reading model that finds how long something takes, and until when it holds."""
    wanted = re.compile(r"\d+ days" if question.startswith("How long") else r"\d May 2026")
    found = [match.span() if (match := wanted.search(text)) else (0, 1) for text in texts]
    return [PassageReading(*each, 0.95, 12.0) for each in found]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Who of the three forwarders is fastest?", "Teal Cargo: fastest."),
        ("Which freight quotation runs out first, and when?", "Widgeon Lines: first."),
    ],
)
def test_offers_are_compared_by_their_time_and_their_last_day(question: str, verdict: str) -> None:
    *said, last = [each.text for each in compose_answer(question, CARRIERS, of_time_and_days)]
    assert len(said) == 3 and last == verdict
