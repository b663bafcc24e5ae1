"""Web pages as people and converters write them: nothing that a reader sees is lost."""

import time
from contextlib import suppress

import pytest

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.html import (
    MOST_ATTRIBUTES,
    MOST_DEPTH,
    MOST_TAGS,
    MOST_TEXT,
    html_page,
    limit_markup,
)
from pramana.documents.reading.page_builder import PageBuilder
from tests.documents.reading.papers import sentence


def read(body: str) -> PageBuilder:
    return html_page(f"<html><body>{body}</body></html>".encode())[1]


def items(page: PageBuilder) -> list[tuple[str, int, str]]:
    return [
        (item.marker, item.level, page.text[item.start : item.end]) for item in page.content.items
    ]


def rows(page: PageBuilder) -> list[list[str]]:
    return [[cell.text for cell in row] for table in page.tables for row in table.rows]


def test_headings_outside_the_article_keep_their_text():
    page = read(
        f"<h1>Wells</h1><article><p>{sentence(60)}.</p></article><h2>Annex</h2><p>Depth 40 m.</p>"
        "<h2>Contact</h2><div>Ward office, Bagar</div>"
    )
    assert [h.text for h in page.headings] == ["Wells", "Annex", "Contact"]
    assert page.text.endswith("Contact\nWard office, Bagar")


def test_a_line_break_is_a_line_break():
    page = read("<p>Himal Traders<br>Ward 4, Butwal<br/>Phone 071-540000</p><p>one\n  line</p>")
    assert page.text.split("\n") == [
        "Himal Traders",
        "Ward 4, Butwal",
        "Phone 071-540000",
        "one line",
    ]


def test_lists_have_their_markers_and_levels():
    page = read(
        "<p>Before use:</p><ol><li>Open it.<ul><li>Lift the lid</li><li><p>Look in</p></li></ul>"
        "</li><li>Close it.<p>Wait a minute.</p></li></ol><ol type=a start=3><li>third</li></ol>"
    )
    assert items(page) == [
        ("1.", 0, "1. Open it."),
        ("•", 1, "• Lift the lid"),
        ("•", 1, "• Look in"),
        ("2.", 0, "2. Close it.\nWait a minute."),
        ("c.", 0, "c. third"),
    ]


def test_lists_as_word_saves_them():
    ignore = "<span style='mso-list:Ignore'>{}<span>&nbsp;&nbsp;&nbsp;</span></span>"
    item = "<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level{} lfo1'>{}{}</p>"
    page = read(
        "<p class=MsoTitle>Site rules</p><p class=MsoNormal>Every visitor must:</p>"
        + item.format(1, ignore.format("1."), "Sign in<o:p></o:p>")
        + item.format(2, ignore.format("·"), "at the gate")
        + item.format(1, ignore.format("2."), "Wear a helmet")
    )
    assert [(h.level, h.text) for h in page.headings] == [(1, "Site rules")]
    assert items(page) == [
        ("1.", 0, "1. Sign in"),
        ("•", 1, "• at the gate"),
        ("2.", 0, "2. Wear a helmet"),
    ]
    assert len({item.group for item in page.content.items}) == 1


def test_lists_as_google_docs_saves_them():
    page = read(
        '<ul class="c1 lst-kix_a1-0 start"><li>Outer</li></ul>'
        '<ul class="c1 lst-kix_a1-1 start"><li>Inner</li></ul>'
        '<ul class="c1 lst-kix_a1-0"><li>Outer again</li></ul>'
    )
    assert [(level, text) for _, level, text in items(page)] == [
        (0, "• Outer"),
        (1, "• Inner"),
        (0, "• Outer again"),
    ]


def test_cells_that_span_leave_the_grid_whole():
    page = read(
        "<table><thead><tr><th rowspan=2>Model<th colspan=2>Output</tr><tr><th>min<th>max</tr>"
        "</thead><tbody><tr><td>K1<td>4 l<br>per hour<td>9 l</tr></tbody></table>"
    )
    assert rows(page) == [
        ["Model", "Output", ""],
        ["", "min", "max"],
        ["K1", "4 l per hour", "9 l"],
    ]
    assert page.tables[0].rows[0][1].columns == 2 and page.tables[0].rows[0][0].is_header


def test_a_definition_list_keeps_term_and_meaning_together():
    page = read("<dl><dt>E04</dt><dd>Water is too hot.</dd><dt>E05</dt><dd>Lid is open.</dd></dl>")
    assert rows(page) == [["E04", "Water is too hot."], ["E05", "Lid is open."]]


def test_a_mail_laid_out_by_tables_is_text_and_its_data_a_table():
    page = read(
        "<table role=presentation><tr><td><table><tr><td><h2>Your order</h2><p>Thank you, Asha.</p>"
        "</td></tr><tr><td><table><tr><th>Item<th>Price</tr><tr><td>Lamp<td>900</tr></table></td></tr>"
        "</table></td></tr></table>"
    )
    assert [h.text for h in page.headings] == ["Your order"]
    assert rows(page) == [["Item", "Price"], ["Lamp", "900"]]
    assert "Thank you, Asha." in page.text


@pytest.mark.parametrize(
    "heading",
    [
        "<p><b>Opening hours</b></p>",
        "<p class='western'><strong><span>Opening hours</span></strong></p>",
        "<div style='font-weight:700'>Opening hours</div>",
        "<div role='heading' aria-level='3'>Opening hours</div>",
        "<p class='c4 subtitle'>Opening hours</p>",
        "<details><summary>Opening hours</summary></details>",
    ],
)
def test_a_heading_by_its_look_is_a_heading(heading):
    page = read(f"<h1>Library</h1><p>{sentence(20)}.</p>{heading}<p>From ten to five.</p>")
    assert [h.text for h in page.headings] == ["Library", "Opening hours"]


def test_a_bold_sentence_or_label_is_no_heading():
    page = read("<p><b>Never open the lid.</b></p><p><b>Phone:</b> 12</p><p><b>Total</b> 400</p>")
    assert page.headings == ()


def test_menus_and_hidden_text_go_and_notes_stay():
    menu = "".join(f"<li><a href=/{n}>Place {n}</a></li>" for n in range(8))
    page = read(
        f"<header><ul class=menu>{menu}</ul></header><div id=content><h1>Ferry</h1>"
        f"<p>{sentence(80)}.</p><aside>Warning: do not board late.</aside>"
        f"<p style='display:none'>secret</p></div><div class='related'><ul>{menu}</ul></div>"
        "<footer>© 2026 Ferry office</footer>"
    )
    assert "Place 3" not in page.text and "secret" not in page.text and "©" not in page.text
    assert "Warning: do not board late." in page.text


def test_a_page_of_links_keeps_its_links():
    links = "".join(f"<li><a href=/{n}>Form number {n}</a></li>" for n in range(9))
    assert "Form number 8" in read(f"<h1>Forms</h1><ul>{links}</ul>").text


def test_text_between_blocks_is_kept_wherever_it_stands():
    page = read("loose<div>in a box<p>para</p>tail<section><span>span</span></section></div>end")
    assert page.text.split("\n") == ["loose", "in a box", "para", "tail", "span", "end"]


def test_cells_below_each_other_in_preformatted_text_are_a_table_and_code_is_code():
    lines = ["Sizes", "Model     Width     Weight", "P10       40 mm     2 kg"]
    text = "\n".join([*lines, "P20       55 mm     3 kg", "", "Ask us."])
    page = read(f"<pre>{text}</pre>")
    assert rows(page) == [
        ["Model", "Width", "Weight"],
        ["P10", "40 mm", "2 kg"],
        ["P20", "55 mm", "3 kg"],
    ]
    assert page.text.startswith("Sizes\n") and page.text.endswith("Ask us.")
    code = read("<pre><code>a   = 1\nbb  = 2\nccc = 3</code></pre>")
    assert not code.tables and code.code


def attributes(count: int) -> str:
    return " ".join(f'a{number}="{number}"' for number in range(count))


def test_an_attribute_bomb_is_read_in_moments() -> None:
    """70,000 attributes took a parser minutes."""
    page = f"<html><body><p {attributes(70_000)}>The council met.</p></body></html>"

    began = time.process_time()
    _title, read = html_page(page.encode())

    assert read.text.strip() == "The council met."
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    "hidden",
    [
        '<p a=">" {}>text</p>',
        "<p a='>' {}>text</p>",
        '<p a="<" {}>text</p>',
        "<P\n{}\n>text</P>",
        "<p / {} />text</p>",
        '<script>if (a<b) "</p>"</script><p {}>text</p>',
        "<!-- <p --><p {}>text</p>",
        "<p {}",
    ],
)
def test_surplus_attributes_are_found_wherever_they_hide(hidden: str) -> None:
    limited = limit_markup(hidden.format(attributes(5 * MOST_ATTRIBUTES)))

    assert f"a{MOST_ATTRIBUTES - 10}=" in limited
    assert f"a{MOST_ATTRIBUTES + 1}=" not in limited
    assert ("text" in limited) == ("text" in hidden)


@pytest.mark.parametrize(
    "page",
    [
        "",
        "plain text with 1 < 2 and a > b",
        '<p title="a > b" class=x>One<br/>two<p>three',
        "<script>var a = 1 < 2, b = '</p>' + \"<p a b c>\";</script><p>after</p>",
        "<!DOCTYPE html><!-- a -- b > c --><title>1 < 2</title><p>body",
        '<p a="unclosed',
        "<",
        "<p",
        "<textarea><p " + "x " * 1000 + "></textarea><p>z</p>",
    ],
)
def test_an_ordinary_page_is_left_as_it_is(page: str) -> None:
    assert limit_markup(page) == page


def test_paragraphs_without_end_tags_are_not_deep() -> None:
    page = "<p>word" * (MOST_DEPTH + 10)
    assert limit_markup(page) == page


@pytest.mark.parametrize("page", ["<div>" * (MOST_DEPTH + 1), "<b>x</b>" * (MOST_TAGS + 1)])
def test_too_much_markup_is_refused(page: str) -> None:
    with pytest.raises(Unreadable, match="too much markup"):
        limit_markup(page)


def test_too_long_a_page_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(Unreadable, match="too long"):
        limit_markup(" " * (MOST_TEXT + 1))


@pytest.mark.parametrize(
    "piece", ['<a "', "<p a='", "<", "<!--", "</", "<script>", "<p =", '<a b=""']
)
def test_the_time_grows_with_the_length_only(piece: str) -> None:
    began = time.process_time()
    with suppress(Unreadable):
        limit_markup(piece * 200_000)
    assert time.process_time() - began < 3
