"""Pictures of pages, and PDFs that hold nothing else."""

import io
import os
from pathlib import Path

import pytest

from pramana.documents.reading.contracts import ReadingMethod, ReadOptions
from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_reader import document_info, read_pages, render_page
from pramana.documents.reading.ocr_engines import languages_installed
from tests.documents.reading.papers import saved, written

ASSETS = Path(os.environ.get("PRAMANA_ASSETS", Path(__file__).parents[3] / ".assets"))
OPTIONS = ReadOptions(assets=str(ASSETS))
LINES = ["The district court decided today", "that the contract is valid", "and must be paid"]


def as_file(form: str, *images, **options) -> bytes:
    out = io.BytesIO()
    images[0].save(out, form, save_all=len(images) > 1, append_images=images[1:], **options)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "form"), [("a.png", "PNG"), ("a.webp", "WEBP"), ("a.bmp", "BMP"), ("a.gif", "GIF")]
)
def test_a_picture_of_latin_text_is_read_with_a_box_for_each_word(tmp_path, name, form):
    [page] = read_pages(*saved(tmp_path, name, as_file(form, written(LINES))), options=OPTIONS)
    assert page.read_by == "ocr:rapidocr" and page.confidence > 0.8
    assert page.text.split("\n") == LINES
    assert [box.word for box in page.boxes] == " ".join(LINES).split()
    first = page.boxes[0]
    assert 0.05 < first.x0 < first.x1 < 0.25 and 0.1 < first.y0 < first.y1 < 0.4


def test_a_photo_of_a_phone_is_read_and_a_damaged_one_refused(tmp_path):
    photo = Path(__file__).with_name("note.heic").read_bytes()
    [page] = read_pages(*saved(tmp_path, "a.heic", photo), options=OPTIONS)
    assert page.text == "The bridge is open"
    assert document_info(*saved(tmp_path, "a.heif", photo)).pages == 1
    for cut in (40, 400, 1500, 2700):
        where = saved(tmp_path, "b.heic", photo[:cut])
        with pytest.raises(Unreadable):
            list(read_pages(*where, options=OPTIONS))
    with pytest.raises(Unreadable, match="true extension"):
        document_info(*saved(tmp_path, "a.jpg", photo))


def test_every_frame_of_a_tiff_is_a_page(tmp_path):
    images = [written([line]) for line in LINES[:2]]
    where = saved(tmp_path, "a.tiff", as_file("TIFF", *images))
    assert document_info(*where).pages == 2
    assert [page.text for page in read_pages(*where, options=OPTIONS)] == LINES[:2]


def test_a_scanned_pdf_is_read_by_ocr(tmp_path):
    where = saved(tmp_path, "a.pdf", as_file("PDF", written(LINES), resolution=150))
    [page] = read_pages(*where, options=OPTIONS)
    assert page.flagged and page.how is ReadingMethod.OCR and page.text.split("\n") == LINES
    assert render_page(where[0], 0)[:4] == b"RIFF"


def test_without_ocr_a_scanned_page_says_what_is_missing(tmp_path):
    where = saved(tmp_path, "a.pdf", as_file("PDF", written(LINES)))
    [page] = read_pages(*where, options=ReadOptions(ocr=False))
    assert page.text == "" and page.flagged and "image" in page.quality.reason


def test_nepali_is_read_together_with_english(tmp_path):
    assert languages_installed(str(ASSETS / "tesseract")), (
        "run ./run setup: OCR language files are missing"
    )
    font = next(Path("/usr/share/fonts").rglob("NotoS*Devanagari-Regular.ttf"))
    lines = ["नेपाल सरकार", "अदालत कार्यालय", "Supply and Delivery"]
    image = written(lines, font=str(font))
    [page] = read_pages(*saved(tmp_path, "a.png", as_file("PNG", image)), options=OPTIONS)
    assert page.read_by == "ocr:tesseract" and page.script == "devanagari"
    assert "नेपाल सरकार" in page.text and "कार्यालय" in page.text


def test_a_photograph_held_sideways_is_turned(tmp_path):
    from PIL import Image

    image = written(LINES).rotate(90, expand=True)
    exif = Image.Exif()
    exif[0x0112] = 6
    where = saved(tmp_path, "a.jpg", as_file("JPEG", image, exif=exif))
    [page] = read_pages(*where, options=OPTIONS)
    assert page.text.split("\n") == LINES


def test_a_picture_whose_pixels_are_cut_off_is_refused(tmp_path):
    content = as_file("JPEG", written(LINES))
    with pytest.raises(Unreadable, match="damaged"):
        list(read_pages(*saved(tmp_path, "a.jpg", content[: len(content) // 2]), options=OPTIONS))
