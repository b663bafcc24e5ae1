"""A mailbox on a real IMAP server, pymap: its day, and what we leave as it was."""

import imaplib
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import pytest

from pramana.kit.scope import Scope
from pramana.sources.contracts import MailboxSettings, SourceKind, SyncCounts
from pramana.sources.services import follow_source
from tests.api.server import free_port
from tests.documents.fetching.server import PUBLIC, Internet, Served
from tests.settings import change
from tests.sources.conftest import MAIL_HOST
from tests.sources.following import Followed
from tests.sources.imap_server import PASSWORD, letter
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db, pytest.mark.starts]
USER, FOLDER = "clerk", "Papers"


@contextmanager
def mail_server(
    port: int, password: str = PASSWORD, certificate: Path | None = None
) -> Iterator[imaplib.IMAP4]:
    """The server with an empty folder, and a connection of the mailbox's owner."""
    command = [sys.executable, "-c", "from pymap.main import main; main()"]
    place = ["--host", "127.0.0.1", "--port", str(port)]
    tls = ["--cert", certificate, "--key", certificate] if certificate else ["--no-tls"]
    account = ["dict", "--demo-data", "--demo-user", USER, "--demo-password", password]
    process = subprocess.Popen([*command, *place, *tls, *account], stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: is_open(port), 60)
        owner = imaplib.IMAP4("127.0.0.1", port)
        if certificate:
            owner.starttls(ssl.create_default_context(cafile=certificate))
        owner.login(USER, password)
        owner.create(FOLDER)
        owner.select(FOLDER)
        yield owner
        owner.shutdown()
    finally:
        process.terminate()
        process.wait(10)


def is_open(port: int) -> bool:
    try:
        imaplib.IMAP4("127.0.0.1", port).shutdown()
    except OSError:
        return False
    return True


def put(owner: imaplib.IMAP4, subject: str, words: str) -> None:
    assert owner.append(FOLDER, "", "", letter(subject, words))[0] == "OK"


def delete(owner: imaplib.IMAP4, subject: str) -> None:
    owner.noop()
    [found] = owner.search(None, "SUBJECT", f'"{subject}"')[1]
    owner.store(found.decode(), "+FLAGS", "\\Deleted")
    owner.expunge()


def test_a_day_of_a_mailbox_on_a_real_server(scope: Scope, collection_id: UUID, settings) -> None:
    port = free_port()
    change(settings, fetch_allow=(f"127.0.0.1:{port}",))
    place = {"host": "127.0.0.1", "port": port, "user": USER, "folder": FOLDER}
    described = MailboxSettings(kind=SourceKind.MAILBOX, **place)
    with mail_server(port) as owner:
        put(owner, "Water rota", "Ward six draws water on Tuesdays.")
        put(owner, "The plan", "The bridge at Gairigaun has three spans.")
        added = follow_source(
            scope, "Mail", described, secret=PASSWORD, collection_id=collection_id
        )
        followed = Followed(scope, added)
        assert followed.source.counts == SyncCounts(added=2)
        assert owner.search(None, "SEEN")[1] == [b""], "reading marks nothing as seen"

        put(owner, "Visit", "The engineer comes on Friday.")
        assert followed.sync() == SyncCounts(added=1, unchanged=2)
        delete(owner, "Visit")
        put(owner, "Visit", "The engineer comes on Friday.")
        assert followed.sync() == SyncCounts(renamed=1, unchanged=2), "moved away and back"
        delete(owner, "Water rota")
        assert followed.sync() == SyncCounts(deleted=1, unchanged=2)

    kept = followed.document_ids()
    assert "cannot be reached" in followed.fail()
    with mail_server(port, "another password"):
        assert "refused the user name or the password" in followed.fail()
    assert followed.document_ids() == kept and set(kept) == {"The plan.eml", "Visit.eml"}


def test_a_real_server_is_read_over_tls_that_starts_on_its_plain_port(
    scope: Scope, internet: Internet, certificate: Path, collection_id: UUID
) -> None:
    port = free_port()
    internet.name(MAIL_HOST, [PUBLIC])
    internet.machine(Served(port, {}), port=143)
    place = {"host": MAIL_HOST, "port": 143, "user": USER, "folder": FOLDER}
    described = MailboxSettings(kind=SourceKind.MAILBOX, **place)
    with mail_server(port, certificate=certificate) as owner:
        put(owner, "Water rota", "Ward six draws water on Tuesdays.")
        added = follow_source(
            scope, "Mail", described, secret=PASSWORD, collection_id=collection_id
        )
        assert set(Followed(scope, added).documents) == {"Water rota.eml"}
