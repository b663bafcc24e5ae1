"""Pictures read by a service behind a key, and by the engines here where it fails."""

import base64
import io

import pytest
from django.conf import settings
from django.core.files.base import ContentFile

from pramana.documents import selectors, services
from pramana.documents.contracts import Status
from pramana.documents.mistral_ocr import MistralOcr
from pramana.documents.reading.errors import OcrServiceFailed
from pramana.documents.reading.session import read_markdown
from pramana.jobs.testing import drain_jobs
from tests.documents.ocr_service import (
    OcrService,
    breaks_off,
    drips,
    hangs,
    ocr_service,
    says,
    status,
)
from tests.documents.reading.papers import column, pdf, sentence, written

MARKDOWN = """# Notice of **tender**

![img-0.jpeg](img-0.jpeg)
The council invites bids for the bridge at Sundarpur.

| Item | Amount |
| :--- | ---: |
| Steel | 1,250 |
"""


@pytest.fixture
def service(monkeypatch):
    with ocr_service() as server:
        server.markdown = MARKDOWN
        chosen = {"ocr": "auto", "mistral_api_key": "hush-hush", "mistral_base_url": server.url}
        monkeypatch.setattr(settings, "PRAMANA", settings.PRAMANA.model_copy(update=chosen))
        yield server


def scans(*pages: list[str]) -> ContentFile:
    """A TIFF of printed pages."""
    first, *rest = [written(lines) for lines in pages]
    out = io.BytesIO()
    first.save(out, "TIFF", save_all=True, append_images=rest)
    return ContentFile(out.getvalue())


def read(scope, content, name="scan.tiff"):
    added = services.add_file(scope, name, content)
    drain_jobs()
    assert selectors.get_document(scope, added.id).status is Status.COMPLETED
    pages = selectors.pages_of(scope, added.id, first=0, limit=10)
    return selectors.document_text(scope, added.id), pages


def test_a_picture_is_read_by_the_service_and_says_so(transactional_db, scope, service: OcrService):
    text, [page] = read(scope, scans(["Anything"]))
    assert page.read_by == "ocr:mistral-ocr"
    assert text.startswith("Notice of tender\nThe council invites bids for the bridge")
    assert [heading["text"] for heading in page.headings] == ["Notice of tender"]
    assert [[cell["text"] for cell in row] for row in page.tables[0]] == [
        ["Item", "Amount"],
        ["Steel", "1,250"],
    ]
    [asked] = service.asked
    kind, _, picture = asked["document"]["image_url"].partition(",")
    assert (asked["path"], asked["model"]) == ("/v1/ocr", "mistral-ocr-latest")
    assert kind == "data:image/jpeg;base64" and base64.b64decode(picture).startswith(b"\xff\xd8")
    assert service.keys == ["Bearer hush-hush"]


def test_a_page_with_a_sound_text_layer_is_not_sent_anywhere(transactional_db, scope, service):
    sound = pdf(column(60, [sentence(12), sentence(12, 5)]))
    _, [page] = read(scope, ContentFile(sound), "sound.pdf")
    assert page.read_by == "text_layer" and service.asked == []


def test_the_local_setting_sends_no_page_to_the_service(
    transactional_db, scope, service, monkeypatch
):
    local = settings.PRAMANA.model_copy(update={"ocr": "local"})
    monkeypatch.setattr(settings, "PRAMANA", local)
    text, [page] = read(scope, scans(["Total amount 1250"]))
    assert "1250" in text and page.read_by != "ocr:mistral-ocr"
    assert service.asked == []


def test_the_local_engines_replace_a_failing_service_and_record_the_reason(
    transactional_db, scope, service
):
    service.next = [status(401)]
    text, pages = read(scope, scans(["Total amount 1250"], ["Second page 77"]))
    assert "1250" in text and "77" in text
    assert len(service.asked) == 1  # a refused key is not tried again, page after page
    for page in pages:
        assert page.read_by in ("ocr:rapidocr", "ocr:tesseract")
        assert "MISTRAL_API_KEY" in page.quality["reason"]
        assert "hush" not in page.quality["reason"]


@pytest.mark.parametrize("first", [status(429), status(500), breaks_off, hangs])
def test_a_transient_failure_is_retried_once(first):
    with ocr_service() as server:
        server.markdown, server.next = "words", [first]
        assert MistralOcr("key", server.url, seconds=5).read(b"picture") == "words"
        assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("answer", "said", "times"),
    [
        (status(503), "503", 2),
        (hangs, "within", 2),
        (drips, "within", 2),
        (status(400), "400", 1),
        (says("<html>busy</html>"), "form", 1),
        (says('{"pages": [{"text": 1}]}'), "form", 1),
        (says("[" * 100_000), "form", 1),
    ],
)
def test_a_permanent_failure_is_reported(answer, said, times):
    with ocr_service() as server:
        server.next = [answer] * 3
        with pytest.raises(OcrServiceFailed, match=said):
            MistralOcr("key", f"{server.url}/v1/", seconds=1).read(b"picture")
        assert [asked["path"] for asked in server.asked] == ["/v1/ocr"] * times


def test_markdown_becomes_the_words_of_the_page():
    marked = "Plain \\*star\\* a_b_c **bold** __too__\n\n## Next\n\n| a\\|b | c |\n|---|---|\n"
    found = read_markdown(marked)
    assert found.text == "Plain *star* a_b_c bold too\n\nNext\n\na|b\tc"
    assert (found.boxes, found.confidence) == ((), None)
