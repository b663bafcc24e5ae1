"""After the fire: what was accepted is done, once."""

from contextlib import AbstractContextManager
from typing import Any, Protocol

import httpx
import psycopg

from tests.soak.load import Load, Place
from tests.waiting import wait_until

PATIENCE = 600.0
Message = tuple[str, str]
"""Group and words."""
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
EPISODES = "SELECT group_id, content FROM memory_episode ORDER BY created_at, id"
OF_JOBS = "SELECT group_id, content FROM memory_inboxmessage WHERE job_id = ANY(%s::uuid[])"
"""Messages that were given up wait for a person and stop nobody, so others go first. Asked before
they are tried again: once read, a message is kept as an episode and no longer here."""
UNFINISHED = "SELECT count(*) FROM extractions WHERE status = 'in_progress'"


class Settling(Place, Protocol):
    """A product whose rows can be looked at."""

    def database(self) -> AbstractContextManager[str]: ...


def check_settled(on: Settling, load: Load, *, in_order: bool = True) -> dict[str, Any]:
    """Wait for the end of all work, let a person try again what was given up, and count."""
    with on.database() as database:
        wait_until(lambda: _count(database, WORKING) == 0, PATIENCE)
        given_up, late = _try_again(on, database)
        wait_until(lambda: _count(database, WORKING) == 0, PATIENCE)
        with psycopg.connect(database) as connection:
            [found] = connection.execute(FOUND).fetchall()
            episodes = connection.execute(EPISODES).fetchall()
        unfinished = _count(database, UNFINISHED)
    documents, names, unread, unindexed, sizes = found
    assert load.wrong == [], load.wrong
    assert documents == names, "a file was taken in twice"
    assert len(load.documents) <= documents
    assert documents <= len(load.documents) + load.counts["uploads in doubt"]
    assert (unread, unindexed) == (0, 0)
    assert sizes <= 1, "documents of one length have different numbers of passages"
    check_once(load, episodes)
    if in_order:
        check_order(load, episodes, late)
    assert unfinished == 0
    return {
        "documents": documents,
        "messages": len(episodes),
        "extractions": len(load.extractions),
        "tried again by hand": len(given_up),
        "messages among them": len(late),
        **load.counts,
    }


def check_once(load: Load, episodes: list[Message]) -> None:
    sent = [(group, content) for group, all_of in load.messages.items() for content in all_of]
    assert sorted(_told(episodes)) == sorted(sent), "messages were lost or doubled"


def check_order(load: Load, episodes: list[Message], late: set[Message]) -> None:
    """Those of a group in the order in which they were accepted."""
    for group, accepted in load.messages.items():
        told = [each for each in _told(episodes) if each[0] == group and each not in late]
        sent = [(group, each) for each in accepted if (group, each) not in late]
        assert told == sent, f"messages of {group} were overtaken"


def _told(episodes: list[Message]) -> list[Message]:
    """Without who said it."""
    return [(group, content.split(": ", 1)[1]) for group, content in episodes]


def _try_again(on: Settling, database: str) -> tuple[list[str], set[Message]]:
    """A job that saw its worker die three times waits for a person: here is one."""
    with psycopg.connect(database) as connection:
        given_up = [row[0] for row in connection.execute(GIVEN_UP)]
        late = set(connection.execute(OF_JOBS, [given_up]).fetchall())
    reach = {"Authorization": f"Bearer {on.key}"}
    with httpx.Client(base_url=on.urls[0], headers=reach, timeout=60) as client:
        for job in given_up:
            answer = client.post(f"/api/jobs/{job}/retry")
            assert answer.is_success, answer.text
    return given_up, late


def _count(database: str, statement: str) -> int:
    with psycopg.connect(database) as connection:
        row = connection.execute(statement).fetchone()
    assert row
    return int(row[0])
