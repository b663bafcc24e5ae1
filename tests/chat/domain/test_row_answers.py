"""Rows of a table: all of them, those a question describes, tasks and whose they are."""

from pramana.chat.prompts.compose import NumberedPassage
from tests.chat.domain.test_composed_answer import answers

MINUTES = """# Choir meeting of 4 May 2026

## To do

| No. | What | Who | By |
|---|---|---|---|
| 1 | Print the scores | Ada Quill | 10 May |
| 2 | Tune the organ | Ben Holt | 1 June |
| 3 | Book the hall | Ada Quill | 20 June |
"""
STAFF = """# Staff

| Name | Task | Room |
|---|---|---|
| Ada Quill | Office | 32 |
| Ben Holt | Organ | 14 |
"""
FAULTS = """# Boiler faults

| Fault | Meaning | Cleared by |
|---|---|---|
| K1 | No water | caretaker |
| K2 | Valve stuck | fitter |
| K3 | Sensor broken | fitter |
"""
PAPERS = [
    NumberedPassage(1, STAFF, title="Staff", document="staff"),
    NumberedPassage(2, MINUTES, title="Choir meeting of 4 May 2026", document="minutes"),
]


def test_tasks_of_a_meeting_are_all_listed_with_who_does_them() -> None:
    said = answers("List the tasks of the choir meeting with who does them", PAPERS)
    assert said == [
        "Print the scores: who: Ada Quill; by: 10 May.",
        "Tune the organ: who: Ben Holt; by: 1 June.",
        "Book the hall: who: Ada Quill; by: 20 June.",
    ]


def test_tasks_of_a_person_are_that_persons_alone() -> None:
    said = answers("Which tasks does Ada Quill have after the choir meeting?", PAPERS)
    assert [each.split(":")[0] for each in said] == ["Print the scores", "Book the hall"]


def test_a_word_that_no_row_has_tells_none_of_them_apart() -> None:
    papers = [NumberedPassage(1, FAULTS, title="Boiler faults", document="boiler")]
    said = answers("Which faults of the old boiler must be cleared by the fitter?", papers)
    assert [each.split(":")[0] for each in said] == ["K2", "K3"]


def test_a_row_is_called_by_a_number_in_it() -> None:
    said = answers("Who has room 32?", PAPERS[:1], "Ben Holt")
    assert said == ["Ada Quill: task: Office; room: 32."]


def test_a_column_is_known_by_its_own_name_and_not_by_another_columns() -> None:
    text = "| | Wren 20 | Wren 40 |\n|---|---|---|\n| Weight | 8 kg | 13 kg |\n| Seats | 2 | 4 |\n"
    papers = [NumberedPassage(1, text, title="Canoes", document="canoes")]
    assert answers("What is the weight of the Wren 40?", papers) == ["Weight, Wren 40: 13 kg."]


def test_a_section_in_prose_under_the_heading_asked_for_is_given_whole() -> None:
    text = "# Hut\n\n## Closing the hut\n\nDrain the pipes. Shut the vent. Hang up the key.\n"
    papers = [NumberedPassage(1, text, title="Hut", document="hut")]
    said = answers("How is the hut closed?", papers, "Shut the vent")
    assert said == ["Drain the pipes.", "Shut the vent.", "Hang up the key."]


TOUR = """| date | town | hall | concert |
|---|---|---|---|
| 2027-05-03 | Brno | Besední dům | 19:00 |
| 2027-05-04 | Linz | Brucknerhaus | 20:00 |
"""
REPAIRS = """| Bike no. | Fault | Mechanic |
|---|---|---|
| T-14 | Chain torn | Ines |
| T-15 | Brake bent | Oskar |
"""


def test_a_day_and_a_column_are_enough_to_find_a_cell() -> None:
    papers = [NumberedPassage(1, TOUR, title="tour-2027", document="tour")]
    said = answers("Which hall does the choir sing in on 4 May 2027?", papers)
    assert said == ["2027-05-04: hall: Brucknerhaus."]


def test_two_questions_about_one_row_are_answered_with_the_row() -> None:
    papers = [NumberedPassage(1, REPAIRS, title="Repairs", document="repairs")]
    said = answers("Which mechanic mended T-15 and what was wrong with it?", papers, "Oskar")
    assert said == ["T-15: fault: Brake bent; mechanic: Oskar."]


def test_a_counted_unit_names_its_column_and_not_what_it_is_per_day() -> None:
    text = """| Pen | Sheep | Mean weight kg | Wool kg | Hay kg per day |
|---|---|---|---|---|
| P1 | 40 | 61 | 120 | 70 |
| P2 | 25 | 58 | 75 | 44 |
"""
    papers = [NumberedPassage(1, text, title="Pens in June", document="pens")]
    assert answers("How many kilos of hay do the sheep in P2 eat per day?", papers) == [
        "P2: hay kg per day: 44."
    ]
    single = [NumberedPassage(1, text.replace("Mean weight kg", "Mean weight"), title="Pens")]
    assert answers("How many kilos of wool are in P2?", single) == ["P2: wool kg: 75."]


SECOND = """# Choir meeting of 8 June 2026

## To do

| No. | What | Who | By |
|---|---|---|---|
| 1 | Wash the robes | Cem Bray | 3 July |
| 2 | Mend the stand | Ida Moor | 9 July |
"""


def test_of_two_meetings_the_tasks_are_those_of_the_day_that_is_asked_about() -> None:
    heads = ("Choir meeting of 8 June 2026", "Choir meeting of 4 May 2026")
    papers = [
        NumberedPassage(number, text, title=head, document=head, head=head)
        for number, (head, text) in enumerate(zip(heads, (SECOND, MINUTES), strict=True), start=1)
    ]
    said = answers("List what was to be done after the choir meeting of 4 May 2026", papers)
    assert [each.split(":")[0] for each in said] == [
        "Print the scores",
        "Tune the organ",
        "Book the hall",
    ]
    said = answers("Who got which job at the choir meeting of 8 June 2026?", papers)
    assert [each.split(":")[0] for each in said] == ["Wash the robes", "Mend the stand"]


ALARMS = """# Alarms of the loom

| Code | Meaning | What it does |
|---|---|---|
| L1 | Lid open | stops the shuttle |
| L2 | Thread torn | stops the belt |
| L3 | Belt hot | stops the belt |
"""


def test_rows_that_hold_only_a_part_of_what_others_hold_are_not_meant() -> None:
    papers = [NumberedPassage(1, ALARMS, title="Alarms of the loom", document="loom")]
    said = answers("Which codes of the loom stop the belt?", papers)
    assert [each.split(":")[0] for each in said] == ["L2", "L3"]
