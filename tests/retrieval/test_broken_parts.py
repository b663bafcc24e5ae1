"""A part of the index that fails costs its share of the ranking, and the hits say so."""

import pytest
from django.db import connection

from pramana.llm.testing.server import vector_of
from pramana.retrieval.contracts import Embeddings, Flag
from pramana.retrieval.errors import SearchUnavailable
from pramana.retrieval.postgres import candidates
from pramana.retrieval.services import set_vectors
from tests.retrieval.conftest import SPACE, find, put

QUESTION = "which tender was cancelled"


@pytest.fixture
def indexed(scope, encoder_server):
    """Two entries with vectors; the second is as near to the question as can be, without a word."""
    words, meaning = put(scope, "the tender was cancelled", "नदी")
    vectors = {words.item_id: vector_of("far away"), meaning.item_id: vector_of(QUESTION)}
    set_vectors(scope, SPACE, Embeddings("openai:one", 8, vectors))
    assert len(find(scope, QUESTION)) == 2
    run("SET CONSTRAINTS ALL IMMEDIATE")  # or PostgreSQL refuses to alter the tables
    return words, meaning


def run(statement):
    """Inside the test's own transaction, so that it is undone with it."""
    with connection.cursor() as cursor:
        cursor.execute(statement)


BROKEN_VECTORS = {
    "no table": "ALTER TABLE retrieval_vector RENAME TO lost_vectors",
    "no column": "ALTER TABLE retrieval_vector RENAME vector TO lost",
    "no right": "REVOKE SELECT ON retrieval_vector FROM CURRENT_USER",
    "another type": "ALTER TABLE retrieval_vector ALTER vector TYPE text",
}
BROKEN_WORDS = {
    "no counts": "ALTER TABLE retrieval_term RENAME TO lost",
    "no changes": "ALTER TABLE retrieval_termchange RENAME TO lost",
    "no weights": "ALTER TABLE retrieval_entry RENAME weights TO lost",
    "no terms": "ALTER TABLE retrieval_entry RENAME terms TO lost",
}


@pytest.mark.parametrize("statement", BROKEN_VECTORS.values(), ids=BROKEN_VECTORS.keys())
def test_without_vectors_words_answer(scope, indexed, statement):
    run(statement)
    [hit] = find(scope, QUESTION)
    assert hit.item_id == indexed[0].item_id and hit.words == ("tender", "cancelled")
    assert hit.flags == {Flag.VECTORS_UNAVAILABLE}
    assert (hit.match, hit.cosine, hit.strength) == ("lexical", None, hit.coverage)


def test_without_vectors_words_that_stand_nowhere_find_nothing(scope, indexed):
    assert find(scope, "elephants")[0].match == "vector"
    run(BROKEN_VECTORS["no table"])
    assert find(scope, "elephants") == []


def test_vectors_that_take_too_long_are_not_waited_for(scope, indexed, monkeypatch):
    monkeypatch.setattr(candidates, "WITHIN_MS", 2_000)
    run("ALTER TABLE retrieval_vector RENAME TO slow")
    run("""
        CREATE FUNCTION wait_long(halfvec) RETURNS halfvec VOLATILE LANGUAGE sql
            AS 'SELECT $1 FROM pg_sleep(60)'
    """)
    run("""
        CREATE VIEW retrieval_vector AS
        SELECT id, tenant_id, entry_id, space, model, wait_long(vector) AS vector FROM slow
    """)
    [hit] = find(scope, QUESTION)
    assert hit.item_id == indexed[0].item_id and hit.flags == {Flag.VECTORS_UNAVAILABLE}


@pytest.mark.parametrize("statement", BROKEN_WORDS.values(), ids=BROKEN_WORDS.keys())
def test_without_words_meaning_answers(scope, indexed, statement):
    run(statement)
    best, *_ = find(scope, QUESTION)
    assert best.item_id == indexed[1].item_id and best.cosine == pytest.approx(1, abs=0.01)
    assert best.flags == {Flag.WORDS_UNAVAILABLE} and best.words == ()
    assert best.match == "vector" and best.strength > 0.3


def test_without_either_search_says_that_it_does_not_answer(scope, indexed):
    run(BROKEN_VECTORS["no table"])
    run(BROKEN_WORDS["no weights"])
    with pytest.raises(SearchUnavailable) as raised:
        find(scope, QUESTION)
    assert raised.value.status == 503 and raised.value.retry_after


def test_without_counts_and_vectors_search_says_so_too(scope, indexed):
    run(BROKEN_VECTORS["no table"])
    run(BROKEN_WORDS["no counts"])
    with pytest.raises(SearchUnavailable):
        find(scope, QUESTION)


def test_a_failure_leaves_the_callers_transaction_as_it_was(scope, indexed):
    run(BROKEN_VECTORS["no table"])
    find(scope, QUESTION)
    run("ALTER TABLE lost_vectors RENAME TO retrieval_vector")
    assert all(hit.cosine is not None for hit in find(scope, QUESTION))


def test_another_tenants_entries_are_not_found_by_the_leg_that_is_left(scope, other_scope, indexed):
    run(BROKEN_WORDS["no weights"])
    assert find(other_scope, QUESTION) == []
    run("ALTER TABLE retrieval_entry RENAME lost TO weights")
    run(BROKEN_VECTORS["no table"])
    assert find(other_scope, QUESTION) == []
