"""What the reader asks the API for: a part of a text, places of words, headings, boxes."""

from uuid import UUID

import pytest
from django.core.files.base import ContentFile
from django.test import Client

from pramana.documents.models import Document
from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.testing import make_key
from tests.callers import with_key
from tests.documents.reading.papers import column, pdf
from tests.web.long import make_long_document


@pytest.fixture
def caller(scope: Scope) -> Client:
    return with_key(make_key(scope))


@pytest.fixture
def ledger(scope: Scope) -> UUID:
    return make_long_document(scope, pages=120)


def test_a_part_of_the_text_is_that_part_in_code_points(
    scope: Scope, caller: Client, ledger: UUID
) -> None:
    text = Document.objects.in_scope(scope).get(pk=ledger).text
    at = text.index("🙂") - 3
    address = f"/api/documents/{ledger}/text"

    assert caller.get(address, {"start": at, "end": at + 9}).json()["text"] == text[at : at + 9]
    assert caller.get(address, {"start": len(text) - 4}).json()["text"] == "End."
    assert caller.get(address, {"start": 9, "end": 2}).json()["text"] == ""
    assert caller.get(address, {"start": -1}).status_code == 400


def test_matches_are_listed_page_by_page(caller: Client, ledger: UUID) -> None:
    address = f"/api/documents/{ledger}/find"
    first = caller.get(address, {"q": "पाना"}).json()
    rest = caller.get(address, {"q": "पाना", "after": first["next"]}).json()

    assert (first["total"], len(first["places"]), len(rest["places"])) == (120, 100, 20)
    assert rest["next"] is None
    assert caller.get(address, {"q": "zebra"}).json()["places"] == []
    assert caller.get(address).json()["places"] == []


def test_the_outline_says_where_sections_begin(caller: Client, ledger: UUID) -> None:
    headings = caller.get(f"/api/documents/{ledger}/outline").json()["headings"]

    assert [(each["text"], each["page"]) for each in headings] == [
        ("Folio 0", 0),
        ("Folio 100", 100),
    ]


def test_documents_are_filtered_sorted_and_continued(scope: Scope, caller: Client) -> None:
    for name in ("b.txt", "a.txt", "c.md"):
        add_file(scope, name, ContentFile(b"some words"))
    Document.objects.in_scope(scope).filter(filename="c.md").update(kind="markdown")

    def listed(**query: str) -> tuple[list[str], str | None]:
        answer = caller.get("/api/documents/", query).json()
        return [each["title"] for each in answer["documents"]], answer["next"]

    first, place = listed(sort="title", limit="2")
    assert first == ["a", "b"]
    assert listed(sort="title", limit="2", after=place or "") == (["c"], None)
    assert listed(kind="markdown") == (["c"], None)
    assert caller.get("/api/documents/", {"sort": "x"}).status_code == 400
    assert caller.get("/api/documents/", {"kind": "\x01"}).status_code == 400


def test_a_quote_has_its_boxes_on_its_page_and_none_on_another(
    transactional_db: None, scope: Scope, caller: Client
) -> None:
    lines = ["The council met in March.", "It decided to repair the old bridge."]
    paper = pdf(column(60, lines), column(60, ["Nothing else."]))
    document = add_file(scope, "minutes.pdf", ContentFile(paper)).id
    drain_jobs()
    start = Document.objects.in_scope(scope).get(pk=document).text.index("repair the old bridge")
    pages = f"/api/documents/{document}/pages"

    [[words, left, top, right, bottom]] = caller.get(
        f"{pages}/0/boxes", {"start": start, "end": start + 21}
    ).json()["boxes"]
    small = caller.get(f"{pages}/0/image", {"small": "true"}).content

    assert words == "repair the old bridge."
    assert 0.1 < left < right < 0.5
    assert 0.05 < top < bottom < 0.15
    assert len(small) < len(caller.get(f"{pages}/0/image").content)
    assert caller.get(f"{pages}/1/boxes", {"start": start, "end": start + 21}).json() == {
        "boxes": []
    }


def test_a_page_tells_its_size_and_where_its_words_are(
    transactional_db: None, scope: Scope, other_scope: Scope, caller: Client
) -> None:
    paper = pdf(column(60, ["The council met."]), column(60, ["It decided."]))
    document = add_file(scope, "minutes.pdf", ContentFile(paper)).id
    drain_jobs()
    text = Document.objects.in_scope(scope).get(pk=document).text
    address = f"/api/documents/{document}"

    layout = caller.get(f"{address}/page-layout").json()["pages"]
    words = caller.get(f"{address}/pages/1/words").json()["words"]

    assert [start for _width, _height, start in layout] == [0, text.index("It")]
    assert all(height > width > 100 for width, height, _start in layout)
    assert [text[start:end] for _word, start, end, *_box in words] == ["It", "decided."]
    assert all(0 <= edge <= 1 for word in words for edge in word[3:])
    normal, large = (
        caller.get(f"{address}/pages/0/image", {"size": size}).content
        for size in ("normal", "large")
    )
    assert len(large) > len(normal)
    assert caller.get(f"{address}/pages/0/image", {"size": "huge"}).status_code == 400
    stranger = with_key(make_key(other_scope))
    for path in ("page-layout", "pages/0/words"):
        assert stranger.get(f"{address}/{path}").status_code == 404
    plain = add_file(scope, "a.txt", ContentFile(b"words")).id
    drain_jobs()
    assert caller.get(f"/api/documents/{plain}/page-layout").status_code == 404
