"""The structure of a text: heading paths, whole lists, and tables whose cells know their names."""

from pramana.documents.reading.contracts import Heading
from pramana.documents.reading.page_builder import CellContent, PageBuilder
from pramana.documents.structure import DocumentStructure
from pramana.documents.structure_builder import StructuredPage, build_structure, text_structure


def structure(page: PageBuilder, start: int = 0) -> DocumentStructure:
    content = page.content
    stored = StructuredPage(
        0,
        start,
        start + len(content.text),
        content.headings,
        content.tables,
        (*content.code, *content.items),
    )
    return build_structure(page.text, [stored], offset=start)


def test_an_offset_has_its_heading_path() -> None:
    page = PageBuilder()
    page.heading("Pumps", 1)
    page.heading("Cleaning", 2)
    page.paragraph("Rinse the filter.")
    page.heading("Storage", 2)
    page.paragraph("Keep it dry.")
    found = structure(page)
    assert found.heading_path(page.text.index("Rinse")) == ("Pumps", "Cleaning")
    assert found.heading_path(page.text.index("Keep")) == ("Pumps", "Storage")
    assert found.is_heading(page.text.index("Storage")) and not found.is_heading(len(page.text) - 1)


def test_a_cell_knows_its_column_and_row_headers() -> None:
    page = PageBuilder()
    page.paragraph("Table 4. Dimensions")
    page.table([["", "P10", "P20"], ["Width", "40 mm", "55 mm"], ["Weight", "2 kg", "3 kg"]])
    found = structure(page, start=100)
    table = found.table_at(100 + page.text.index("3 kg"))
    assert table is not None and table.title == "Table 4. Dimensions"
    cell = table.cell_at(100 + page.text.index("3 kg"))
    assert cell is not None and (cell.row, cell.column) == (2, 2)
    assert table.column_name(cell.column) == "P20"
    assert [each.text for each in table.row_headers(cell)] == ["Weight"]
    assert table.row_text(2) == "Weight; P10: 2 kg; P20: 3 kg"


def test_headers_that_span_count_for_every_column_and_row_they_cover() -> None:
    page = PageBuilder()
    head = [CellContent("Region", rows=2), CellContent("2025", columns=2), CellContent("2026", 2)]
    page.table(
        [
            head,
            ["Plan", "Actual", "Plan", "Actual"],
            [CellContent("East", rows=2), "10", "11", "12", "13"],
            ["20", "21", "22", "23"],
        ]
    )
    table = structure(page).tables[0]
    assert table.header_rows == 2
    assert [table.column_name(n) for n in range(5)] == [
        "Region",
        "2025 Plan",
        "2025 Actual",
        "2026 Plan",
        "2026 Actual",
    ]
    assert table.row_name(3) == "East"


def test_a_table_of_names_and_values_has_no_header_row() -> None:
    page = PageBuilder()
    page.table([["Owner:", "Sita Lama"], ["Plot:", "118"], ["Area:", "2 ropani"]])
    table = structure(page).tables[0]
    assert table.header_rows == 0 and table.row_name(1) == "Plot:"


def test_a_list_comes_whole_with_its_introduction() -> None:
    page = PageBuilder()
    page.paragraph("To change the filter:")
    page.begin_list()
    page.item("Close the valve.", "1.")
    page.item("Hold the cap", "a.", 1)
    page.item("Turn it.", "2.")
    page.paragraph("Then rest.")
    found = structure(page)
    [steps] = found.lists
    assert steps.intro is not None
    assert page.text[steps.intro.start : steps.intro.end] == "To change the filter:"
    assert [(item.marker, item.number, item.level) for item in steps.items] == [
        ("1.", 1, 0),
        ("a.", 1, 1),
        ("2.", 2, 0),
    ]
    assert page.text[steps.items[2].body : steps.items[2].end] == "Turn it."
    assert steps.end < page.text.index("Then")


def test_a_text_without_stored_items_has_those_that_its_markers_show() -> None:
    text = (
        "Bring:\n- a coat\n- boots that keep\n  water out\n\n"
        "1. Go in.\n2. Sit down.\n\n7. June was dry."
    )
    found = build_structure(text, [StructuredPage(0, 0, len(text))])
    assert [[text[i.start : i.end] for i in each.items] for each in found.lists] == [
        ["- a coat", "- boots that keep\n  water out"],
        ["1. Go in.", "2. Sit down."],
    ]


def test_a_table_that_goes_on_overleaf_keeps_its_names() -> None:
    first, second = PageBuilder(), PageBuilder()
    first.table([["Part", "Weight", "Price"], ["Cap", "1 kg", "10"], ["Rod", "2 kg", "20"]])
    second.table([["Nut", "3 kg", "30"], ["Pin", "4 kg", "40"]])
    text = f"{first.text}\n\n{second.text}"
    begins = len(first.text) + 2
    pages = [
        StructuredPage(0, 0, len(first.text), (), first.tables),
        StructuredPage(1, begins, len(text), (), second.tables),
    ]
    found = build_structure(text, pages)
    table = found.table_at(text.index("4 kg"))
    assert table is not None and table.is_continued and table.start == begins
    cell = table.cell_at(text.index("4 kg"))
    assert cell is not None
    assert table.column_name(cell.column) == "Weight"
    assert [each.text for each in table.row_headers(cell)] == ["Pin"]


def test_headings_of_earlier_pages_count_for_a_part() -> None:
    text = "Keep it dry."
    found = build_structure(
        text,
        [StructuredPage(3, 500, 500 + len(text))],
        offset=500,
        headings=[(0, Heading(10, 1, "Storage"))],
        length=600,
    )
    assert found.heading_path(503) == ("Storage",)
    assert [(p.start, p.end, p.page) for p in found.paragraphs] == [(500, 512, 3)]


def test_a_list_that_goes_on_overleaf_is_one_list() -> None:
    first = "Pump manual 1\nSome words first.\nTo start it:\n1. Open it.\n2. Fill it."
    second = "Pump manual 2\n3. Close it.\n4. Press start.\nThen wait.\nAnd rest."
    text = f"{first}\n\n{second}"
    begins = len(first) + 2
    pages = [StructuredPage(0, 0, len(first)), StructuredPage(1, begins, len(text))]
    found = build_structure(text, pages)
    [steps] = found.lists
    assert [item.number for item in steps.items] == [1, 2, 3, 4]
    assert [item.page for item in steps.items] == [0, 0, 1, 1]
    assert found.paragraphs[0].start > 0, "what repeats on every page is no paragraph"


def test_bullets_with_a_paragraph_between_them_are_two_lists() -> None:
    text = "Bring:\n- a coat\n- boots\n\nIt may rain.\n\nLeave:\n- the dog\n- the cat"
    found = build_structure(text, [StructuredPage(0, 0, len(text))])
    assert [[text[i.body : i.end] for i in each.items] for each in found.lists] == [
        ["a coat", "boots"],
        ["the dog", "the cat"],
    ]
    assert len(found.paragraphs) == 3


def test_a_warning_between_two_steps_belongs_to_the_first() -> None:
    text = "1. Open it.\n\nWarning: it is hot.\n\n2. Close it."
    [steps] = build_structure(text, [StructuredPage(0, 0, len(text))]).lists
    assert [text[i.start : i.end] for i in steps.items] == [
        "1. Open it.\n\nWarning: it is hot.",
        "2. Close it.",
    ]


def test_a_header_alone_at_the_end_of_a_page_names_the_rows_overleaf() -> None:
    first, second = PageBuilder(), PageBuilder()
    first.table([["Part", "Made of", "For"]])
    second.table([["N-1", "Brass", "P10"], ["N-2", "Steel", "P20"], ["N-3", "Brass", "P30"]])
    text = f"{first.text}\n\n{second.text}"
    begins = len(first.text) + 2
    pages = [
        StructuredPage(0, 0, len(first.text), (), first.tables),
        StructuredPage(1, begins, len(text), (), second.tables),
    ]
    table = build_structure(text, pages).table_at(text.index("N-1"))
    assert table is not None and table.is_continued
    cell = table.cell_at(text.index("Brass"))
    assert cell is not None and not cell.is_header
    assert table.column_name(cell.column) == "Made of"


def test_one_step_alone_on_its_page_belongs_to_the_steps_of_the_other() -> None:
    pages = [
        "Filling\nDo it slowly.\n1. Open the lid.",
        "2. Pour.\n3. Close the lid.",
        "4. Wait.\nDone.",
    ]
    stored, at = [], 0
    for number, page in enumerate(pages):
        stored.append(StructuredPage(number, at, at + len(page)))
        at += len(page) + 2
    text = "\n\n".join(pages)
    found = build_structure(text, stored)
    [steps] = found.lists
    assert [(item.number, item.page) for item in steps.items] == [(1, 0), (2, 1), (3, 1), (4, 2)]
    assert text[steps.items[0].body : steps.items[0].end] == "Open the lid."
    assert all("1. Open" not in text[p.start : p.end] for p in found.paragraphs)


def test_rows_overleaf_take_the_names_although_their_first_row_looks_like_names() -> None:
    first, second = PageBuilder(), PageBuilder()
    names = [CellContent(name, is_header=True) for name in ("Property", "Limit of all kinds")]
    first.table([names, ["Heat", "5 to 35 degrees in the shade"]])
    second.table([["Salt", "4 to 10"], ["Iron", "no more than 0.3 mg in a litre of it"]])
    text = f"{first.text}\n\n{second.text}"
    start = len(first.text) + 2
    pages = [
        StructuredPage(0, 0, len(first.text), tables=first.content.tables),
        StructuredPage(1, start, len(text), tables=second.content.tables),
    ]
    table = build_structure(text, pages).tables[1]
    assert table.is_continued and table.column_name(1) == "Limit of all kinds"
    assert [row[0].text for row in table.body] == ["Salt", "Iron"]


def test_a_heading_with_signs_before_it_is_a_heading_up_to_its_end() -> None:
    text = "## How do I pay?\n- in cash\n- by card\n"
    found = text_structure(text)
    assert found.sections[0].start == text.index("How") and not found.paragraphs
    assert found.is_heading(text.index("pay?") + 3)


def items(text: str) -> list[list[str]]:
    return [[text[i.start : i.end] for i in each.items] for each in text_structure(text).lists]


def test_steps_inside_a_line_are_steps() -> None:
    text = "To open it: 1. Press the knob. 2. Turn the\nlid. 3. Lift it.\nThen clean it."
    assert items(text) == [["1. Press the knob.", "2. Turn the\nlid.", "3. Lift it."]]
    assert items("It costs 3. 4. May is the last day.") == []


def test_numbers_with_a_name_or_without_a_stop_mark_items_in_sequence() -> None:
    decisions = ["Decision 1: Buy a roof.", "Decision 2: Sell the cart.", "Decision 3: Wait."]
    assert items("\n".join(decisions)) == [decisions]
    nepali = ["निर्णय नं. १ : बाटो बनाउने।", "निर्णय नं. २ : पुल मर्मत गर्ने।"]
    assert items("\n".join(nepali)) == [nepali]
    minutes = ["1  The roof was mended.", "2  Nothing else was said.", "3  The end."]
    assert items("\n\n".join(minutes)) == [minutes]
    assert items("Table 1: Prices of it\nTable 2: Weights of it") == []
