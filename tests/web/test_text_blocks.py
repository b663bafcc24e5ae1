"""Headings as headings and tables as tables, with every offset kept."""

from typing import Any

from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pramana.documents.contracts import PageView
from pramana.documents.selectors import document_text
from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.web.highlight import Mark
from pramana.web.text_blocks import TextBlock, TextTable, text_blocks
from tests.web.test_access import signed_in

TEXT = "Rates\n\nBefore the table.\n\nItem\tPrice\nSand\t40\n\nAfter it."


def page(**own: Any) -> PageView:
    plain = {"read_by": "layer", "confidence": 1.0, "flagged": False, "quality": {}}
    rest = {"language": "en", "headings": [], "tables": [], "error": ""}
    return PageView(**{"number": 0, "start": 100, "end": 100 + len(TEXT), **plain, **rest, **own})


def cell(text: str) -> dict[str, Any]:
    start = TEXT.index(text)
    return {"start": start, "end": start + len(text), "text": text, "is_header": text == "Item"}


TABLE = [[cell("Item"), cell("Price")], [cell("Sand"), cell("40")]]
HEADING = {"start": 0, "level": 1, "text": "Rates"}


def said(block: TextBlock | TextTable) -> Any:
    if isinstance(block, TextTable):
        return [["".join(p.text for p in each.pieces) for each in row] for row in block.rows]
    return "".join(piece.text for piece in block.pieces)


def test_headings_paragraphs_and_tables_stand_in_their_order() -> None:
    found = list(text_blocks(TEXT, 100, page(headings=[HEADING], tables=[TABLE]), []))

    rows = [["Item", "Price"], ["Sand", "40"]]
    assert [said(each) for each in found] == ["Rates", "Before the table.", rows, "After it."]
    heading, before, table, after = found
    assert isinstance(heading, TextBlock) and isinstance(after, TextBlock)
    assert isinstance(table, TextTable) and isinstance(before, TextBlock)
    assert (heading.level, before.level) == (1, 0)
    assert TEXT[after.at - 100 :] == "After it."
    assert [each.at for each in table.rows[1]] == [100 + TEXT.index("Sand"), 100 + TEXT.index("40")]
    assert [each.is_header for each in table.rows[0]] == [True, False]


def test_a_mark_in_a_cell_keeps_its_place() -> None:
    at = TEXT.index("Sand")
    found = list(text_blocks(TEXT, 100, page(tables=[TABLE]), [Mark(at, at + 4)]))

    [table] = [each for each in found if isinstance(each, TextTable)]
    [piece] = table.rows[1][0].pieces
    assert (piece.text, piece.mark) == ("Sand", Mark(at, at + 4))


def test_a_structure_that_does_not_fit_the_text_hides_nothing() -> None:
    wrong = [[cell("Item")], [cell("40")]]  # the words between the cells are in no cell
    outside = [[{"start": 900, "end": 950, "text": "x"}], [{"start": 960, "end": 970, "text": "y"}]]
    headings = [{"start": 3, "level": 1, "text": "es"}, {"start": 999, "level": 1, "text": "no"}]

    found = list(text_blocks(TEXT, 100, page(tables=[wrong, outside], headings=headings), []))

    assert "\n\n".join(said(each) for each in found) == TEXT


def test_a_part_of_a_page_shows_the_rows_that_lie_in_it() -> None:
    begins = TEXT.index("Sand")
    found = list(text_blocks(TEXT[begins:], 100 + begins, page(tables=[TABLE]), []))

    assert [said(each) for each in found] == ["Sand\t40", "After it."]


def test_the_reader_shows_a_heading_and_a_table(scope: Scope) -> None:
    rows = b"<tr><th>Item</th><th>Price</th></tr><tr><td>Lime</td><td>9</td></tr>"
    content = b"<html><body><h1>Rates of 2081</h1><p>As agreed.</p><table>%s</table></body></html>"
    document = add_file(scope, "rates.html", ContentFile(content % rows))
    drain_jobs()
    client: Client = signed_in(scope)

    shown = client.get(reverse("web:library-document", args=[document.id])).content.decode()

    assert 'role="heading"' in shown and "<table" in shown
    at = document_text(scope, document.id).index("Lime")
    assert f'data-at="{at}">Lime</p' in shown


MARKDOWN = "# The **plan**\n\nA line\nand its end.\n\n- one\n- two\n\n```\nx = 1\n```\n\n> said"


def markdown_page() -> PageView:
    def block(part: str, kind: str) -> dict[str, Any]:
        start = MARKDOWN.index(part)
        return {"start": start, "end": start + len(part), "kind": kind, "level": 0}

    blocks = [block("- one", "item"), block("- two", "item"), block("```\nx = 1\n```", "code")]
    heading = {"start": 0, "level": 1, "text": "The **plan**"}
    return page(end=100 + len(MARKDOWN), read_by="parsed", headings=[heading], blocks=blocks)


def test_markdown_is_shown_as_it_is_meant_and_every_character_stays() -> None:
    found = list(text_blocks(MARKDOWN, 100, markdown_page(), [], "markdown"))

    blocks = [each for each in found if isinstance(each, TextBlock)]
    assert "".join("".join(said(each).split()) for each in blocks) == "".join(MARKDOWN.split())
    assert [each.look for each in blocks] == ["", "", "item", "item", "code", "quote"]
    styles = [(piece.text, piece.style) for piece in blocks[0].pieces]
    assert styles == [
        ("# ", "syntax"),
        ("The ", ""),
        ("**", "syntax"),
        ("plan", "strong"),
        ("**", "syntax"),
    ]
    assert ("\n", "join") in [(piece.text, piece.style) for piece in blocks[1].pieces]
    assert [piece.text for piece in blocks[4].pieces if not piece.style] == ["x = 1\n"]


def test_lines_of_a_page_are_joined_but_not_rows_or_items() -> None:
    text = (
        "The council of the town met in March and\n"
        "decided to repair the bridge.\n"
        "1 Survey of the whole site 4 1,85,000.00\n"
        "2 Test of the soil beneath 1 1,70,000.00\n"
        "Signed\n"
        "by the mayor"
    )
    [block] = text_blocks(text, 100, page(read_by="text_layer"), [], "pdf")

    assert isinstance(block, TextBlock)
    joins = [piece for piece in block.pieces if piece.style == "join"]
    assert len(joins) == 1
    assert said(block) == text


def test_a_sheet_has_the_letters_of_its_columns_and_the_numbers_of_its_rows() -> None:
    rows = [
        [{**cell("Item"), "address": "Rates!B3"}, {**cell("Price"), "address": "Rates!C3"}],
        [{**cell("Sand"), "address": "Rates!B4"}, {**cell("40"), "address": "Rates!C4"}],
    ]
    found = list(text_blocks(TEXT, 100, page(tables=[rows]), [], "xlsx"))

    [table] = [each for each in found if isinstance(each, TextTable)]
    assert table.letters == ("B", "C")
    assert [number for number, _cells in table.numbered_rows] == ["3", "4"]
