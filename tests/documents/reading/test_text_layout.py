"""Headings and tables of plain text are found where they stand; no character changes."""

import pytest

from pramana.documents.reading.lists import find_items
from pramana.documents.reading.text import text_content
from pramana.documents.reading.text_layout import text_tables

PARAGRAPH = "The contractor cleans the rooms in the schedule and keeps the stairs free of ice."
CONTRACT = f"""SEASONAL CARE CONTRACT

{PARAGRAPH}

1. Scope

{PARAGRAPH}

1.1 Rooms

{PARAGRAPH}

Payment
-------
{PARAGRAPH}

Notice of change

{PARAGRAPH}

1. Write to the office
2. Wait for the reply

Maya Rai
Director
"""


def headings(text: str, *, markdown: bool = False) -> list[tuple[int, str]]:
    return [(h.level, h.text) for h in text_content(text, markdown=markdown).headings]


def rows(text: str) -> list[list[str]]:
    tables = text_content(text, markdown=False).tables
    assert all(text[c.start : c.end] == c.text for t in tables for row in t.rows for c in row)
    return [[cell.text for cell in row] for table in tables for row in table.rows]


def test_lines_that_people_write_as_headings_are_headings():
    assert headings(CONTRACT) == [
        (1, "SEASONAL CARE CONTRACT"),
        (2, "1. Scope"),
        (3, "1.1 Rooms"),
        (2, "Payment"),
        (3, "Notice of change"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. Fill in the form\n\n2. Sign it\n\n3. Send it",
        f"Dear Ms Rai,\n\n{PARAGRAPH}",
        "Hari KC\nWard 4\nButwal",
        "Total 400",
        f"{PARAGRAPH}\nRooms\n{PARAGRAPH}",
    ],
)
def test_items_addresses_and_greetings_are_no_headings(text):
    assert headings(text) == []


def test_gaps_above_each_other_make_a_table():
    text = (
        "Item      Qty   Price\n"
        "Broom       2     400\n"
        "Cloth             300\n"
        "Soap       10   1,200\n"
    )
    assert rows(text) == [
        ["Item", "Qty", "Price"],
        ["Broom", "2", "400"],
        ["Cloth", "", "300"],
        ["Soap", "10", "1,200"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "| Code | Meaning |\n|------|:--------|\n| E1 | Lid \\| cap |",
        "Code | Meaning\n---|---\nE1 | Lid \\| cap",
        "+----+-----+\n| Code | Meaning |\n+====+=====+\n| E1 | Lid \\| cap |\n+----+-----+",
    ],
)
def test_bars_make_a_table_with_a_header(text):
    assert rows(text) == [["Code", "Meaning"], ["E1", "Lid \\| cap"]]
    table = text_content(text, markdown=True).tables[0]
    assert [cell.is_header for row in table.rows for cell in row] == [True, True, False, False]


def test_dots_lead_to_a_value_and_tabs_part_cells():
    assert rows("Clerk ....... Maya\nGuard ...... Hari\nCook ..... Sita")[1] == ["Guard", "Hari"]
    assert rows("a\tb\nc\td\ne\tf")[2] == ["e", "f"]


def test_two_spaces_after_a_sentence_make_no_table():
    assert rows("It rained.  We left.\nIt snowed.  We stayed.\nIt froze.  We slept.") == []


def test_rows_that_begin_with_a_number_are_rows_and_not_items():
    text = (
        "S.N.  Name of the goods          Quantity    Rate\n"
        "1.    Rope of ten metres         4 pieces    80.00\n"
        "2.    Bucket                     12 pieces   45.50\n"
    )
    [table] = text_tables(text)
    assert [cell.text for cell in table.rows[0]] == [
        "S.N.",
        "Name of the goods",
        "Quantity",
        "Rate",
    ]
    assert [cell.text for cell in table.rows[2]] == ["2.", "Bucket", "12 pieces", "45.50"]
    assert not text_tables("1.  Close the valve.\n2.  Open the lid.\n3.  Wait.\n")


def test_a_currency_before_a_padded_amount_stays_in_its_cell():
    text = (
        "Work on the roof        NPR 12,900.00\n"
        "Tax                     NPR  1,677.00\n"
        "Sum                     NPR 14,577.00\n"
    )
    [table] = text_tables(text)
    assert [len(row) for row in table.rows] == [2, 2, 2]
    assert table.rows[1][1].text == "NPR  1,677.00"


def test_a_currency_with_a_gap_before_every_amount_is_no_column_of_its_own():
    text = (
        "      Boat hire                       CHF    90.00\n"
        "      Half for members                CHF    45.00\n"
        "      To pay                          CHF    45.00\n"
    )
    assert [row[-1] for row in texts(text)] == ["CHF    90.00", "CHF    45.00", "CHF    45.00"]
    headed = "Item          Cur.   Amount\nBoat hire     CHF    90.00\nOars          CHF    12.00\n"
    assert [len(row) for row in texts(headed)] == [3, 3, 3]


def texts(text: str) -> list[list[str]]:
    [table] = text_tables(text)
    assert all(text[c.start : c.end] == c.text for row in table.rows for c in row)
    return [[cell.text for cell in row] for row in table.rows]


def test_units_below_the_names_are_a_second_header_row():
    text = (
        "Room             Low season   High season\n"
        "                 (Rs.)        (Rs.)\n"
        "-----------------------------------------\n"
        "Single room          1,400         2,100\n"
        "Dormitory bed          450           600\n"
    )
    [table] = text_tables(text)
    assert [all(cell.is_header for cell in row) for row in table.rows] == [True, True, False, False]


def test_names_with_one_space_between_them_are_cut_where_the_columns_begin():
    text = (
        "No.  Name           Sum\n"
        "1    Ram Thapa      400\n"
        "2    Sita Rai       350\n"
        "3    Hari Gurung    200\n"
    )
    assert texts(text.replace("No.  Name", "S.N. Name"))[0] == ["S.N.", "Name", "Sum"]


def test_a_wrapped_cell_and_a_blank_line_do_not_end_a_table():
    text = (
        "Permit               Valid for    Where\n"
        "Fishing with a rod   1 year       Office\n"
        "  in the lake\n"
        "Camping              7 nights     Gate\n"
        "Gathering wood       3 months     Forest\n"
        "\n"
        "Grazing              6 months     Forest\n"
    )
    assert [row[0] for row in texts(text)] == [
        "Permit",
        "Fishing with a rod",
        "in the lake",
        "Camping",
        "Gathering wood",
        "Grazing",
    ]


LETTER = """Water board

1. Meters. All meters in the valley are read in the first week of March by
our own staff.

2. Readings that are sent by post count as well if they reach the office in
Upper Mill before the tenth of March of the year.
"""


def test_the_first_line_of_a_wrapped_numbered_paragraph_is_no_heading() -> None:
    titles = [each.text for each in text_content(LETTER, markdown=False).headings]
    assert not any("Meters" in each or "Readings" in each for each in titles)


def test_bare_numbers_before_sentences_are_steps_and_before_names_are_not() -> None:
    steps = "To start:\n1 Open the tap.\n2 Press the green button.\n3 Wait until it hums.\n"
    assert [each.marker for each in find_items(steps)] == ["1", "2", "3"]
    assert not find_items("Rooms\n1 Elm Room\n2 Oak Room\n3 Ash Room\n")
    assert not find_items("They met in\n1 Mill Lane.\n2 Other people came.\n")
