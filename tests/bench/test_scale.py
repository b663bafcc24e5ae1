"""The bench of scale: its rows are those that the product writes, and search finds them."""

import pytest

from bench._scale_passages import made_words, make_batches
from bench._scale_rows import DIMENSION, Tenant
from bench.scale import measure_sizes
from pramana.documents.contracts import PASSAGES
from pramana.documents.models import Document, Passage
from pramana.documents.selectors import get_passages
from pramana.documents.services.reading import index_passages
from pramana.retrieval.models import EntryVector, IndexedEntry, Term
from pramana.retrieval.services import settle_counts


def test_the_same_number_makes_the_same_passage() -> None:
    first, again = (next(make_batches(1, 0, 20, 500, 8)) for _ in range(2))

    assert first.texts == again.texts
    assert first.ids == again.ids
    assert len(set(first.texts)) == len(first.texts) == 20


def test_frequent_words_come_first() -> None:
    batch = next(make_batches(1, 0, 200, 500, 8))
    text = " ".join(batch.texts).split()
    words = made_words(500)

    assert text.count(words[0]) > text.count(words[50]) > text.count(words[450])


def test_its_rows_are_those_that_indexing_writes(scope) -> None:
    tenant = Tenant(1, scope)
    tenant.grow(20)
    fields = ("item_id", "parent_id", "collection_id", "url", "path", "section", "kind", "language")
    made = _entries(scope, fields)
    counted = _counted_words(scope)

    for row in Document.objects.in_scope(scope):
        index_passages(scope, row, list(Passage.objects.in_scope(scope).filter(document=row)))

    settle_counts(scope)
    indexed = _entries(scope, fields)
    assert made.keys() == indexed.keys()
    assert all(made[each] == pytest.approx(indexed[each], rel=1e-4) for each in made)
    assert counted == _counted_words(scope)
    assert len(get_passages(scope, [item for item, *_ in made])) == 20


def _entries(scope, fields):
    """The weights of the words of each entry."""
    rows = IndexedEntry.objects.in_scope(scope).filter(space=PASSAGES)
    assert all(row.terms == [number + 1 for number in row.weights.indices()] for row in rows)
    return {
        tuple(getattr(row, name) for name in fields): dict(
            zip(row.terms, row.weights.values(), strict=True)
        )
        for row in rows
    }


def _counted_words(scope):
    return dict(Term.objects.in_scope(scope).values_list("term", "entries"))


def test_vectors_belong_to_their_entries(scope) -> None:
    Tenant(1, scope).grow(20)

    entries = set(IndexedEntry.objects.in_scope(scope).values_list("id", flat=True))
    vectors = EntryVector.objects.in_scope(scope)
    assert {each.entry_id for each in vectors} == entries
    assert {len(each.vector) for each in vectors} == {DIMENSION}


def test_a_small_library_is_measured_at_both_sizes(transactional_db) -> None:
    figures = measure_sizes([120, 240], tenants=3, questions=2)

    assert set(figures["ms"]) == {120, 240}
    assert figures["ms"][120].keys() == figures["growth"].keys()
    assert all(each["cpu_p50"] > 0 for each in figures["ms"][240].values())
