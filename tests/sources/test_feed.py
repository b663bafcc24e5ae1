"""A feed's day: new, changed and vanished entries, tombstones, a server that is away."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest

from pramana.documents.contracts import DocumentView
from pramana.documents.services import add_source
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.sources.contracts import FeedSettings, ItemState, SourceKind, SyncCounts
from pramana.sources.errors import BadSource
from pramana.sources.services import follow_source
from tests.documents.test_web_sources import Site
from tests.settings import change
from tests.sources.following import Followed

pytestmark = pytest.mark.django_db

ENTRY = (
    "<item><guid>{guid}</guid><title>{title}</title><link>{link}</link>"
    "<pubDate>{at}</pubDate></item>"
)
ATOM = (
    "<feed xmlns='http://www.w3.org/2005/Atom' "
    "xmlns:at='http://purl.org/atompub/tombstones/1.0'><title>News</title>{entries}</feed>"
)


class Feed(Site):
    """A site whose feed lists some of its pages."""

    def publish(self, *names: str, at: str = "Mon, 02 Mar 2026 09:00:00 GMT") -> None:
        entries = [
            ENTRY.format(guid=f"id-{name}", title=name.title(), link=f"{self.url}/{name}", at=at)
            for name in names
        ]
        rss = f"<rss version='2.0'><channel>{''.join(entries)}</channel></rss>"
        self.bytes["/feed"] = ("application/rss+xml", rss.encode())

    def write(self, name: str, words: str) -> None:
        self.put(f"/{name}", name.title(), words * 3)

    def delete_budget(self, at: str = "") -> None:
        """The same feed as Atom: one entry is new, one changed `at` that time, one deleted."""
        changed = f"<updated>{at}</updated>" if at else ""
        entries = (
            f"<entry><id>id-tender</id><title>Tender</title>{changed}"
            f"<link href='{self.url}/tender'/></entry>"
            "<entry><id>note</id><title>A note</title><content type='html'>"
            "&lt;p&gt;The office is closed tomorrow for the feast.&lt;/p&gt;</content></entry>"
            "<at:deleted-entry ref='id-budget' when='2026-03-05T00:00:00Z'/>"
        )
        content = ATOM.format(entries=entries).encode()
        self.bytes["/feed"] = ("application/atom+xml", content)


@contextmanager
def serving_feed() -> Iterator[Feed]:
    """A feed with two entries."""
    server = Feed()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    server.write("tender", "A tender for the bridge was opened on Monday. ")
    server.write("budget", "The council passed its budget in the evening. ")
    server.publish("tender", "budget")
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def feed(settings) -> Iterator[Feed]:
    with serving_feed() as server:
        change(settings, fetch_allow=(f"127.0.0.1:{server.server_port}",))
        yield server


@pytest.fixture
def followed(scope: Scope, feed: Feed, collection_id: UUID) -> Followed:
    settings = FeedSettings(kind=SourceKind.FEED, url=f"{feed.url}/feed")
    return Followed(scope, follow_source(scope, "News", settings, collection_id=collection_id))


def titles(followed: Followed) -> set[str]:
    return {document.title for document in followed.documents.values()}


def test_the_pages_of_entries_become_documents(followed: Followed, feed: Feed) -> None:
    assert followed.source.counts == SyncCounts(added=2)
    assert titles(followed) == {"Tender", "Budget"}
    assert {each.source_url for each in followed.documents.values()} == {
        f"{feed.url}/tender",
        f"{feed.url}/budget",
    }


def test_a_day_of_a_feed(followed: Followed, feed: Feed) -> None:
    asked = len(feed.asked)
    assert followed.sync() == SyncCounts(unchanged=2)
    assert feed.asked[asked:] in (["/feed"], ["/robots.txt", "/feed"]), "no page is fetched again"

    feed.write("school", "The school got a new roof before the rain. ")
    feed.publish("school", "tender")
    assert followed.sync() == SyncCounts(added=1, unchanged=1)
    assert titles(followed) == {"Tender", "Budget", "School"}, "an entry that left the feed stays"

    before = followed.document_ids()
    feed.write("tender", "The tender was closed early, on Wednesday. ")
    feed.publish("school", "tender", at="Wed, 04 Mar 2026 10:00:00 GMT")
    assert followed.sync() == SyncCounts(changed=1, unchanged=1)
    assert followed.document_ids() == before


def test_a_renamed_entry_stays_one_document(followed: Followed, feed: Feed) -> None:
    def publish(guid: str, title: str, page: str) -> SyncCounts:
        entry = ENTRY.format(guid=guid, title=title, link=f"{feed.url}/{page}", at="")
        content = f"<rss version='2.0'><channel>{entry}</channel></rss>".encode()
        feed.bytes["/feed"] = ("application/rss+xml", content)
        return followed.sync()

    def tender() -> DocumentView:
        [found] = [each for each in followed.documents.values() if each.id == before]
        return found

    [before] = [each.id for each in followed.documents.values() if each.title == "Tender"]

    assert publish("id-tender", "Tender withdrawn", "tender") == SyncCounts(renamed=1)
    assert tender().title == "Tender withdrawn" and len(followed.documents) == 2

    feed.pages["/moved"] = feed.pages["/tender"]
    assert publish("id-tender", "Tender withdrawn", "moved") == SyncCounts(renamed=1)
    assert tender().source_url == f"{feed.url}/moved"

    assert publish("another-id", "Tender withdrawn", "moved") == SyncCounts(unchanged=1)
    assert len(followed.documents) == 2, "the same page under another id is not taken twice"


def test_a_page_that_is_gone_is_named_and_tried_again(followed: Followed, feed: Feed) -> None:
    feed.publish("tender", "lost")
    assert followed.sync() == SyncCounts(failed=1, unchanged=1)
    [failed] = followed.items(ItemState.FAILED)
    assert failed.name == "Lost" and "404" in failed.error

    feed.write("lost", "It was found again behind the office. ")
    assert followed.sync() == SyncCounts(added=1, unchanged=1)


def test_atom_entries_and_deletions(followed: Followed, feed: Feed) -> None:
    feed.delete_budget()
    counts = followed.sync()

    assert (counts.added, counts.deleted) == (1, 1)
    assert "Budget" not in titles(followed) and "A note" in titles(followed)


def test_a_server_that_is_away_or_broken_changes_nothing(followed: Followed, feed: Feed) -> None:
    good = feed.bytes.pop("/feed")
    assert "404" in followed.fail()
    feed.bytes["/feed"] = ("application/rss+xml", good[1][:60])
    assert "not an RSS or Atom feed" in followed.fail()
    assert titles(followed) == {"Tender", "Budget"}

    feed.bytes["/feed"] = good
    assert followed.sync() == SyncCounts(unchanged=2)


def test_a_page_that_is_in_the_library_already_is_left_to_its_source(
    scope: Scope, feed: Feed, collection_id: UUID
) -> None:
    add_source(scope, f"{feed.url}/tender", whole_site=False)
    drain_jobs()
    settings = FeedSettings(kind=SourceKind.FEED, url=f"{feed.url}/feed")
    source = follow_source(scope, "News", settings, collection_id=collection_id)
    followed = Followed(scope, source)

    assert followed.source.counts == SyncCounts(added=1, unchanged=1)
    assert len(followed.items(ItemState.KNOWN)) == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"<html></html>", b"no xml", b"<!DOCTYPE a [<!ENTITY b 'c'>]><rss>&b;</rss>"],
)
def test_what_is_no_feed_is_refused(
    scope: Scope, feed: Feed, collection_id: UUID, content: bytes
) -> None:
    feed.bytes["/other"] = ("text/xml", content)
    settings = FeedSettings(kind=SourceKind.FEED, url=f"{feed.url}/other")
    with pytest.raises(BadSource):
        follow_source(scope, "Other", settings, collection_id=collection_id)
