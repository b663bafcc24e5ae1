"""The reader over HTTP: a window at a time, the quote where it stands, nothing of it markup."""

import re
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pramana.documents.models import Document
from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from tests.web.long import PAGES, make_long_document
from tests.web.test_access import signed_in

TEXT = "Minutes\n\nThe council met in March. It decided to repair the bridge.\n\nपुल 🙂 बन्छ।"
SMALL = 100_000
"""Bytes of a page, however long its document is."""


def opened(client: Client, document: UUID, **query: object) -> str:
    address = reverse("web:library-document", args=[document])
    response = client.get(f"{address}?{urlencode(query)}")
    assert response.status_code == 200
    return response.content.decode()


def marked(page: str) -> list[str]:
    text = page.split('class="text"')[1].split('data-edge="after"')[0]
    return re.findall(r"<mark[^>]*>([^<]*)</mark\s*>", text)


@pytest.fixture
def minutes(scope: Scope) -> UUID:
    document = add_file(scope, "minutes.txt", ContentFile(TEXT.encode())).id
    drain_jobs()
    return document


@pytest.mark.django_db
def test_three_thousand_pages_open_as_small_as_three(
    scope: Scope, django_assert_max_num_queries: Any
) -> None:
    ledger, client = make_long_document(scope), signed_in(scope)
    text = Document.objects.in_scope(scope).get(pk=ledger).text
    at = text.index("quincunx")

    with django_assert_max_num_queries(14):
        first = opened(client, ledger)
    last = opened(client, ledger, start=at, end=at + len("quincunx"))
    found = opened(client, ledger, q="quincunx")
    often = opened(client, ledger, q="clerk")
    window = client.get(reverse("web:library-window", args=[ledger]), {"after": at // 2})

    assert "Folio 0" in first
    assert f"Page {PAGES:,}" not in first
    for page in (last, found):
        assert marked(page) == ["quincunx"]
        assert f"Page {PAGES:,}" in page
    assert "Folio 0" not in last
    for page in (first, last, found):
        assert len(page.encode()) < SMALL
    assert len(often.encode()) < 2 * SMALL  # with the hundred places it lists
    assert len(window.content) < SMALL / 2
    assert window.context["window"].start == at // 2


def test_a_quote_is_found_by_its_words_wherever_its_link_points(
    scope: Scope, minutes: UUID
) -> None:
    client, quote = signed_in(scope), "decided to repair"
    start = TEXT.index(quote)

    right = opened(client, minutes, start=start, end=start + len(quote), quote=quote)
    moved = opened(client, minutes, start=2, end=9, quote=quote)
    bare = opened(client, minutes, quote="  decided\n to   repair ")

    for page in (right, moved, bare):
        assert marked(page) == [quote]
    assert "The text has moved" in moved
    assert "has moved" not in right + bare


def test_words_that_are_gone_are_said_to_be_gone(scope: Scope, minutes: UUID) -> None:
    page = opened(
        signed_in(scope), minutes, start=3, end=9, quote="quarterly figures of Antarctica"
    )

    assert "This text is no longer in the document" in page
    assert "“quarterly figures of Antarctica”" in page
    assert marked(page) == []


def test_offsets_count_code_points(scope: Scope, minutes: UUID) -> None:
    start = TEXT.index("बन्छ")
    page = opened(signed_in(scope), minutes, start=start, end=start + len("बन्छ"))

    assert marked(page) == ["बन्छ"]
    assert f'data-at="{TEXT.index("पुल")}"' in page


def test_a_document_full_of_script_is_text_in_every_part_of_the_reader(scope: Scope) -> None:
    evil = '<script>alert(1)</script> "><img src=x onerror=alert(2)> needle'
    document = add_file(scope, "evil.md", ContentFile(f"# {evil}\n\n{evil}\n".encode())).id
    drain_jobs()
    client = signed_in(scope)

    pages = [
        opened(client, document, q="needle"),
        opened(client, document, quote=evil),
        opened(client, document, panel="outline"),
        client.get(reverse("web:library-window", args=[document]), {"q": evil}).content.decode(),
        *(
            client.get(
                reverse("web:library-panel", args=[document, panel]), {"q": "needle <img>"}
            ).content.decode()
            for panel in ("found", "outline", "reading")
        ),
    ]

    for page in pages:
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert " style=" not in page
    assert "&lt;script&gt;alert(1)" in pages[0]


def test_without_scripts_the_parts_are_links(scope: Scope) -> None:
    ledger, client = make_long_document(scope, pages=40), signed_in(scope)

    page = opened(client, ledger, page=20, panel="outline")
    later = re.search(r'data-edge="after"\s+href="([^"]*)"', page)

    assert "Folio 19" in page
    assert 'data-goes-to="0"' in page  # the outline came with it
    assert later
    assert "Folio 26" in opened(client, ledger, at=later.group(1).split("=")[1])


def test_a_panel_that_is_not_there_is_not_found(scope: Scope, minutes: UUID) -> None:
    address = reverse("web:library-panel", args=[minutes, "nonsense"])

    assert signed_in(scope).get(address).status_code == 404
