"""Counts stay right whatever happens at the same time, and nothing is left behind."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, connections, transaction

from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import InvalidRequest
from pramana.retrieval import tasks
from pramana.retrieval.contracts import Embeddings
from pramana.retrieval.postgres import entries
from pramana.retrieval.services import index_entries, remove_entries, set_vectors, settle_counts
from pramana.tenancy.models import Tenant
from tests.retrieval.conftest import SPACE, counted, entry, found, put, recounted, rows_in

pytestmark = pytest.mark.usefixtures("words_only")

TABLES = ("entry", "term", "termchange", "vector")


def test_counts_follow_what_is_indexed_replaced_and_removed(scope):
    first, second = put(scope, "tender council council", "tender budget")
    assert counted(scope) == recounted(scope)
    assert counted(scope)[SPACE, "tender"] == 2 and counted(scope)[SPACE, ""] == 2
    index_entries(scope, [entry("roads", item_id=first.item_id)])
    assert counted(scope) == recounted(scope)
    remove_entries(scope, SPACE, parent_ids=[second.parent_id])
    settle_counts(scope)
    assert counted(scope) == recounted(scope) == {(SPACE, ""): 1, (SPACE, "road"): 1}


def test_settling_changes_no_count_and_forgets_only_what_is_nowhere(scope):
    put(scope, "tender council", "tender")
    before = counted(scope)
    settle_counts(scope)
    settle_counts(scope)
    assert counted(scope) == before
    assert rows_in("retrieval_termchange", scope) == 0


def test_removing_a_parent_a_collection_or_everything_leaves_no_trace(transactional_db, scope):
    collection = uuid4()
    kept, gone = put(scope, "kept", "unspeakable")
    [collected] = put(scope, "unmentionable", collection_id=collection)
    set_vectors(
        scope,
        SPACE,
        Embeddings("m", 2, {each.item_id: [1.0, 0.0] for each in (kept, gone, collected)}),
    )
    assert remove_entries(scope, parent_ids=[gone.parent_id]) == 1
    assert remove_entries(scope, SPACE, collection_id=collection) == 1
    drain_jobs()
    assert counted(scope) == recounted(scope) == {(SPACE, ""): 1, (SPACE, "kept"): 1}
    assert rows_in("retrieval_vector", scope) == 1
    assert rows_in("retrieval_term", scope) == 2  # "kept", and the word for every entry
    assert remove_entries(scope, everything=True) == 1
    drain_jobs()
    assert {table: rows_in(f"retrieval_{table}", scope) for table in TABLES} == dict.fromkeys(
        TABLES, 0
    )


def test_a_forgotten_argument_does_not_empty_the_index(scope):
    [kept] = put(scope, "kept")
    with pytest.raises(InvalidRequest):
        remove_entries(scope, SPACE)
    with pytest.raises(InvalidRequest):
        remove_entries(scope, SPACE, parent_ids=[kept.parent_id], everything=True)
    assert remove_entries(scope, SPACE, parent_ids=[]) == 0
    assert found(scope, "kept") == [kept.item_id]


def test_a_change_that_is_rolled_back_counts_for_nothing(transactional_db, scope):
    put(scope, "kept")
    with transaction.atomic():
        put(scope, "kept and undone")
        remove_entries(scope, everything=True)
        transaction.set_rollback(True)
    assert counted(scope) == recounted(scope)
    assert counted(scope)[SPACE, "kept"] == 1


def test_words_are_not_forgotten_under_someone_who_is_about_to_use_them(transactional_db, scope):
    [gone] = put(scope, "shared")
    remove_entries(scope, parent_ids=[gone.parent_id])
    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            [kept] = put(scope, "shared again")
            settling = other.submit(_settle, scope)
            _until_someone_waits()
        settling.result(timeout=60)
    assert found(scope, "shared") == [kept.item_id]
    assert counted(scope) == recounted(scope)


def test_a_word_of_a_removed_document_cannot_be_read_although_others_are_indexing(
    transactional_db, scope
):
    [gone] = put(scope, "unspeakable")
    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            put(scope, "ordinary")
            other.submit(_removed, scope, gone.parent_id).result(timeout=60)
            settling = other.submit(_drained)
            _until_someone_waits()
        settling.result(timeout=60)
    assert rows_in("retrieval_term", scope) == 2  # "ordinari", and the word for every entry


def test_what_could_not_be_forgotten_in_time_is_forgotten_by_the_clock(
    transactional_db, scope, monkeypatch
):
    monkeypatch.setattr(entries, "WITHIN_S", 0.1)
    [gone] = put(scope, "unspeakable")
    remove_entries(scope, parent_ids=[gone.parent_id])
    with ThreadPoolExecutor(1) as other, transaction.atomic():
        put(scope, "ordinary")
        with pytest.raises(OperationalError):
            other.submit(_settle, scope).result(timeout=60)
        other.submit(_swept).result(timeout=60)  # the clock meets the same trouble, and goes on
    assert rows_in("retrieval_term", scope) == 3
    tasks.settle_all()
    assert rows_in("retrieval_term", scope) == 2


def test_words_of_an_earlier_version_are_forgotten_too(transactional_db, scope):
    [old] = put(scope, "unspeakable")
    index_entries(scope, [entry("ordinary", item_id=old.item_id)])
    drain_jobs()
    assert counted(scope).keys() == {(SPACE, ""), (SPACE, "ordinari")}
    assert rows_in("retrieval_term", scope) == 2


def _until_someone_waits():
    """Until a session waits for the lock that whoever indexes holds."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database"
                " WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted"
            )
            if cursor.rowcount:
                return
        time.sleep(0.01)
    raise AssertionError("nobody came to wait")


def _closing(act):
    @wraps(act)
    def closing(*given):
        try:
            return act(*given)
        finally:
            connections.close_all()

    return closing


@_closing
def _settle(scope):
    settle_counts(scope)


@_closing
def _removed(scope, parent_id):
    remove_entries(scope, parent_ids=[parent_id])


@_closing
def _drained():
    drain_jobs()


@_closing
def _swept():
    tasks.settle_all()


WORDS = [f"w{number}" for number in range(40)]


def _churn(scope, seed):
    """One of several writers: documents come, are read again, get vectors and go."""
    chance = random.Random(seed)
    mine = []
    for _ in range(12):
        if mine and chance.random() < 0.4:
            remove_entries(scope, SPACE, parent_ids=[mine.pop(chance.randrange(len(mine)))])
        else:
            parent = uuid4()
            entries = [
                entry(" ".join(chance.choices(WORDS, k=12)), parent_id=parent)
                for _ in range(chance.randrange(1, 5))
            ]
            index_entries(scope, entries)
            if chance.random() < 0.5:
                index_entries(scope, entries[:1])
            vectors = {each.item_id: [1.0, 0.0] for each in entries}
            set_vectors(scope, SPACE, Embeddings("m", 2, vectors))
            mine.append(parent)
        if chance.random() < 0.3:
            settle_counts(scope)
    connections.close_all()


def test_parallel_ingest_and_delete_leave_the_counts_right(transactional_db, scope):
    with ThreadPoolExecutor(6) as writers:
        for done in [writers.submit(_churn, scope, seed) for seed in range(6)]:
            done.result(timeout=240)  # a deadlock would raise here
    assert counted(scope) == recounted(scope)
    settle_counts(scope)
    assert counted(scope) == recounted(scope)
    assert set(counted(scope)) == {(SPACE, word) for _, word in recounted(scope)}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM retrieval_vector vector LEFT JOIN retrieval_entry entry"
            " ON entry.id = vector.entry_id WHERE entry.id IS NULL"
        )
        assert cursor.fetchone()[0] == 0


def test_vectors_set_while_their_document_is_removed_neither_stay_nor_get_in_the_way(
    transactional_db, scope
):
    entries = put(scope, *[f"text {n}" for n in range(30)], parent_id=uuid4())
    vectors = Embeddings("m", 2, {each.item_id: [1.0, 0.0] for each in entries})

    def set_some():
        try:
            return [set_vectors(scope, SPACE, vectors) for _ in range(10)]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as others:
        setting = [others.submit(set_some) for _ in range(2)]
        remove_entries(scope, SPACE, parent_ids=[entries[0].parent_id])
        assert all(each in (0, 30) for one in setting for each in one.result(timeout=120))
    assert rows_in("retrieval_vector", scope) == 0


def test_a_tenant_that_is_deleted_takes_its_index_along(scope, other_scope):
    for each in (scope, other_scope):
        [one] = put(each, "tender")
        set_vectors(each, SPACE, Embeddings("m", 2, {one.item_id: [1.0, 0.0]}))
    Tenant.objects.filter(pk=scope.tenant_id).delete()
    assert {table: rows_in(f"retrieval_{table}", scope) for table in TABLES} == dict.fromkeys(
        TABLES, 0
    )
    assert len(found(other_scope, "tender")) == 1
