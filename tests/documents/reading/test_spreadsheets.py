"""Tables in files of their own: every cell with its header and its address."""

import datetime

import pytest

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_reader import document_info, read_pages
from pramana.documents.structure import DocumentStructure, GridCell
from pramana.documents.structure_builder import StructuredPage, build_structure
from tests.documents.reading.papers import saved, zipped
from tests.documents.reading.samples import CSV, ODS, opendocument, workbook


def pages_of(tmp_path, name, content):
    return list(read_pages(*saved(tmp_path, name, content)))


def structure(page) -> DocumentStructure:
    return build_structure(
        page.text,
        [StructuredPage(0, 0, len(page.text), page.headings, page.tables, page.blocks)],
    )


def cell_with(page, text) -> tuple[GridCell, list[str], list[str]]:
    """The cell with a text, and the names of its column and its row."""
    offset = page.text.index(text)
    table = structure(page).table_at(offset)
    cell = table.cell_at(offset)
    assert page.text[cell.start : cell.end] == text
    return (
        cell,
        [table.column_name(cell.column)],
        [each.text for each in table.row_headers(cell)],
    )


@pytest.mark.parametrize(
    "content",
    [
        CSV,
        CSV.replace(b",", b";"),
        CSV.replace(b",", b"\t"),
        CSV.replace(b",", b"|"),
        CSV.replace(b"\n", b"\r\n"),
        CSV.decode().encode("utf-16"),
        b"\xef\xbb\xbf" + CSV,
        b'"Well","Depth (m)","Keeper"\n"Khola","42","Asha Tamang"\n"Danda","17.5","Bir Magar"',
    ],
)
def test_a_csv_file_is_a_table_whatever_its_delimiter_and_charset(tmp_path, content):
    (page,) = pages_of(tmp_path, "a.csv", content)
    cell, columns, rows = cell_with(page, "17.5")
    assert (cell.address, columns, rows) == ("B3", ["Depth (m)"], ["Danda"])


def test_the_delimiter_that_a_file_states_is_used(tmp_path):
    content = b"sep=;\nWell;Price, Rs.\nKhola;1,5\nDanda;2,5"
    (page,) = pages_of(tmp_path, "a.csv", content)
    cell, columns, _ = cell_with(page, "2,5")
    assert (cell.address, columns) == ("B4", ["Price, Rs."])


def test_a_quote_that_is_never_closed_loses_nothing(tmp_path):
    content = b'Name,Size\nPipe,3" wide\n"Hose,2\nTap,1\n'
    (page,) = pages_of(tmp_path, "a.csv", content)
    assert all(word in page.text for word in ("Pipe", '3" wide', "Hose", "Tap"))
    assert cell_with(page, "1")[0].address == "B4"


def test_a_long_file_is_divided_into_pages_and_keeps_its_row_numbers(tmp_path):
    rows = "\n".join(f"well {number},{number * 7}" for number in range(2, 2502))
    pages = pages_of(tmp_path, "a.csv", f"Well,Depth\n{rows}".encode())
    assert len(pages) == 3
    assert cell_with(pages[-1], "well 2501")[0].address == "A2501"


BOOK = workbook(
    {
        "Year's plan": [
            ["Plan of the wells, 2026"],
            [],
            ["Well", "Depth", "Share", "Dug on", "Dry"],
            ["Khola", 42.0, 0.125, datetime.date(2024, 3, 1), True],
            ["Danda", 17.5, 0.5, datetime.datetime.fromisoformat("2025-11-30T14:05"), False],
            [],
            [None, "Keeper", "Phone"],
            [None, "Asha Tamang", "9800000001"],
            [None, "Bir Magar", "9800000002"],
        ],
        "दर": [["वस्तु", "मूल्य"], ["पम्प", 84000], ["पाइप", 1200]],
    },
    title="Wells of Ilam",
)


def test_a_workbook_has_a_page_per_sheet_with_its_name_as_heading(tmp_path):
    first, second = pages_of(tmp_path, "a.xlsx", BOOK)
    assert [each.text for each in first.headings] == ["Year's plan"]
    assert [each.text for each in second.headings] == ["दर"]
    assert document_info(*saved(tmp_path, "a.xlsx", BOOK)).title == "Wells of Ilam"


def test_a_cell_of_a_workbook_knows_its_names_and_its_address(tmp_path):
    first, second = pages_of(tmp_path, "a.xlsx", BOOK)
    cell, columns, rows = cell_with(first, "17.5")
    assert (cell.address, columns, rows) == ("'Year''s plan'!B5", ["Depth"], ["Danda"])
    cell, columns, _ = cell_with(second, "84000")
    assert (cell.address, columns) == ("दर!B2", ["मूल्य"])
    assert cell_with(first, "9800000002")[0].address == "'Year''s plan'!C9"


def test_the_tables_of_a_sheet_stay_apart_and_its_title_is_a_line(tmp_path):
    first, _ = pages_of(tmp_path, "a.xlsx", BOOK)
    assert [len(table.rows) for table in first.tables] == [3, 3]
    assert "Plan of the wells, 2026" in first.text.split("\n")
    assert not structure(first).table_at(first.text.index("Plan of the wells"))


def test_values_are_written_as_a_reader_sees_them(tmp_path):
    first, _ = pages_of(tmp_path, "a.xlsx", BOOK)
    for shown in ("42\t", "2024-03-01", "2025-11-30 14:05", "TRUE", "FALSE"):
        assert shown in first.text


def test_an_opendocument_sheet_is_read_like_a_workbook(tmp_path):
    (page,) = pages_of(tmp_path, "a.ods", ODS)
    cell, columns, rows = cell_with(page, "42")
    assert (cell.address, columns, rows) == ("Wells!C4", ["Depth"], ["Khola"])
    assert page.headings[0].text == "Wells"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.xlsx", zipped({"x.txt": b"x"}), "not an Excel workbook"),
        ("a.ods", zipped({"x.txt": b"x"}), "not an OpenDocument spreadsheet"),
        ("a.odt", ODS, "not an OpenDocument text"),
        ("a.xlsx", CSV, "bytes are not"),
        ("a.csv", BOOK, "true extension"),
    ],
)
def test_a_file_that_is_something_else_is_refused(tmp_path, name, content, said):
    where = saved(tmp_path, name, content)
    with pytest.raises(Unreadable, match=said):
        document_info(*where)


def test_a_sheet_with_millions_of_cells_is_refused(tmp_path):
    row = '<table:table-row table:number-rows-repeated="1048576">' + (
        '<table:table-cell table:number-columns-repeated="900"><text:p>x</text:p>'
        "</table:table-cell></table:table-row>"
    )
    content = opendocument("spreadsheet", f'<table:table table:name="A">{row}</table:table>')
    with pytest.raises(Unreadable, match="3,000,000 cells"):
        pages_of(tmp_path, "a.ods", content)


def test_a_workbook_is_read_whatever_its_file_is_called(tmp_path):
    blob = tmp_path / "5f0c"
    blob.write_bytes(workbook({"May": [["Litres"], [412]]}))
    assert "412" in next(iter(read_pages(str(blob), "milk.xlsx"))).text
