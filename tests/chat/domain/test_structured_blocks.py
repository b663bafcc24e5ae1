"""The shape of a text: what is a heading, a list, a table."""

from pramana.chat.contracts.passages import BlockShape
from pramana.chat.domain.structured_blocks import text_blocks


def shapes(text: str) -> list[str]:
    return [block.kind.value for block in text_blocks(text)]


def test_numbered_headings_are_no_steps() -> None:
    text = (
        "4.2 Filling the tank\n1. Open the lid.\n2. Pour slowly.\n\n"
        "4.3 Care\nWipe it dry now and then."
    )
    assert shapes(text) == ["heading", "list", "heading", "paragraph"]
    steps = text_blocks(text)[1]
    assert steps.ordered and steps.path == ("4.2 Filling the tank",)
    assert [piece.text for piece in steps.pieces] == ["1. Open the lid.", "2. Pour slowly."]


def test_a_table_knows_its_header_and_its_places() -> None:
    text = "Part\tPrice\tStock\nBelt\t4.50\t12\nHose\t7.20\t3\n"
    [table] = text_blocks(text)
    assert [piece.text for piece in table.header] == ["Part", "Price", "Stock"]
    cell = table.rows[1].cells[1]
    assert text[cell.start : cell.end] == cell.text == "7.20"


def test_names_and_values_are_rows_without_a_header() -> None:
    text = "Date: 4 May 2026\nPayment due: 18 May 2026\nTotal ....... 83.50\n"
    [table] = text_blocks(text)
    assert table.kind is BlockShape.TABLE and table.header == ()
    assert [row.cells[0].text for row in table.rows] == ["Date", "Payment due", "Total"]


def test_lines_after_a_colon_are_items() -> None:
    text = "Bring these things:\nA torch with batteries\nA warm coat\n"
    assert shapes(text) == ["paragraph", "list"]


def test_prose_stays_prose() -> None:
    assert shapes("The council met in May. It was a long meeting, and nobody went home early.") == [
        "paragraph"
    ]
    assert shapes("") == []


def test_a_label_whose_sentence_goes_on_below_begins_prose() -> None:
    text = (
        "Opening hours: 9 to 17\nPhone: 311 40\n\n"
        "Why we close: the oven costs more to heat in winter than the shop\ntakes in a whole week."
    )
    form, prose = text_blocks(text)
    assert len(form.rows) == 2
    assert [each.text.split("\n")[1] for each in prose.pieces] == ["takes in a whole week."]


COLUMNS = "| Part | Price | Stock |\n|---|---|---|\n"


def test_a_table_that_goes_on_on_the_next_page_is_one_table() -> None:
    text = (
        f"{COLUMNS}| Belt | 4.50 | 12 |\n\nLoom handbook\nPage 7\n\n"
        f"{COLUMNS}| Hose | 7.20 | 3 |\n| Reed | 1.10 | 8 |\n"
    )
    [table] = [each for each in text_blocks(text) if each.kind is BlockShape.TABLE]
    assert [row.cells[0].text for row in table.rows] == ["Belt", "Hose", "Reed"]


def test_tables_with_the_same_columns_below_other_words_are_two() -> None:
    between = "\n".join(f"The parts of the year {year} follow." for year in range(2020, 2026))
    text = f"{COLUMNS}| Belt | 4.50 | 12 |\n\n{between}\n\n{COLUMNS}| Hose | 7.20 | 3 |\n"
    assert len([each for each in text_blocks(text) if each.kind is BlockShape.TABLE]) == 2
