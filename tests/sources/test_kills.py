"""Workers that are killed in the middle of a sync: nothing is lost, nothing is there twice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from uuid import UUID

import psycopg
import pytest

from pramana.documents.models import Document
from pramana.documents.search import search
from pramana.jobs.models import Job
from pramana.kit.scope import Scope
from pramana.sources.contracts import (
    BucketSettings,
    FeedSettings,
    FolderSettings,
    ItemState,
    MailboxSettings,
    SourceKind,
    SyncCounts,
    SyncStatus,
)
from pramana.sources.models import FollowedItem
from pramana.sources.selectors import get_followed_source
from pramana.sources.services import follow_source, start_sync
from pramana.tenancy.models import Tenant
from tests.jobs.processes import worker_process
from tests.settings import change
from tests.sources.following import Followed
from tests.sources.imap_server import PASSWORD, USER, Mailbox, letter, running
from tests.sources.test_bucket import BUCKET, filled_bucket, put, serving_buckets, settings_of
from tests.sources.test_feed import serving_feed
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE_S = 180.0
WAITS = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE %s = ANY (pg_blocking_pids(pid)))"
ITEMS = "LOCK TABLE sources_followeditem IN SHARE MODE"
ITEM = "SELECT FROM sources_followeditem WHERE id = %s FOR UPDATE"
DOCUMENT = "SELECT FROM documents_document WHERE id = %s FOR UPDATE"


class Gate:
    """Someone stops here until it is opened."""

    def __init__(self) -> None:
        self.reached, self.opened = Event(), Event()

    def stop(self) -> None:
        self.reached.set()
        self.opened.wait(PATIENCE_S)


@contextmanager
def locking(url: str, statement: str, *values: object) -> Iterator[Callable[[], bool]]:
    """Hold what this locks; says whether someone is in the middle of a transaction for it."""
    with psycopg.connect(url) as holder, psycopg.connect(url, autocommit=True) as watcher:
        holder.execute(statement, values)
        yield lambda: bool(watcher.execute(WAITS, (holder.info.backend_pid,)).fetchone()[0])
        holder.rollback()


def wait_for_sync(scope: Scope, source_id: UUID) -> Followed:
    """The source, once it and all its documents were read."""

    def is_done() -> bool:
        return not Job.objects.in_scope(scope).exclude(state="done").exists()

    wait_until(is_done, PATIENCE_S)
    followed = Followed(scope, get_followed_source(scope, source_id))
    assert (followed.source.status, followed.source.error) == (SyncStatus.COMPLETED, "")
    return followed


@pytest.fixture
def mailbox(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mailbox]:
    with running(Mailbox()) as started:
        change(settings, fetch_allow=(started.host,))
        monkeypatch.setenv("PRAMANA_FETCH_ALLOW", started.host)
        monkeypatch.setenv("PRAMANA_EMBEDDINGS", "none")
        for number in range(1, 6):
            started.put(letter(f"Letter {number}", f"Ward {number} draws water on Tuesdays."))
        plan = ("plan.txt", b"The bridge at Gairigaun has three spans.")
        started.put(letter("The plan", "The plan is attached.", plan))
        yield started


def test_a_first_sync_outlives_two_workers(
    scope: Scope, collection_id: UUID, database_url: str, mailbox: Mailbox
) -> None:
    """One dies while a message comes in, one while the message and its row are stored."""
    place = {"host": "127.0.0.1", "port": mailbox.port, "user": USER}
    described = MailboxSettings(kind=SourceKind.MAILBOX, **place)
    source_id = follow_source(
        scope, "Mail", described, secret=PASSWORD, collection_id=collection_id
    ).id
    rows, gates = FollowedItem.objects.in_scope(scope), (Gate(), Gate())
    mailbox.before_sending = lambda uid: gates[0].stop() if uid == 3 else None
    with worker_process(database_url) as worker:
        wait_until(gates[0].reached.is_set, PATIENCE_S)
        worker.kill()
        gates[0].opened.set()
        assert rows.count() == 2

        mailbox.before_sending = lambda uid: gates[1].stop() if uid == 3 else None
        worker.start_again()
        wait_until(gates[1].reached.is_set, PATIENCE_S)
        with locking(database_url, ITEMS) as is_waited_for:
            gates[1].opened.set()
            wait_until(is_waited_for, PATIENCE_S)
            worker.kill()
        assert rows.count() == 2

        mailbox.before_sending = lambda _: None
        worker.start_again()
        followed = wait_for_sync(scope, source_id)

    assert followed.source.counts == SyncCounts(added=4, unchanged=2)
    letters = {f"Letter {number}.eml" for number in range(1, 6)}
    assert set(followed.documents) == {*letters, "The plan.eml", "plan.txt"}
    assert Document.objects.with_trash(scope).count() == 7
    assert followed.sync() == SyncCounts(unchanged=6)


def test_a_later_sync_outlives_two_workers(
    scope: Scope, collection_id: UUID, database_url: str, tmp_path: Path, settings, monkeypatch
) -> None:
    """One dies while a changed file is stored, one while a deleted one goes to the trash."""
    folder = tmp_path / "papers"
    folder.mkdir()
    opened = f"{Tenant.objects.get(pk=scope.tenant_id).slug}:{folder}"
    change(settings, watch_folders=(opened,))
    monkeypatch.setenv("PRAMANA_WATCH_FOLDERS", opened)
    monkeypatch.setenv("PRAMANA_EMBEDDINGS", "none")
    for name in ("old", "road", "school", "well"):
        (folder / f"{name}.txt").write_text(f"The {name} was measured in spring.")
    described = FolderSettings(kind=SourceKind.FOLDER, path=str(folder))
    added = follow_source(scope, "Papers", described, collection_id=collection_id)
    before = Followed(scope, added).document_ids()

    (folder / "new.txt").write_text("The mill was built in summer.")
    (folder / "old.txt").rename(folder / "renamed.txt")
    (folder / "school.txt").unlink()
    (folder / "well.txt").write_text("The well is sixty metres deep.")
    start_sync(scope, added.id)
    row = FollowedItem.objects.in_scope(scope).get(key="well.txt")
    places = ((ITEM, row.id), (DOCUMENT, before["school.txt"]))
    with worker_process(database_url) as worker:
        for statement, key in places:
            with locking(database_url, statement, key) as is_waited_for:
                wait_until(is_waited_for, PATIENCE_S)
                worker.kill()
            worker.start_again()
        followed = wait_for_sync(scope, added.id)

    after = followed.document_ids()
    assert set(after) == {"new.txt", "renamed.txt", "road.txt", "well.txt"}
    assert (after["renamed.txt"], after["well.txt"]) == (before["old.txt"], before["well.txt"])
    assert [item.name for item in followed.items(ItemState.DELETED)] == ["school.txt"]
    assert Document.objects.with_trash(scope).count() == 5
    assert "sixty" in search(scope, "how deep is the well")[0].text
    assert followed.sync() == SyncCounts(unchanged=4)


@dataclass(frozen=True)
class ServedPlace:
    """A place on a server: two things that are there at first, then one changed, one deleted."""

    settings: BucketSettings | FeedSettings
    change: Callable[[], None]
    changed: str
    """What the changed one is called by the place, and the words it then has."""
    words: str
    deleted: str
    """The file name of the deleted one, as a document."""


@contextmanager
def feed_place() -> Iterator[tuple[str, ServedPlace]]:
    with serving_feed() as feed:

        def change_both() -> None:
            feed.write("tender", "The tender was closed early, on Wednesday. ")
            feed.delete_budget(at="2026-03-04T10:00:00Z")

        settings = FeedSettings(kind=SourceKind.FEED, url=f"{feed.url}/feed")
        place = ServedPlace(settings, change_both, "id-tender", "Wednesday", "budget")
        yield f"127.0.0.1:{feed.server_port}", place


@contextmanager
def bucket_place() -> Iterator[tuple[str, ServedPlace]]:
    with serving_buckets() as server, filled_bucket(server) as objects:

        def change_both() -> None:
            put(objects, "in/new.txt", "The mill was built in summer.")
            put(objects, "in/well.txt", "The well at Bhorle was closed on Wednesday.")
            objects.delete_object(Bucket=BUCKET, Key="in/2081/सडक.txt")

        place = ServedPlace(settings_of(server), change_both, "in/well.txt", "Wednesday", "सडक.txt")
        yield server, place


@pytest.mark.parametrize("served", [feed_place, bucket_place])
def test_syncs_with_a_server_outlive_three_workers(
    scope: Scope, collection_id: UUID, database_url: str, settings, monkeypatch, served
) -> None:
    """One dies while a first item is stored, one while a changed one is, one while one goes."""
    monkeypatch.setenv("PRAMANA_EMBEDDINGS", "none")
    with served() as (address, place), worker_process(database_url) as worker:
        worker.kill()
        change(settings, fetch_allow=(address,))
        monkeypatch.setenv("PRAMANA_FETCH_ALLOW", address)

        def kill_within(statement: str, *values: object) -> None:
            with locking(database_url, statement, *values) as is_waited_for:
                worker.start_again()
                wait_until(is_waited_for, PATIENCE_S)
                worker.kill()

        def finish() -> Followed:
            worker.start_again()
            done = wait_for_sync(scope, source_id)
            worker.kill()
            return done

        source_id = follow_source(
            scope, "Served", place.settings, secret="test", collection_id=collection_id
        ).id
        kill_within(ITEMS)
        assert not FollowedItem.objects.in_scope(scope).exists()
        followed = finish()
        assert followed.source.counts == SyncCounts(added=2)
        before = followed.document_ids()

        place.change()
        start_sync(scope, source_id)
        row = FollowedItem.objects.in_scope(scope).get(key=place.changed)
        kill_within(ITEM, row.id)
        [gone] = [id_ for name, id_ in before.items() if place.deleted in name]
        kill_within(DOCUMENT, gone)
        followed = finish()

        after = set(followed.document_ids().values())
        assert len(after) == 2 and after & set(before.values()) == set(before.values()) - {gone}
        assert len(followed.items(ItemState.DELETED)) == 1
        assert Document.objects.with_trash(scope).count() == 3
        assert place.words in search(scope, place.words)[0].text
        assert followed.sync() == SyncCounts(unchanged=2)
