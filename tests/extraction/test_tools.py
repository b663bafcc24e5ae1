"""get_document_text: short documents whole, long ones in pages or by search, never all at once."""

from uuid import UUID

import pytest

from pramana.documents.models import Document, Page
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.selectors.history import extraction_tool_calls
from pramana.extraction.services.extractions import start_extraction
from pramana.extraction.services.tool_calls import ToolCallRecorder
from pramana.extraction.tools.extractions import MOST_CHARACTERS, ToolBinding, create_tools
from pramana.kit.scope import Scope
from pramana.llm.contracts import ToolReply
from tests.extraction.samples import INVOICE, add_document

LINE = "Item number {n} of the long list of materials was delivered to the site.\n"
PAGE_LINES = 40


class Reader:
    """The tool of one extraction, called as the model's loop calls it."""

    def __init__(self, scope: Scope, text: str) -> None:
        self.document_id = add_document(scope, text, "long")
        started = start_extraction(scope, self.document_id)
        assert started.run_id
        self.extraction_id = started.id
        binding = ToolBinding(
            scope, self.document_id, started.id, started.run_id, EvidenceSource(text)
        )
        calls = ToolCallRecorder(scope, started.id, started.run_id)
        self._tool = create_tools(binding, calls)[0]

    def read(self, **given: object) -> ToolReply:
        reply: ToolReply = self._tool(**given)
        return reply


@pytest.fixture
def book(scope: Scope) -> Reader:
    """Twenty pages, together several answers long."""
    lines = [LINE.format(n=number) for number in range(20 * PAGE_LINES)]
    pages = ["".join(lines[at : at + PAGE_LINES]) for at in range(0, len(lines), PAGE_LINES)]
    reader = Reader(scope, "".join(pages))
    start = 0
    for number, page in enumerate(pages):
        make_page(scope, reader.document_id, number, start, start + len(page))
        start += len(page)
    Document.objects.in_scope(scope).filter(pk=reader.document_id).update(page_count=20)
    return reader


def make_page(scope: Scope, document_id: UUID, number: int, start: int, end: int) -> None:
    Page(
        tenant_id=scope.tenant_id, document_id=document_id, number=number, start=start, end=end,
        read_by="text", confidence=1, flagged=False, script="latin", language="en", seconds=0,
    ).save(force_insert=True)  # fmt: skip


def test_a_short_document_comes_whole(scope: Scope) -> None:
    reply = Reader(scope, INVOICE).read()

    assert reply.content.startswith("Document (0 pages):\n\n<document>\nHimal Traders")
    assert reply.content.endswith("Total     11,300.00\n\n</document>")
    assert not reply.is_error


def test_a_long_document_comes_in_parts_that_join_without_a_gap(book: Reader) -> None:
    first = book.read().content

    assert "Document (20 pages)" in first
    assert len(first) < MOST_CHARACTERS + 500
    assert f"read it with start={MOST_CHARACTERS}" in first
    read, start = words(first), MOST_CHARACTERS
    while "read it with start=" in (part := book.read(start=start).content):
        read += words(part)
        start += MOST_CHARACTERS
    read += words(part)
    assert read == "".join(LINE.format(n=number) for number in range(20 * PAGE_LINES))


def words(answer: str) -> str:
    return answer.partition("<document>\n")[2].rpartition("\n</document>")[0]


def test_pages_are_read_by_their_numbers(book: Reader) -> None:
    part = words(book.read(first_page=3, last_page=4).content)

    assert part.startswith(LINE.format(n=2 * PAGE_LINES))
    assert part.endswith(LINE.format(n=4 * PAGE_LINES - 1))


@pytest.mark.parametrize("page", [0, 21, 500])
def test_a_page_that_is_not_there_is_an_error(book: Reader, page: int) -> None:
    reply = book.read(first_page=page)

    assert reply.is_error
    assert reply.content == f"There is no page {page}; the document has pages 1 to 20."


def test_words_are_searched_for(book: Reader) -> None:
    found = book.read(search="number 437").content
    nothing = book.read(search="helicopter")

    assert "[page 11, character" in found
    assert "Item number 437 of the long list" in found
    assert "Nothing found for 'helicopter'" in nothing.content


def test_each_reading_is_a_row_in_the_kits_envelope(scope: Scope, book: Reader) -> None:
    book.read(first_page=99)
    book.read(first_page=2, last_page=2)

    wrong, right = extraction_tool_calls(scope, book.extraction_id)

    assert (wrong.order, right.order) == (1, 2)
    assert wrong.outcome["status"] == "error"
    assert wrong.outcome["error"]["type"] == "VALIDATION"
    assert right.outcome["status"] == "ok"
    assert right.input == {"first_page": 2, "last_page": 2}
    assert right.outcome["data"]["content"][0]["type"] == "text"
    assert right.took_ms == right.outcome["meta"]["took_ms"] >= 0


def test_a_document_without_words_says_so(scope: Scope) -> None:
    blank = Reader(scope, "x")
    Document.objects.in_scope(scope).filter(pk=blank.document_id).update(text=" ")

    reply = blank.read()

    assert reply.is_error
    assert reply.content == "No OCR data found for this document"
