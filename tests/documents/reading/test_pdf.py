from itertools import pairwise
from pathlib import Path

import pytest

from pramana.documents.reading.contracts import BlockKind, ReadingMethod, ReadOptions
from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_reader import document_info, page_boxes, read_pages, render_page
from pramana.documents.reading.legacy_nepali import preeti_to_unicode
from tests.documents.reading.papers import Bold, column, locked_pdf, pdf, saved, sentence

NO_OCR = ReadOptions(ocr=False)


def lines(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{n} {sentence(6, n)}" for n in range(count)]


def test_each_page_comes_with_its_text_its_number_and_how_it_was_read(tmp_path):
    where = saved(tmp_path, "a.pdf", pdf(column(60, lines("a", 20)), column(60, lines("b", 20))))
    first, second = read_pages(*where, options=NO_OCR)
    assert (first.number, second.number) == (0, 1)
    assert first.text.startswith("a0 The district court") and second.text.startswith("b0 ")
    assert first.read_by == "text_layer" and first.quality.usable and not first.flagged
    assert (first.script, first.language) == ("latin", "en")


def test_a_reading_goes_on_at_the_page_where_it_stopped(tmp_path):
    where = saved(tmp_path, "a.pdf", pdf(*[column(60, lines(f"p{n}x", 5)) for n in range(6)]))
    assert [page.number for page in read_pages(*where, first_page=4, options=NO_OCR)] == [4, 5]


def test_two_columns_drawn_line_by_line_are_read_one_after_the_other(tmp_path):
    left, right = lines("L", 20), lines("R", 20)
    pairs = zip(column(60, left), column(330, right), strict=True)
    title = [(200.0, 800.0, 16.0, "A title across")]
    where = saved(tmp_path, "a.pdf", pdf(title + [text for pair in pairs for text in pair]))
    [page] = read_pages(*where, options=NO_OCR)
    read = page.text.split("\n")
    assert read[0] == "A title across"
    assert [line.split()[0] for line in read[1:]] == [
        f"{side}{n}" for side in "LR" for n in range(20)
    ]


def test_a_table_is_kept_as_rows_and_cells_that_know_their_place(tmp_path):
    cells = [
        [(60.0 + 130 * c, 700.0 - 20 * r, 10.0, f"r{r}c{c}") for c in range(4)] for r in range(6)
    ]
    words = [cell for row in cells for cell in row]
    where = saved(tmp_path, "a.pdf", pdf([(60, 760, 10, sentence(12)), *words]))
    [page] = read_pages(*where, options=NO_OCR)
    [table] = page.tables
    assert [[cell.text for cell in row] for row in table.rows] == [
        [f"r{r}c{c}" for c in range(4)] for r in range(6)
    ]
    assert all(page.text[c.start : c.end] == c.text for row in table.rows for c in row)


def test_lines_between_two_rules_are_one_row(tmp_path):
    texts = [
        (60.0, 700.0, 10.0, "one"), (300.0, 700.0, 10.0, "first line of the cell"),
        (60.0, 687.0, 10.0, "more of one"), (300.0, 687.0, 10.0, "second line of it"),
        (60.0, 660.0, 10.0, "two"), (300.0, 660.0, 10.0, "another cell"),
        (60.0, 630.0, 10.0, "three"), (300.0, 630.0, 10.0, "the last"),
    ]  # fmt: skip
    rules = [(50.0, y, 540.0, y) for y in (715.0, 675.0, 645.0, 615.0)]
    where = saved(tmp_path, "a.pdf", pdf(texts, rules=rules))
    [page] = read_pages(*where, options=NO_OCR)
    assert [row[0].text for row in page.tables[0].rows] == ["one more of one", "two", "three"]
    assert page.tables[0].rows[0][1].text == "first line of the cell second line of it"


def test_a_larger_line_is_a_heading(tmp_path):
    body = column(60, [sentence(14, n) for n in range(12)], top=700)
    where = saved(tmp_path, "a.pdf", pdf([(60, 750, 18, "Findings of the court"), *body]))
    [page] = read_pages(*where, options=NO_OCR)
    [heading] = page.headings
    assert heading.text == "Findings of the court" and heading.level == 1
    assert page.text[heading.start :].startswith("Findings")


def test_text_typed_in_a_legacy_nepali_font_is_converted(tmp_path):
    typed = [
        'g]kfn sfg"g klqsf @)^%',
        ";jf]{Rr cbfnt ljz]if Ohnf;",
        "dfggLo GofofwLz >L cg'k/fh zdf{",
    ]
    where = saved(tmp_path, "a.pdf", pdf(column(60, typed * 3), font="Preeti"))
    [page] = read_pages(*where, options=NO_OCR)
    assert page.flagged and page.read_by == "converted:preeti"
    assert page.text.split("\n")[0] == "नेपाल कानून पत्रिका २०६५"
    assert page.script == "devanagari"
    assert page_boxes(where[0], 0, legacy=True)[0].word == preeti_to_unicode("g]kfn")


def test_unknown_words_flag_the_page(tmp_path):
    noise = [f"lhbh }}tg+th ({{uherE qoDgleR{n} uhlhi cbUtrtl" for n in range(12)]
    where = saved(tmp_path, "a.pdf", pdf(column(60, noise)))
    [page] = read_pages(*where, options=NO_OCR)
    assert page.flagged and not page.quality.usable
    assert page.how is ReadingMethod.TEXT_LAYER and "are known" in page.quality.reason


def test_a_blank_page_is_just_blank(tmp_path):
    [page] = read_pages(*saved(tmp_path, "a.pdf", pdf([])), options=NO_OCR)
    assert page.text == "" and page.quality.usable and not page.error


def test_one_bad_page_does_not_lose_the_others(tmp_path):
    whole = pdf(*[column(60, lines(f"p{n}x", 5)) for n in range(3)])
    broken = whole.replace(b"/Type /Page /Parent 2 0 R", b"/Type /Oops /Parent 9 0", 1)
    pages = list(read_pages(*saved(tmp_path, "a.pdf", broken), options=NO_OCR))
    assert len(pages) == 3 and pages[2].text.startswith("p2x0")


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_boxes_are_where_the_words_are_shown(tmp_path, turn):
    where = saved(tmp_path, "a.pdf", pdf([(60, 700, 20, "Somewhere")], extra=f"/Rotate {turn}"))
    [box] = page_boxes(where[0], 0)
    assert box.word == "Somewhere"
    dark = darkest(render_page(where[0], 0, form="png"))
    assert (
        abs((box.x0 + box.x1) / 2 - dark[0]) < 0.03 and abs((box.y0 + box.y1) / 2 - dark[1]) < 0.03
    )


def darkest(png: bytes) -> tuple[float, float]:
    """The middle of what is drawn, as shares of the picture."""
    import io

    from PIL import Image, ImageOps

    image = Image.open(io.BytesIO(png)).convert("L")
    x0, y0, x1, y1 = ImageOps.invert(image).getbbox() or (0, 0, 0, 0)
    return (x0 + x1) / 2 / image.width, (y0 + y1) / 2 / image.height


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (locked_pdf(), "password"),
        (b"%PDF-1.4\n1 0 obj", "damaged"),
        (pdf(*[[]] * 12), "at most 10"),
    ],
    ids=["locked", "cut off", "too long"],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(tmp_path, content, said):
    where = saved(tmp_path, "a.pdf", content)
    few = ReadOptions(max_pages=10)
    with pytest.raises(Unreadable, match=said):
        document_info(*where, options=few)
    with pytest.raises(Unreadable, match=said):
        list(read_pages(*where, options=few))


def test_a_page_that_is_not_there_has_no_picture(tmp_path):
    where = saved(tmp_path, "a.pdf", pdf([(60, 700, 10, "x")]))
    with pytest.raises(Unreadable, match="no page 3"):
        render_page(where[0], 2)


def test_document_info_is_known_before_reading(tmp_path: Path):
    where = saved(tmp_path, "a.pdf", pdf([], [], []))
    info = document_info(*where)
    assert (info.kind, info.pages, info.page_sizes[0]) == ("pdf", 3, (595.0, 842.0))


def test_nepali_typed_in_a_legacy_font_between_english_is_converted_too(tmp_path):
    english = [sentence(9, n) for n in range(30)]
    typed = ['g]kfn sfg"g klqsf', ";jf]{Rr cbfnt", "dfggLo GofofwLz >L"] * 2
    where = saved(tmp_path, "a.pdf", two_fonts(column(60, english), column(60, typed, top=330)))
    [page] = read_pages(*where, options=NO_OCR)
    assert page.flagged and page.read_by == "converted:preeti"
    assert page.text.startswith(english[0]) and "नेपाल कानून पत्रिका" in page.text


def two_fonts(plain: list, typed: list) -> bytes:
    """A page whose first texts are in Helvetica and whose others are in Preeti."""
    drawn = pdf([*plain, *typed])
    place = drawn.index(f"{typed[0][0]} {typed[0][1]} Td".encode())
    start = drawn.rindex(b"BT", 0, place)
    changed = drawn[:start] + drawn[start:].replace(b"/F1 10 Tf", b"/F3 10 Tf")
    fonts = b"/F1 3 0 R /F3 << /Type /Font /Subtype /Type1 /BaseFont /Preeti >>"
    return changed.replace(b"/F1 3 0 R", fonts)


def grid_rules(xs: list[float], ys: list[float]) -> list[tuple[float, float, float, float]]:
    """The lines of a table, drawn cell by cell."""
    across = [(a, y, b, y) for y in ys for a, b in pairwise(xs)]
    return across + [(x, a, x, b) for x in xs for a, b in pairwise(ys)]


def test_two_ruled_tables_below_each_other_stay_two_with_the_heading_between(tmp_path):
    xs = [50.0, 200.0, 350.0, 500.0]
    rules = grid_rules(xs, [740.0, 715.0, 690.0]) + grid_rules(xs, [640.0, 615.0, 590.0])
    cells = [
        (x + 5, y, 10.0, f"{name}{n}")
        for name, y in (("a", 722.0), ("b", 697.0), ("c", 622.0), ("d", 597.0))
        for n, x in enumerate(xs[:3])
    ]
    between = (50.0, 660.0, 10.0, Bold("2.2 Second table"))
    where = saved(tmp_path, "a.pdf", pdf([*cells[:6], between, *cells[6:]], rules=rules))
    [page] = read_pages(*where, options=NO_OCR)
    assert [[c.text for c in row] for t in page.tables for row in t.rows] == [
        ["a0", "a1", "a2"],
        ["b0", "b1", "b2"],
        ["c0", "c1", "c2"],
        ["d0", "d1", "d2"],
    ]
    assert [h.text for h in page.headings] == ["2.2 Second table"]
    assert page.text.index("b2") < page.text.index("2.2 Second") < page.text.index("c0")


def test_a_cell_without_a_line_to_its_neighbour_spans_both(tmp_path):
    xs = [50.0, 200.0, 350.0, 500.0]
    rules = grid_rules(xs, [740.0, 715.0, 690.0, 665.0])
    rules.remove((350.0, 740.0, 350.0, 715.0))
    texts = [(55.0, 722.0, 10.0, Bold("Plant")), (205.0, 722.0, 10.0, Bold("Output in 2026"))]
    texts += [(x + 5, y, 10.0, f"{y:.0f}x") for y in (697.0, 672.0) for x in xs[:3]]
    where = saved(tmp_path, "a.pdf", pdf(texts, rules=rules))
    [page] = read_pages(*where, options=NO_OCR)
    header = page.tables[0].rows[0]
    assert [(cell.text, cell.columns, cell.is_header) for cell in header[:2]] == [
        ("Plant", 1, True),
        ("Output in 2026", 2, True),
    ]


def test_a_bold_line_of_the_same_size_is_a_heading_and_a_label_is_not(tmp_path):
    body = [sentence(14, n) for n in range(12)]
    texts = column(
        60, [*body[:4], Bold("Terms of payment"), *body[4:8], Bold("Total 400"), *body[8:]]
    )
    [page] = read_pages(*saved(tmp_path, "a.pdf", pdf(texts)), options=NO_OCR)
    assert [h.text for h in page.headings] == ["Terms of payment"]


def test_the_title_of_an_annex_is_a_heading_in_whatever_letters(tmp_path):
    body = [sentence(14, n) for n in range(12)]
    title, clause = "Schedule 2 - Tools", "Schedule 2 and the clauses above it"
    texts = column(60, [*body[:4], title, *body[4:8], clause, *body[8:]])
    [page] = read_pages(*saved(tmp_path, "a.pdf", pdf(texts)), options=NO_OCR)
    assert [h.text for h in page.headings] == [title]


def test_a_range_over_two_lines_stays_a_range(tmp_path):
    texts = column(60, ["Keep the voltage of the whole plant always within 60-", "3300 volts here"])
    [page] = read_pages(*saved(tmp_path, "a.pdf", pdf(texts)), options=NO_OCR)
    assert "within 60-3300\nvolts here" in page.text


def test_items_of_a_list_are_known(tmp_path):
    texts = column(
        60, ["To start it:", "1. Open the valve.", "2. Press start and wait for the", "lamp."]
    )
    [page] = read_pages(*saved(tmp_path, "a.pdf", pdf(texts)), options=NO_OCR)
    items = [block for block in page.blocks if block.kind is BlockKind.ITEM]
    assert [page.text[item.start : item.end] for item in items] == [
        "1. Open the valve.",
        "2. Press start and wait for the\nlamp.",
    ]


def test_boxes_with_blocks_of_short_lines_are_read_line_by_line(tmp_path):
    xs = [50.0, 300.0, 550.0]
    rules = grid_rules(xs, [760.0, 690.0, 620.0])
    blocks = [
        ["Sagar Tools Ltd", "Ward 4, Dharan", "PAN: 300112233"],
        ["Bill no: 77", "Date: 4 May 2026", "Terms: 30 days"],
        ["To:", "Koshi School", "Itahari"],
        ["Carrier: Purba Bus", "Parcels: 3"],
    ]
    places = [(55.0, 745.0), (305.0, 745.0), (55.0, 675.0), (305.0, 675.0)]
    texts = [
        (x, y - 15 * n, 10.0, line)
        for (x, y), block in zip(places, blocks, strict=True)
        for n, line in enumerate(block)
    ]
    [page] = read_pages(*saved(tmp_path, "a.pdf", pdf(texts, rules=rules)), options=NO_OCR)
    assert not page.tables
    assert page.text.split("\n") == [line for block in blocks for line in block]


def test_short_headings_are_headings(tmp_path):
    body = [sentence(14, n) for n in range(8)]
    texts = column(60, [*body[:4], Bold("11 Law"), *body[4:]])
    [page] = read_pages(*saved(tmp_path, "a.pdf", pdf(texts)), options=NO_OCR)
    assert [heading.text for heading in page.headings] == ["11 Law"]
