"""After the fire: what was accepted is done, once."""

from typing import Any

import httpx
import psycopg

from tests.product import wait_until
from tests.soak.fire import Load, Target

PATIENCE = 600.0
WORKING = """
    SELECT count(*) FROM jobs_job WHERE state IN ('queued', 'running')
"""
GIVEN_UP = "SELECT id::text FROM jobs_job WHERE state IN ('failed', 'dead')"
FOUND = """
    SELECT (SELECT count(*) FROM documents_document),
           (SELECT count(DISTINCT filename) FROM documents_document),
           (SELECT count(*) FROM documents_document WHERE status <> 'completed'),
           (SELECT count(*) FROM documents_passage) - (SELECT count(*) FROM retrieval_entry e
             WHERE EXISTS (SELECT FROM documents_passage p WHERE p.id = e.item_id)),
           (SELECT count(DISTINCT document_passages.count) FROM (
             SELECT count(*) FROM documents_passage GROUP BY document_id) document_passages)
"""
EPISODES = "SELECT content FROM memory_episode ORDER BY created_at, id"
TRIED_AGAIN = "SELECT content FROM memory_inboxmessage WHERE attempts > 1"
"""Messages that failed when their database was cut off: they stop nobody, so others go first."""
UNFINISHED = "SELECT count(*) FROM extractions WHERE status = 'in_progress'"


def check_settled(on: Target, load: Load) -> dict[str, Any]:
    """Wait for the end of all work, let a person try again what was given up, and count."""
    with on.database() as database:
        wait_until(lambda: _count(database, WORKING) == 0, PATIENCE)
        retried = _try_again(on, database)
        wait_until(lambda: _count(database, WORKING) == 0, PATIENCE)
        with psycopg.connect(database) as connection:
            [found] = connection.execute(FOUND).fetchall()
            episodes = [row[0] for row in connection.execute(EPISODES)]
            late = {row[0] for row in connection.execute(TRIED_AGAIN)}
        unfinished = _count(database, UNFINISHED)
    documents, names, unread, unindexed, sizes = found
    assert load.wrong == []
    assert documents == names, "a file was taken in twice"
    assert len(load.documents) <= documents
    assert documents <= len(load.documents) + load.counts["uploads in doubt"]
    assert (unread, unindexed) == (0, 0)
    assert sizes <= 1, "documents of one length have different numbers of passages"
    told = [content.split(": ", 1)[1] for content in episodes]
    assert sorted(told) == sorted(load.messages), "messages were lost or doubled"
    assert [each for each in told if each not in late] == [
        each for each in load.messages if each not in late
    ], "messages were overtaken"
    assert unfinished == 0
    return {
        "documents": documents,
        "messages": len(told),
        "extractions": len(load.extractions),
        "retried by hand": retried,
        **load.counts,
    }


def _try_again(on: Target, database: str) -> int:
    """A job that saw its worker die three times waits for a person: here is one."""
    with psycopg.connect(database) as connection:
        given_up = [row[0] for row in connection.execute(GIVEN_UP)]
    reach = {"Authorization": f"Bearer {on.key}"}
    with httpx.Client(base_url=on.url, headers=reach, timeout=60) as client:
        return sum(client.post(f"/api/jobs/{job}/retry").is_success for job in given_up)


def _count(database: str, statement: str) -> int:
    with psycopg.connect(database) as connection:
        row = connection.execute(statement).fetchone()
    assert row
    return int(row[0])
