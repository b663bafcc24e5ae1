"""What minutes say beside labels: the number of the meeting, who wrote them, the votes."""

import pytest

from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.domain.reading.field_reader import read_fields

MINUTES = """HARROW LANE ALLOTMENTS
Minutes of the 12th meeting of the committee
Tuesday 3 June 2025, village hall

Present: Ines Calder (chair), Tom Osei, Wilma Brandt
In attendance: Petra Lindqvist (treasurer; took the minutes)

1. The minutes of the 11th meeting (4 March 2025) were accepted.
2. Water butts. Bought with 6 votes for, 2 against and 1 abstention.
3. New gate. Rejected by 3 votes to 5.
"""


def read(text: str, name: str, kind: str = "string") -> object:
    values = read_fields(text, [FieldSpec(name=name, type=kind)])
    return values[0].value if values else None


@pytest.mark.parametrize(
    ("heading", "number"),
    [
        ("Minutes of the 12th meeting of the committee", "12"),
        ("Board meeting no. 7, 3 June 2025", "7"),
        ("Protokoll der 23. Sitzung des Vorstands", "23"),
        ("Procès-verbal de la 4e réunion", "4"),
        ("समितिको १४ औँ बैठकको निर्णय", "१४"),
        ("कार्यसमितिको बैठक नं. ९ को निर्णय", "९"),
    ],
)
def test_the_heading_has_the_number_of_the_meeting(heading: str, number: str) -> None:
    text = f"{heading}\n\n1. The minutes of the 3rd meeting were accepted.\n"
    assert read(text, "Meeting number") == number


@pytest.mark.parametrize(
    "words",
    [
        "In attendance: Olu Adeyemi (director), Petra Lindqvist (treasurer, minutes)",
        "Also there: Petra Lindqvist (office; wrote the minutes)",
        "Anwesend: Olu Adeyemi, Petra Lindqvist (Protokoll)",
    ],
)
def test_a_bracket_says_who_wrote_the_minutes(words: str) -> None:
    text = f"MINUTES of the 12th meeting\n{words}\n1. Money. All well.\n"
    assert read(text, "Minutes taken by") == "Petra Lindqvist"


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("Votes for the water butts", "6"),
        ("Votes against the water butts", "2"),
        ("Votes against the gate", "5"),
        ("Votes for the beehives", None),
    ],
)
def test_votes_are_those_on_the_matter(name: str, count: str | None) -> None:
    assert read(MINUTES, name) == count


def test_minutes_without_votes_have_none() -> None:
    assert read("Minutes of the 2nd meeting\n1. Gate. Put off.\n", "Votes against") is None
