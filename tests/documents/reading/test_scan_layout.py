"""Scanned pages: their drawn lines are found, askew or not, and pages on their side are known."""

import pytest
from PIL import Image, ImageDraw

from pramana.documents.reading.contracts import Box, WordBox
from pramana.documents.reading.ruled_tables import ruled_tables
from pramana.documents.reading.scan_layout import (
    PageFrame,
    ScannedPiece,
    find_ruling_lines,
    is_sideways,
    scan_heading_level,
    skew_of,
    split_at_rules,
    straight_image,
    turn_back,
)


def grid_image(turn: float = 0.0) -> Image.Image:
    """A white page of 1,000 by 1,400 pixels with a grid of three by two cells."""
    image = Image.new("L", (1000, 1400), 255)
    draw = ImageDraw.Draw(image)
    for y in (300, 380, 460):
        draw.line((100, y, 900, y), fill=0, width=2)
    for x in (100, 400, 650, 900):
        draw.line((x, 300, x, 460), fill=0, width=2)
    return image.rotate(turn, fillcolor=255)


@pytest.mark.parametrize("turn", [0.0, 0.8, -1.5])
def test_the_lines_of_a_table_are_found_askew_too(turn):
    frame = PageFrame(1000, 1400, 144, skew=-turn)
    [table] = ruled_tables(find_ruling_lines(straight_image(grid_image(turn), frame), frame))
    assert [round(x) for x in table.xs] == pytest.approx([50, 200, 325, 450], abs=3)
    assert [round(y) for y in table.ys] == pytest.approx([150, 190, 230], abs=3)


def test_the_skew_is_that_of_the_long_lines():
    lines = [
        ("a long line of text", [(0, 0), (1000, 10), (1000, 40), (0, 30)]),
        ("short", [(0, 0)] * 4),
    ]
    assert skew_of(lines) == pytest.approx(0.573, abs=0.01)
    assert skew_of([("a line that is level", [(0, 0), (900, 0), (900, 9), (0, 9)])]) == 0.0


def test_a_piece_across_a_drawn_line_is_split_into_its_words():
    frame = PageFrame(1000, 1400, 144)
    tables = ruled_tables(find_ruling_lines(grid_image(), frame))
    words = (WordBox("left", 0.3, 0.23, 0.38, 0.25), WordBox("right", 0.42, 0.23, 0.5, 0.25))
    whole = ScannedPiece("left right", Box(150, 161, 250, 175), words)
    below = ScannedPiece("left right", Box(150, 361, 250, 375), words)
    assert [piece.text for piece in split_at_rules([whole, below], tables, frame)] == [
        "left",
        "right",
        "left right",
    ]


def test_a_larger_line_of_a_scan_is_a_heading():
    line = [ScannedPiece("Opening hours", Box(0, 0, 100, 16), ())]
    assert scan_heading_level(line, "Opening hours", 10.0) == 1
    assert scan_heading_level(line, "Opening hours", 14.0) == 0
    assert scan_heading_level(line, "It opened at ten.", 10.0) == 0


def test_words_that_stand_upright_lie_on_a_page_on_its_side():
    upright = [WordBox("word", 0.1 * n, 0.1, 0.1 * n + 0.02, 0.3) for n in range(6)]
    level = [WordBox("word", 0.1, 0.1 * n, 0.3, 0.1 * n + 0.02) for n in range(6)]
    assert is_sideways(upright, 1000, 1000) and not is_sideways(level, 1000, 1000)
    assert not is_sideways(upright[:3], 1000, 1000)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_box_is_turned_back_to_where_it_is_on_the_page(turn):
    image = Image.new("L", (200, 100), 255)
    ImageDraw.Draw(image).rectangle((20, 10, 59, 29), fill=0)
    turned = image.rotate(turn, expand=True)
    x0, y0, x1, y1 = Image.eval(turned, lambda value: 255 - value).getbbox()
    width, height = turned.size
    box = turn_back(WordBox("a", x0 / width, y0 / height, x1 / width, y1 / height), turn)
    assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx((0.1, 0.1, 0.3, 0.3), abs=0.01)
