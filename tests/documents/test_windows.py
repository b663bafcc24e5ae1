"""A long text, a window at a time: nothing is lost, nothing comes twice, and each is small."""

import pytest
from django.core.files.base import ContentFile

from pramana.documents.errors import DocumentNotFound, NotReadYet
from pramana.documents.models import Document, Page
from pramana.documents.selectors import (
    doubtful_pages,
    find_in_document,
    outline_of,
    readings_of,
    text_between,
    window_after,
    window_at,
    window_before,
)
from pramana.documents.selectors.text import MAX_CHARACTERS, MAX_PAGES
from pramana.documents.services import add_file
from pramana.kit.scope import Scope
from tests.web.long import make_long_document, page_text

PAGES = 60


@pytest.mark.parametrize("whole", [False, True])
def test_windows_meet_in_both_directions(scope: Scope, whole: bool) -> None:
    document = make_long_document(scope, pages=PAGES)
    text = Document.objects.in_scope(scope).get(pk=document).text
    if whole:  # the same text as one endless page
        Page.objects.in_scope(scope).filter(document=document, number__gt=0).delete()
        Page.objects.in_scope(scope).filter(document=document).update(end=len(text))

    onwards, at = "", 0
    while True:
        window = window_after(scope, document, at)
        assert 0 < len(window.text) <= MAX_CHARACTERS
        assert len(window.pages) <= MAX_PAGES
        onwards, at = onwards + window.text, window.end
        if window.is_last:
            break
    backwards, at = "", len(text)
    while at:
        window = window_before(scope, document, at)
        assert window.end == at
        backwards, at = window.text + backwards, window.start

    assert onwards == text
    assert backwards == text


def test_a_window_contains_the_requested_offset(scope: Scope) -> None:
    document = make_long_document(scope, pages=PAGES)
    text = Document.objects.in_scope(scope).get(pk=document).text

    for at in (0, 1, 5_000, len(text) // 2, len(text) - 1):
        window = window_at(scope, document, at)
        assert window.start <= at < window.end
    beyond = window_at(scope, document, 10 * len(text))
    assert beyond.is_last
    assert beyond.text == page_text(PAGES - 1)


def test_outline_and_reading_details_do_not_load_the_text(scope: Scope) -> None:
    document = make_long_document(scope, pages=201)

    outline = outline_of(scope, document)
    [reading] = readings_of(scope, document)

    assert [each.page for each in outline] == [0, 100, 200]
    assert text_between(scope, document, outline[1].start, outline[1].start + 9) == "Folio 100"
    assert (reading.read_by, reading.pages) == ("parsed", 201)
    assert [page.number for page in doubtful_pages(scope, document)] == [7]


def test_matches_continue_after_a_cursor_and_can_begin_at_an_offset(scope: Scope) -> None:
    document = make_long_document(scope, pages=PAGES)

    first = find_in_document(scope, document, "पाना", limit=20)
    second = find_in_document(scope, document, "पाना", after=first.next or 0, limit=20)
    near = find_in_document(scope, document, "पाना", reach=second.places[5].start, limit=20)

    assert first.total == PAGES
    assert [place.page for place in first.places + second.places] == list(range(40))
    assert (near.skipped, near.places[0]) == (25, second.places[5])
    place = first.places[3]
    assert place.excerpt[place.start - place.excerpt_start :].startswith("पाना 3")


def test_an_unread_or_foreign_document_has_no_window(scope: Scope, other_scope: Scope) -> None:
    unread = add_file(scope, "a.txt", ContentFile(b"words")).id
    document = make_long_document(scope, pages=3)

    with pytest.raises(NotReadYet):
        text_between(scope, unread, 0, 5)
    with pytest.raises(DocumentNotFound):
        text_between(other_scope, document, 0, 5)
    with pytest.raises(DocumentNotFound):
        outline_of(other_scope, document)
    with pytest.raises(DocumentNotFound):
        find_in_document(other_scope, document, "clerk")
    assert window_at(other_scope, document, 0).text == ""
    assert readings_of(other_scope, document) == doubtful_pages(other_scope, document) == []
