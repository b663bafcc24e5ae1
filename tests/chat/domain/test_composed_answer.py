"""Whole lists, rows and several papers that say different things."""

from collections.abc import Sequence

from pramana.chat.contracts.passages import PassageReading, ReadPassages
from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.prompts.compose import NumberedPassage

CAMP = """Summer camp

What to pack

- a sleeping bag
- rain clothes with a hood
- a cup and a plate
- sun cream

Bedtime is at 21:30.
"""
CODES = """| Code | Meaning |
|---|---|
| F1 | Lid open |
| F2 | Water low |
"""


def pointing_at(*words: str) -> ReadPassages:
    """A reader that is sure of the first of these words in each passage, and else of nothing."""

    def read(question: str, texts: Sequence[str]) -> list[PassageReading]:
        readings = []
        for text in texts:
            found = [(text.index(each), len(each)) for each in words if each in text]
            start, length = found[0] if found else (0, 1)
            sure = bool(found)
            readings.append(
                PassageReading(start, start + length, 0.95 if sure else 0.01, 12 if sure else -30)
            )
        return readings

    return read


def answers(question: str, papers: list[NumberedPassage], *words: str) -> list[str]:
    return [each.text for each in compose_answer(question, papers, pointing_at(*words))]


def test_an_item_stands_for_its_list_unless_the_question_means_it_alone() -> None:
    paper = [NumberedPassage(1, CAMP, title="Summer camp", document="camp")]
    assert len(answers("What do we need for the summer camp?", paper, "rain clothes")) == 4
    alone = answers("What belongs to the rain clothes?", paper, "with a hood")
    assert alone == ["- rain clothes with a hood"]


def test_papers_that_disagree_are_shown_with_their_dates_the_latest_first() -> None:
    papers = [
        NumberedPassage(
            1, "A swim costs EUR 4.", title="Pool prices", document="a", dated="May 2023"
        ),
        NumberedPassage(
            2, "A swim costs EUR 6.", title="Pool notice", document="b", dated="2 May 2025"
        ),
    ]
    assert answers("How much does a swim cost?", papers, "EUR 4", "EUR 6") == [
        "Pool notice (2 May 2025): A swim costs EUR 6.",
        "Pool prices (May 2023): A swim costs EUR 4.",
    ]


def test_a_table_that_is_called_so_is_listed_whole() -> None:
    paper = [NumberedPassage(1, f"# Codes of the kettle\n\n{CODES}", title="Kettle", document="k")]
    assert answers("Which codes can the kettle show?", paper, "Lid") == [
        "F1: meaning: Lid open.",
        "F2: meaning: Water low.",
    ]


def test_two_rows_stand_beside_each_other() -> None:
    paper = [NumberedPassage(1, CODES, title="Kettle", document="k")]
    assert len(answers("What is the difference between F1 and F2?", paper)) == 2


AGREEMENT = NumberedPassage(
    1,
    "4.2 The hall is cleaned on five days a week.\n6.1 Notice is given 90 days before.",
    title="Cleaning agreement",
    document="agreement",
    dated="May 2024",
)


def test_a_paper_that_changes_the_clause_stands_beside_it() -> None:
    change = NumberedPassage(
        2,
        '1. In clause 6.1 the words "90 days" are replaced by "60 days".\n'
        "2. Clause 4.2 stays as it is.",
        title="First addendum",
        document="addendum",
        dated="May 2025",
    )
    said = answers("How long before is notice given?", [AGREEMENT, change], "90 days before")
    assert [each.split(" (")[0] for each in said] == ["First addendum", "Cleaning agreement"]
    assert "60 days" in said[0]
    said = answers("On how many days is the hall cleaned?", [AGREEMENT, change], "five days")
    assert said == ["4.2 The hall is cleaned on five days a week."]


SCHOOL = NumberedPassage(
    1,
    "विद्यालय बिहान १० बजे खुल्छ।\nभर्ना शुल्क रु. ७५० हो।\nपुस्तकालय शनिबार बन्द हुन्छ।",
    title="सूचना",
    document="school",
)


def test_a_sentence_in_another_language_is_read_by_itself() -> None:
    """The passage as a whole says nothing to the reader; the sentence that has the words does."""

    def read(question: str, texts: Sequence[str]) -> list[PassageReading]:
        return [
            PassageReading(at, at + 7, 0.9, 6)
            if (at := text.find("रु. ७५०")) >= 0 and "खुल्छ" not in text
            else PassageReading(len(text) - 5, len(text), 0.01, -9)
            for text in texts
        ]

    said = compose_answer("How much is the admission fee?", [SCHOOL], read)
    assert [each.text for each in said] == ["भर्ना शुल्क रु. ७५० हो।"]


def test_a_heading_that_asks_the_question_speaks_for_what_stands_below_it() -> None:
    def read(question: str, texts: Sequence[str]) -> list[PassageReading]:
        return [
            PassageReading(text.index("EUR 3"), text.index("EUR 3") + 5, 0.4, -3) for text in texts
        ]

    paper = NumberedPassage(
        1, "EUR 3 for a small one.", title="Pool", section="May I bring a parrot?"
    )
    assert compose_answer("parrot how much", [paper], read)
    other = NumberedPassage(
        1, "EUR 3 for a small one.", title="Pool", section="May I bring a boat?"
    )
    assert not compose_answer("parrot how much", [other], read)


def test_the_most_of_a_named_row_is_that_row_alone() -> None:
    rooms = "| Town | Room at most |\n|---|---|\n| Galway | EUR 90 |\n| Sligo | EUR 70 |\n"
    paper = [NumberedPassage(1, rooms, title="Trips", document="trips")]
    said = answers("What is the most a room in Sligo may cost?", paper)
    assert said == ["Sligo, room at most: EUR 70."]


SEAL = """## Changing the door seal

1. Switch the oven off and let it cool for two hours.
2. Open the drain cock K4 so that no steam is left in the chamber.
3. Press the new seal in with the brass roller.

## Getting your deposit back

Bring the wristband and the receipt to the desk. You sign the list and get five euros.

## How long we keep things

1. Towels are kept for 14 days
2. Watches are kept for 60 days
"""


def test_a_fact_inside_a_step_is_that_step_alone() -> None:
    paper = [NumberedPassage(1, SEAL, title="Oven and pool", document="oven")]
    asked = "Which cock lets the steam out of the chamber before the new seal is pressed in?"
    assert answers(asked, paper, "drain cock K4") == [
        "2. Open the drain cock K4 so that no steam is left in the chamber."
    ]


def test_a_procedure_in_prose_is_found_by_its_heading() -> None:
    paper = [NumberedPassage(1, SEAL, title="Oven and pool", document="oven")]
    said = answers("How do I get my deposit back?", paper)
    assert said[0].startswith("Bring the wristband") and len(said) == 2


def test_steps_to_something_else_do_not_answer() -> None:
    paper = [NumberedPassage(1, SEAL, title="Oven", document="oven")]
    assert answers("How do I change the light of the oven?", paper) == []


BIDS = """## Bids for the roof

| Bidder | Price | Can start |
|---|---|---|
| Falk Roofing | EUR 38,400 | 4 May 2026 |
| Nordin Brothers | EUR 41,250 | 20 April 2026 |
"""


def test_the_first_of_several_rows_is_the_one_with_the_earliest_day() -> None:
    paper = [NumberedPassage(1, BIDS, title="Roof", document="roof")]
    assert answers("Which bidder can start first?", paper)[-1] == "Nordin Brothers: first."


def test_that_of_the_other_is_the_same_value_of_the_other() -> None:
    text = "| | D3-60 | D3-90 |\n|---|---|---|\n| Water tank | 18 l | 27 l |\n| Decks | 2 | 3 |\n"
    paper = [NumberedPassage(1, text, title="Oven", document="oven")]
    said = answers("Is the water tank of the D3-90 larger than that of the D3-60?", paper)
    assert said == [
        "Water tank, D3-90: 27 l.",
        "Water tank, D3-60: 18 l.",
        "water tank of the D3-90: larger.",
    ]


def test_bills_in_german_and_french_are_asked_in_english() -> None:
    papers = [
        NumberedPassage(
            number, text, title=text.splitlines()[0], document=f"bill-{number}", head=text[:60]
        )
        for number, text in enumerate((RECHNUNG, FACTURE), start=1)
    ]
    asked = "How much was paid in advance to Holzbau Lenz?"
    assert answers(asked, papers) == ["Anzahlung: 300,00 EUR."]
    asked = "What penalty for late payment does Imprimerie Morel charge?"
    assert answers(asked, papers) == ["Pénalités de retard: 12 % par an."]


RECHNUNG = """Holzbau Lenz GmbH
Rechnung Nr. 2026-118
Kunde: Gemeinde Aubach
Rechnungsbetrag: 1.197,14 EUR
Anzahlung: 300,00 EUR
Restbetrag: 897,14 EUR
"""
FACTURE = """Imprimerie Morel SARL
Facture n° F-77
Client : Musée de la Forge
Total TTC : 306,00 €
Acompte versé : 100,00 €
Pénalités de retard : 12 % par an.
"""


PROGRAMMES = """Programmes

D1 cotton: 60 °C, 90 min
D2 silk: 30 °C, 45 min

Leave the door open for 20 minutes after each wash.
"""


def test_the_line_of_the_programme_asked_about_comes_before_another_number() -> None:
    read = pointing_at("20 minutes")
    passage = NumberedPassage(1, PROGRAMMES, title="Washing card")
    said = compose_answer("How many minutes does D2 take?", [passage], read)
    assert said
    assert "45 min" in said[0].text


def test_a_word_that_is_no_floor_does_not_answer_on_which_floor() -> None:
    passage = NumberedPassage(1, "The choir of Elm House meets in the back room.", title="Choir")
    read = pointing_at("back room")
    asked = QuestionEvidence("On which floor of Elm House is the choir?", [passage], read)
    sure = QuestionEvidence("In which room of Elm House does the choir meet?", [passage], read)
    assert fact_candidates(asked)[0].certainty < 0.7 < fact_candidates(sure)[0].certainty


def test_a_described_limit_is_answered_with_the_value_that_follows_it() -> None:
    text = "## LOAN_DAYS\nThe longest time a loan may last, in days. Default: `28`.\n\nPay fines."
    paper = [NumberedPassage(1, text, title="Library settings", document="a")]
    said = answers("How many days may a loan last?", paper, "in days")
    assert said == ["The longest time a loan may last, in days.", "Default: `28`."]
    unstated = [NumberedPassage(1, text.replace("`28`", "none"), title="Library settings")]
    assert answers("How many days may a loan last?", unstated, "in days") == []


def test_a_selection_is_told_where_a_question_is_about_all_of_it() -> None:
    text = "Cyclists ring the bell at the bridge. The path is closed in January."
    selected = [NumberedPassage(1, text)]
    said = compose_answer("Who does this concern?", selected, pointing_at(), selection=True)
    assert [each.text for each in said][:1] == ["Cyclists ring the bell at the bridge."]
    when = compose_answer("From when does this hold?", selected, pointing_at(), selection=True)
    assert [each.text for each in when] == ["The path is closed in January."]


def test_a_german_question_is_answered_from_an_english_paper() -> None:
    text = "The tenant pays a deposit of 900 EUR. The landlord repairs the windows."
    paper = [NumberedPassage(1, text, title="Lease", document="lease")]
    said = answers("Wie hoch ist die Kaution?", paper, "900 EUR")
    assert said == ["The tenant pays a deposit of 900 EUR."]


def test_a_paraphrase_is_known_by_words_that_stand_for_each_other() -> None:
    paper = [NumberedPassage(1, "The parcel is dispatched on Monday.", title="Note", document="n")]
    read = pointing_at("Monday")
    sent, weighed = (
        fact_candidates(QuestionEvidence(f"When is the parcel {verb}?", paper, read))[0]
        for verb in ("sent", "weighed")
    )
    assert sent.certainty > weighed.certainty


LEASE = NumberedPassage(
    1,
    "8.2 The Tenant may end this lease on 1 May 2029 by giving seven months' written notice.\n",
    "Lease of Bell Mill",
    document="lease",
    dated="3 May 2024",
)
DEED = NumberedPassage(
    2,
    "1. In clause 8.2 the date of 1 May 2029 is replaced by 1 June 2028.\n"
    '2. In clause 8.2 the words "seven months" are replaced by "four months".\n'
    "3. In clause 2 two parking spaces are added.\n",
    "Side letter to the lease of Bell Mill",
    document="deed",
    dated="9 June 2025",
)


def test_both_parts_of_a_question_are_answered_by_what_changed_the_clause() -> None:
    question = "On which day can we end the lease of Bell Mill, and with how much notice?"
    said = " ".join(answers(question, [LEASE, DEED], "1 June 2028"))
    assert "1 June 2028" in said and "four months" in said and "parking" not in said


def minutes(number: int, dated: str, text: str) -> NumberedPassage:
    head = f"Minutes of the meeting of {dated}"
    return NumberedPassage(number, text, "Kite Club", document=dated, dated=dated, head=head)


def test_the_latest_minutes_say_what_comes_next() -> None:
    papers = [
        minutes(1, "4 March 2026", "The next meeting of the board is on 6 May 2026."),
        minutes(2, "6 May 2026", "The next meeting of the board is on 1 July 2026."),
    ]
    said = answers("When does the board meet next?", papers, "6 May 2026", "1 July 2026")
    assert len(said) == 1 and "1 July 2026" in said[0]


def test_later_minutes_decide_what_earlier_ones_left_open() -> None:
    papers = [
        minutes(
            1,
            "4 March 2026",
            "Two bids for the roof work came in. No bid for the roof work was taken.",
        ),
        minutes(2, "6 May 2026", "The roof work is given to Tern Homes Ltd by 4 votes."),
    ]
    question = "Has anybody been given the roof work yet?"
    said = answers(question, papers, "No bid", "Tern Homes Ltd")
    assert "Tern Homes Ltd" in said[0] and not any("No bid" in each for each in said)


def test_minutes_correct_a_figure_of_those_before() -> None:
    papers = [
        minutes(1, "4 March 2026", "Cash at the end of 2025 was EUR 41,200."),
        minutes(
            2,
            "6 May 2026",
            "The minutes were approved with one correction: the cash at the end of 2025 was "
            "EUR 42,100, not EUR 41,200.",
        ),
    ]
    said = answers("How much cash was there at the end of 2025?", papers, "EUR 41,200.")
    assert "42,100" in said[0] and "6 May 2026" in said[0]


def test_the_same_is_asked_of_two_papers() -> None:
    papers = [
        NumberedPassage(1, "Cooks: car mileage is 42p a mile.", "Staff guide", document="staff"),
        NumberedPassage(
            2, "Helpers get car mileage at 25p a mile.", "For helpers", document="help"
        ),
    ]
    question = "What mileage is paid to cooks and to helpers who use a car?"
    said = " ".join(answers(question, papers, "42p a mile", "25p a mile"))
    assert "42p" in said and "25p" in said


def test_a_number_alone_is_no_age() -> None:
    chosen = [NumberedPassage(1, "6. Board. Ina Ro was elected chair of the club.")]
    asked = "How old is she?"
    assert compose_answer(asked, chosen, pointing_at("Ina Ro"), selection=True) == []
    aged = [NumberedPassage(1, "Ina Ro, aged 41, was elected. The club has 90 members.")]
    said = compose_answer(asked, aged, pointing_at("Ina Ro"), selection=True)
    assert [each.text for each in said] == ["Ina Ro, aged 41, was elected."]


OFFER = "Quotation 4\nTransit time: 31 days.\nCustoms are not included. Free days at port: 6.\n"


def test_a_number_of_days_of_something_else_is_not_how_long_it_takes() -> None:
    passage = NumberedPassage(1, OFFER, "Heron Freight", document="h")
    asked = "How many days does it take? (Heron offer)"

    def read(question: str, texts: Sequence[str]) -> list[PassageReading]:
        ends = [text.find("6.\n") if "6.\n" in text else len(text) - 8 for text in texts]
        return [PassageReading(at, at + 1, 0.6, 9.0) for at in ends]

    assert [each.text for each in compose_answer(asked, [passage], read)] == [
        "Transit time: 31 days."
    ]


def test_a_column_in_the_unit_that_is_asked_for_answers() -> None:
    table = (
        "| Depot | Head | Boats sold | Sales (EUR) | Target (EUR) |\n|---|---|---|---|---|\n"
        "| Hull | Ina Ro | 31 | 90400 | 85000 |\n| Goole | Jo Ley | 12 | 35100 | 40000 |\n"
    )
    passage = NumberedPassage(1, table, "Sales 2025", document="s")
    said = answers("How much did the Hull depot sell, in euros?", [passage], "nothing")
    assert said and "90400" in said[0]


PROGRAMS = NumberedPassage(
    1,
    "| Program | For | Heat | Time |\n|---|---|---|---|\n"
    "| 4 | Wool | 30 °C | 20 min |\n| 5 | Linen | 60 °C | 45 min |\n",
    "Washer W",
    "4 Programs",
    document="washer",
)
STOPPING = NumberedPassage(
    2, "Hold the red key for 3 seconds to stop.", "Washer W", "2 Stopping", document="washer"
)


def test_a_row_of_what_is_named_comes_before_a_page_about_all() -> None:
    asked = "How long does it hold there? (program 5)"
    said = answers(asked, [STOPPING, PROGRAMS], "3 seconds", "45 min")
    assert "45 min" in said[0] and not any("3 seconds" in each for each in said)


def test_a_later_edition_stands_before_an_older_leaflet() -> None:
    papers = [
        NumberedPassage(
            1,
            "- Renew the drum belt every 14 months",
            "Working with the washer",
            document="leaflet",
            dated="3 May 2023",
        ),
        NumberedPassage(
            2,
            "| Work | Interval |\n|---|---|\n| Renew the drum belt | every 9 months |\n",
            "Series W",
            "9 Care",
            document="manual",
            dated="8 June 2025",
            head="Drum washers W-1 and W-2\nIssue 4 of 8 June 2025",
        ),
    ]
    question = "How often does the drum belt of the washer have to be renewed?"
    said = answers(question, papers, "every 14 months", "every 9 months")
    assert "every 9 months" in said[0] and "8 June 2025" in said[0]
    assert "14 months" in said[1]
