"""Tables without a grid of drawn lines, as people print them."""

from pathlib import Path

import pytest

from pramana.documents.reading.contracts import PageText, ReadOptions
from pramana.documents.reading.file_reader import read_pages
from tests.documents.reading.papers import Bold, Rule, Text, pdf, saved, sentence

NO_OCR = ReadOptions(ocr=False)
TOP = 700.0


def placed(
    rows: list[list[str]], xs: tuple[float, ...], *, top: float = TOP, step: float = 15.0
) -> list[Text]:
    """The cells of rows, each beginning at the place of its column."""
    return [
        (x, top - step * number, 10.0, text)
        for number, row in enumerate(rows)
        for x, text in zip(xs, row, strict=False)
        if text
    ]


def read(folder: Path, texts: list[Text], rules: list[Rule] | None = None) -> PageText:
    above: list[Text] = [(60.0, 770.0, 10.0, sentence(14)), (60.0, 756.0, 10.0, sentence(13))]
    where = saved(folder, "a.pdf", pdf([*above, *texts], rules=rules or ()))
    [page] = read_pages(*where, options=NO_OCR)
    return page


def tables(page: PageText) -> list[list[list[str]]]:
    return [[[cell.text for cell in row] for row in table.rows] for table in page.tables]


TOOLS = [
    ["Tool", "Shelf", "Weight"],
    ["Hand saw", "A1", "0.6 kg"],
    ["Big hammer", "A2", "2.1 kg"],
    ["Long crowbar", "B4", "4.8 kg"],
]


@pytest.mark.parametrize("gap", [6.0, 10.0, 40.0])
def test_columns_may_be_close_if_their_cells_are_aligned(tmp_path, gap):
    widths = (62.0, 28.0)
    xs = (60.0, 60 + widths[0] + gap, 60 + sum(widths) + 2 * gap)
    assert tables(read(tmp_path, placed(TOOLS, xs))) == [TOOLS]


def test_tables_with_rules_of_one_width_stay_apart_and_keep_their_headings(tmp_path):
    heads = [[str(Bold(text)) for text in TOOLS[0]], *TOOLS[1:]]
    second = [["Place", "Key"], ["Yard", "Maya"], ["Cellar", "Hari"], ["Loft", "nobody"]]
    rules = [(60.0, y, 500.0, y) for y in (695.0, 680.0, 665.0, 650.0, 590.0, 575.0, 560.0, 545.0)]
    texts = [
        *placed(heads, (60, 200, 350)),
        (60.0, 612.0, 12.0, Bold("3.2 Places")),
        *placed(second, (60, 260), top=595.0),
    ]
    page = read(tmp_path, texts, rules)
    assert tables(page) == [TOOLS, second]
    assert [heading.text for heading in page.headings] == ["3.2 Places"]


def test_wrapped_cells_and_names_are_one_cell_each(tmp_path):
    lines = [
        ["Kind of", "Valid", "Where to"],
        ["permit", "for", "apply"],
        ["Fishing", "1 year", "The office"],
        ["with a rod", "", "at the lake"],
        ["Camping", "7 nights", "The gate"],
        ["Grazing", "6 months", "Forest users"],
        ["of goats", "", "in the ward"],
    ]
    ys = [700, 689, 672, 661, 644, 627, 616]
    texts: list[Text] = [
        (x, float(y), 10.0, Bold(text) if y > 680 else text)
        for y, row in zip(ys, lines, strict=True)
        for x, text in zip((60.0, 150.0, 240.0), row, strict=True)
        if text
    ]
    page = read(tmp_path, texts)
    assert tables(page) == [
        [
            ["Kind of permit", "Valid for", "Where to apply"],
            ["Fishing with a rod", "1 year", "The office at the lake"],
            ["Camping", "7 nights", "The gate"],
            ["Grazing of goats", "6 months", "Forest users in the ward"],
        ]
    ]
    assert all(cell.is_header for cell in page.tables[0].rows[0])


def test_a_name_above_several_columns_spans_them(tmp_path):
    body = [["Lane", "Cars", "Carts"], ["Upper", "3 t", "1 t"], ["Lower", "5 t", "2 t"]]
    texts = [*placed(body, (60, 160, 200), top=685.0), (165.0, 700.0, 10.0, "In winter")]
    first = read(tmp_path, texts).tables[0].rows[0]
    assert [(cell.text, cell.columns) for cell in first] == [("", 1), ("In winter", 2), ("", 1)]


def test_labels_between_the_rows_do_not_end_a_table(tmp_path):
    rows = [["Room", "Summer"], ["North house"], ["Single", "1,400"], ["South house"]]
    rows += [["Twin", "1,800"], ["Loft", "900"]]
    bold = [
        [str(text) if n > 1 and n != 3 else Bold(text) for text in r] for n, r in enumerate(rows)
    ]
    page = read(tmp_path, placed(bold, (60, 220)))
    [table] = tables(page)
    assert [row[0] for row in table] == [row[0] for row in rows]
    assert not page.headings


def test_totals_below_a_table_are_labels_with_values(tmp_path):
    rows = [
        ["Item", "Qty", "Price", "Sum"],
        ["Rope", "4", "20.00", "80.00"],
        ["Hook", "2", "5.00", "10.00"],
    ]
    texts = placed(rows, (60, 180, 260, 340))
    texts += placed([["Net", "90.00"], ["VAT 13 %", "11.70"]], (240, 340), top=655.0)
    assert tables(read(tmp_path, texts)) == [rows, [["Net", "90.00"], ["VAT 13 %", "11.70"]]]


def test_pairs_of_labels_and_values_are_rows_of_their_own(tmp_path):
    rows = [["Order no.", "PK-31", "Ordered", "4 May 2025"], ["Sent by", "Road", "Clerk", "Usha"]]
    assert tables(
        read(tmp_path, placed([*rows, ["Paid", "no", "Bank", "none"]], (60, 150, 260, 350)))
    ) == [
        [
            ["Order no.", "PK-31"],
            ["Ordered", "4 May 2025"],
            ["Sent by", "Road"],
            ["Clerk", "Usha"],
            ["Paid", "no"],
            ["Bank", "none"],
        ]
    ]


def test_steps_whose_numbers_stand_in_a_column_are_a_list(tmp_path):
    steps = [["1.", "Close the tap."], ["2.", "Open the lid."], ["3.", "Wait for an hour."]]
    page = read(tmp_path, placed([*steps, ["4.", "Shut the lid."]], (70, 100)))
    assert not page.tables
    assert page.text.split("\n")[-4:] == [
        "1. Close the tap.",
        "2. Open the lid.",
        "3. Wait for an hour.",
        "4. Shut the lid.",
    ]


def test_a_running_head_is_no_row_of_the_table_below_it(tmp_path):
    texts = [(60.0, 728.0, 8.0, "Handbook of the works"), (480.0, 728.0, 8.0, "Page 3")]
    page = read(tmp_path, [*texts, *placed(TOOLS, (60, 150, 220))])
    assert tables(page) == [TOOLS]
