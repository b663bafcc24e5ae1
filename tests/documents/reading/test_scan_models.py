"""The packaged models for scans: how a page lies, and the cells of a table."""

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.file_reader import read_pages
from pramana.documents.reading.ocr_engines import propose_turn, table_shape

ASSETS = Path(os.environ.get("PRAMANA_ASSETS", Path(__file__).parents[3] / ".assets"))
MODELS = str(ASSETS / "models")
FONT = "DejaVuSans.ttf"
LETTER = [
    "The water users of the upper village met on Monday.",
    "They agreed that the canal is cleaned before the rains,",
    "and that every household sends one person for two days.",
    "Whoever cannot come pays four hundred rupees instead.",
    "The money is kept by the secretary of the committee.",
    "Tools are lent by the office of the ward on request.",
    "The next meeting is on the first Monday of the month.",
    "Signed by the chair and by the secretary of the group.",
]
PRICES = [
    ("Tool", "Days", "Price"),
    ("Spade", "14", "120.00"),
    ("Bucket", "30", "45.50"),
    ("Wheelbarrow", "7", "310.00"),
    ("Rope of ten metres", "21", "80.00"),
]


def letter() -> Image.Image:
    image = Image.new("L", (1240, 1000), 255)
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(FONT, 34)
    for n, line in enumerate(LETTER):
        draw.text((110, 120 + 90 * n), line, font=font, fill=0)
    return image


def price_list() -> Image.Image:
    image = Image.new("L", (1000, 420), 255)
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(FONT, 30)
    for n, row in enumerate(PRICES):
        for x, text in zip((40, 480, 720), row, strict=True):
            draw.text((x, 30 + 70 * n), text, font=font, fill=0)
    return image


def read(tmp_path, image, assets=str(ASSETS)):
    out = io.BytesIO()
    image.save(out, "PNG")
    path = tmp_path / "page.png"
    path.write_bytes(out.getvalue())
    [page] = read_pages(str(path), path.name, options=ReadOptions(assets=assets))
    return page


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_model_says_how_to_turn_a_page(turn):
    assert propose_turn(letter().rotate(turn, expand=True), MODELS) == (360 - turn) % 360


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_page_is_read_in_its_order_with_boxes_where_the_words_are(tmp_path, turn):
    page = read(tmp_path, letter().rotate(turn, expand=True))
    places = [page.text.find(word) for word in ("water users", "canal", "household", "secretary")]
    assert -1 not in places and places == sorted(places)
    first = page.boxes[0]
    if turn == 180:
        assert first.x0 > 0.5 and first.y0 > 0.5
    assert 0 <= first.x0 < first.x1 <= 1 and 0 <= first.y0 < first.y1 <= 1


def test_the_model_sees_rows_and_columns():
    shape = table_shape(price_list(), MODELS)
    assert shape is not None and shape.size == (5, 3)


def test_a_scanned_table_without_lines_has_cells(tmp_path):
    [table] = read(tmp_path, price_list()).tables
    assert [tuple(cell.text for cell in row) for row in table.rows] == PRICES


def test_without_the_models_pages_are_read_as_they_lie(tmp_path):
    assert propose_turn(letter(), str(tmp_path)) == 0
    assert table_shape(price_list(), str(tmp_path)) is None
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "tesseract").symlink_to(ASSETS / "tesseract")
    page = read(tmp_path, letter(), assets=str(tmp_path / "assets"))
    assert "canal is cleaned" in page.text


def test_an_image_of_a_few_pixels_is_no_table_and_is_not_turned():
    dot = Image.new("L", (1, 1), 255)
    assert propose_turn(dot, MODELS) == 0 and table_shape(dot, MODELS) is None
