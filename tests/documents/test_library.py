"""The library with ten thousand documents: pages never skip, and read little."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pramana.documents.contracts import Status
from pramana.documents.errors import CollectionNotFound
from pramana.documents.models import Document
from pramana.documents.search import search
from pramana.documents.selectors import (
    LibraryQuery,
    Sort,
    collections_of,
    contents_of,
    documents_by_id,
    facets_of,
    library_page,
)
from pramana.documents.services import add_file, create_collection, move_documents
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Filters

MANY = 10_000
COPIES = """
    INSERT INTO documents_document
    SELECT copy.* FROM documents_document AS first, generate_series(1, %s) AS n,
    LATERAL jsonb_populate_record(first, jsonb_build_object(
        'id', gen_random_uuid(),
        'title', 'Paper ' || lpad((n * 7919 %% 10000)::text, 5, '0'),
        'kind', (ARRAY['pdf', 'text', 'docx'])[1 + n %% 3],
        'language', (ARRAY['en', 'ne'])[1 + n %% 2],
        'status', CASE WHEN n %% 1000 = 0 THEN 'failed' ELSE 'completed' END,
        'collection_id', CASE WHEN n %% 500 = 0 THEN %s::text END,
        'created_at', first.created_at - (n / 3) * interval '1 second')) AS copy
     WHERE first.id = %s
"""
"""Three share each moment, as documents that came in together do."""


@pytest.fixture
def many(scope: Scope) -> Scope:
    first = add_file(scope, "p.txt", ContentFile(b"words"))
    few = create_collection(scope, "Few")
    with connection.cursor() as cursor:
        cursor.execute(COPIES, [MANY, str(few), first.id])
        Document.objects.in_scope(scope).filter(pk=first.id).delete()
        cursor.execute("ANALYZE documents_document")
    return scope


def rows_read(query: str) -> int:
    """How many rows the plan looked at, in all its parts."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query}")
        [[plan]] = cursor.fetchall()
    found = plan if isinstance(plan, list) else json.loads(plan)
    return _rows(found[0]["Plan"])


def _rows(node: dict[str, Any]) -> int:
    mine = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    return int(mine * node["Actual Loops"]) + sum(_rows(each) for each in node.get("Plans", []))


SHELVES = (
    LibraryQuery(),
    LibraryQuery(sort=Sort.OLDEST),
    LibraryQuery(sort=Sort.TITLE),
    LibraryQuery(kind="pdf", language="en"),
    LibraryQuery(status=Status.FAILED),
)


def test_a_page_reads_little_more_than_it_shows_wherever_it_is(many: Scope) -> None:
    for shelf in SHELVES:
        half = library_page(many, shelf, limit=MANY // 2)
        with CaptureQueriesContext(connection) as asked:
            library_page(many, shelf, after=half.next or "", limit=50)
        assert len(asked) == 1
        assert rows_read(asked[0]["sql"]) < 1_500, shelf
    few = collections_of(many)[0]
    with CaptureQueriesContext(connection) as asked:
        found = library_page(many, LibraryQuery(collection_id=few.id), limit=50)
    assert len(found.documents) == few.document_count == 20
    assert rows_read(asked[0]["sql"]) < 500


def test_pages_neither_skip_nor_repeat_and_facets_count_all(
    many: Scope, other_scope: Scope
) -> None:
    for sort in Sort:
        assert len(set(leafed(many, LibraryQuery(sort=sort, language="ne")))) == MANY // 2
    facets = facets_of(many)
    found = library_page(many, LibraryQuery(words="paper 0001", kind="pdf"), limit=50).documents

    assert facets.total == sum(facets.kinds.values()) == sum(facets.languages.values()) == MANY
    assert facets.states == {"completed": MANY - 10, "failed": 10}
    assert facets_of(other_scope).total == 0
    assert 0 < len(found) < 10
    assert {document.kind for document in found} == {"pdf"}
    assert all("0001" in document.title for document in found)


def leafed(scope: Scope, shelf: LibraryQuery) -> list[UUID]:
    """Every document of a shelf, page after page; none comes twice."""
    seen: list[UUID] = []
    after: str | None = ""
    while after is not None:
        page = library_page(scope, shelf, after=after, limit=999)
        seen += [document.id for document in page.documents]
        after = page.next
    assert len(seen) == len(set(seen))
    return seen


def test_an_invalid_cursor_means_the_first_page(scope: Scope) -> None:
    add_file(scope, "a.txt", ContentFile(b"words"))

    for after in ("x", "~", "2026-01-01~x", "x~00000000-0000-0000-0000-000000000000"):
        assert len(library_page(scope, LibraryQuery(), after=after).documents) == 1


def test_moved_documents_are_found_in_their_new_collection(scope: Scope) -> None:
    old, new = create_collection(scope, "old"), create_collection(scope, "new")
    moved = add_file(scope, "a.txt", ContentFile(b"the quixotic ship"), collection_id=old)
    stays = add_file(scope, "b.txt", ContentFile(b"another quixotic ship"), collection_id=old)
    drain_jobs()

    assert move_documents(scope, [moved.id], new) == 1

    for collection, document in ((old, stays), (new, moved)):
        only = Filters(collection_ids=frozenset({collection}))
        assert [hit.document_id for hit in search(scope, "quixotic", filters=only)] == [document.id]
    assert contents_of(scope, new).documents == 1
    move_documents(scope, [moved.id], None)
    assert documents_by_id(scope, [moved.id])[0].collection_id is None


def test_nothing_of_another_tenant_is_moved_or_moved_to(scope: Scope, other_scope: Scope) -> None:
    mine = add_file(scope, "a.txt", ContentFile(b"words"))
    theirs = create_collection(other_scope, "theirs")

    with pytest.raises(CollectionNotFound):
        move_documents(scope, [mine.id], theirs)
    assert move_documents(other_scope, [mine.id], theirs) == 0
    assert Document.objects.in_scope(scope).get().collection_id is None
    assert documents_by_id(other_scope, [mine.id]) == []
