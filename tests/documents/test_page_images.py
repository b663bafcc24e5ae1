"""A scan from upload to the words in their places, through the real readers."""

import io

import pytest
from django.core.files.base import ContentFile
from PIL import Image, ImageDraw, ImageFont

from pramana.documents import page_images, selectors, services
from pramana.documents.domain import opening_seconds
from pramana.documents.errors import DocumentNotFound, NoPicture, PageNotFound
from pramana.documents.models import OcrResult
from pramana.documents.reading.contracts import FileKind
from pramana.jobs.cpu import TIMEOUT_S
from pramana.jobs.testing import drain_jobs


def scan(words: str) -> ContentFile:
    image = Image.new("RGB", (900, 200), "white")
    ImageDraw.Draw(image).text((40, 60), words, fill="black", font=ImageFont.load_default(60))
    out = io.BytesIO()
    image.save(out, "PNG")
    return ContentFile(out.getvalue())


@pytest.fixture
def document(transactional_db, scope):
    added = services.add_file(scope, "receipt.png", scan("Total amount 1250"))
    drain_jobs()
    return selectors.get_document(scope, added.id)


def test_a_scan_has_text_an_image_and_word_boxes(scope, other_scope, document):
    assert "1250" in selectors.document_text(scope, document.id)
    [page] = selectors.pages_of(scope, document.id)
    assert page.read_by.startswith("ocr:")
    picture = page_images.page_image(scope, document.id, 0)
    assert picture[:4] == b"RIFF" and picture[8:12] == b"WEBP"
    boxes = page_images.word_boxes(scope, document.id, 0)
    assert "1250" in {box[0] for box in boxes}
    assert all(0 <= edge <= 1 for box in boxes for edge in box[1:])

    result = OcrResult.objects.in_scope(scope).get(document_id=document.id)
    assert (result.page_count, "1250" in result.raw_text) == (1, True)
    assert result.engine == page.read_by and result.layout[0]["page"] == 0
    assert not OcrResult.objects.in_scope(other_scope).exists()
    for question in (page_images.page_image, page_images.word_boxes):
        with pytest.raises(DocumentNotFound):
            question(other_scope, document.id, 0)
        with pytest.raises(PageNotFound):
            question(scope, document.id, 7)


def test_a_text_file_has_no_page_image(transactional_db, scope):
    added = services.add_file(scope, "a.txt", ContentFile(b"words"))
    drain_jobs()
    with pytest.raises(NoPicture):
        page_images.page_image(scope, added.id, 0)


def test_drawing_a_page_may_take_as_long_as_its_file_is_large(scope, document, monkeypatch):
    limits = []
    monkeypatch.setattr(page_images, "run_cpu", lambda *_, timeout, **__: limits.append(timeout))
    kind, size = FileKind(document.kind), selectors.get_document(scope, document.id).size

    page_images.page_image(scope, document.id, 0)

    assert limits == [opening_seconds(kind, size)]
    assert limits[0] < TIMEOUT_S
