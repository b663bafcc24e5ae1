"""A mailbox's day: new, moved and deleted messages, attachments, a server that is away."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from uuid import UUID

import pytest

from pramana.documents.fetching.connection import trusted_roots
from pramana.documents.search import search
from pramana.kit.scope import Scope
from pramana.sources.connectors.mailbox import _quoted
from pramana.sources.contracts import MailboxSettings, SourceKind, SyncCounts, SyncStatus
from pramana.sources.errors import BadSource, CredentialsRefused, SourceUnavailable
from pramana.sources.models import FollowedSource
from pramana.sources.services import change_source, follow_source, start_due_syncs
from tests.certificates import server_tls
from tests.documents.fetching.server import PUBLIC, Internet
from tests.settings import change
from tests.sources.conftest import MAIL_HOST
from tests.sources.following import Followed
from tests.sources.imap_server import PASSWORD, USER, Mailbox, letter, running

pytestmark = pytest.mark.django_db

PLAN = ("plan.txt", b"The bridge at Gairigaun has three spans.")


@pytest.fixture
def mailbox(settings) -> Iterator[Mailbox]:
    with running(Mailbox()) as started:
        change(settings, fetch_allow=(started.host,))
        started.put(letter("Water rota", "Ward six draws water on Tuesdays."))
        started.put(letter("The plan", "The plan is attached.", PLAN))
        yield started


def settings_of(mailbox: Mailbox, **changes: object) -> MailboxSettings:
    given = {"host": "127.0.0.1", "port": mailbox.port, "user": USER, **changes}
    return MailboxSettings(kind=SourceKind.MAILBOX, **given)


def follow(scope: Scope, mailbox: Mailbox, collection_id: UUID, **changes: object) -> Followed:
    settings = settings_of(mailbox, **changes)
    source = follow_source(scope, "Mail", settings, secret=PASSWORD, collection_id=collection_id)
    return Followed(scope, source)


@pytest.fixture
def followed(scope: Scope, mailbox: Mailbox, collection_id: UUID) -> Followed:
    return follow(scope, mailbox, collection_id)


def test_messages_and_their_attachments_become_documents(
    followed: Followed, scope: Scope, mailbox: Mailbox
) -> None:
    assert followed.source.counts == SyncCounts(added=2)
    assert set(followed.documents) == {"Water rota.eml", "The plan.eml", "plan.txt"}
    plan = followed.documents["plan.txt"]
    assert plan.container_id == followed.documents["The plan.eml"].id
    assert search(scope, "when does ward six draw water")
    assert "SELECT" not in mailbox.commands, "the folder is opened for reading only"


def test_a_day_of_a_mailbox(followed: Followed, mailbox: Mailbox) -> None:
    before = followed.document_ids()
    new = mailbox.put(letter("Visit", "The engineer comes on Friday."))
    assert followed.sync() == SyncCounts(added=1, unchanged=2)
    logins = mailbox.logins

    mailbox.put(mailbox.messages.pop(new)[1])  # moved to another folder and back
    assert followed.sync() == SyncCounts(renamed=1, unchanged=2)
    assert mailbox.logins == logins + 1, "one connection serves a whole sync"

    del mailbox.messages[1]
    assert followed.sync() == SyncCounts(deleted=1, unchanged=2)
    assert "Water rota.eml" not in followed.documents
    assert followed.document_ids()["The plan.eml"] == before["The plan.eml"]


def test_messages_that_got_new_numbers_are_not_added_again(
    followed: Followed, mailbox: Mailbox
) -> None:
    before = followed.document_ids()
    mailbox.renumber()

    assert followed.sync() == SyncCounts(renamed=2)
    assert followed.document_ids() == before
    assert followed.sync() == SyncCounts(unchanged=2)


def test_only_attachments_and_only_since_a_day(
    scope: Scope, mailbox: Mailbox, collection_id: UUID
) -> None:
    old = ("old.txt", b"An old paper.")
    mailbox.put(letter("Long ago", "Attached.", old), on=date(2020, 1, 1))
    two = (("a.txt", b"Paper a is about wells."), ("b.txt", b"Paper b is about roads."))
    mailbox.put(letter("Two", "Both attached.", *two))
    followed = follow(scope, mailbox, collection_id, attachments_only=True, since=date(2026, 1, 1))

    assert set(followed.documents) == {"plan.txt", "a.txt", "b.txt"}
    assert followed.sync() == SyncCounts(unchanged=3), "a message without attachments is known"


def test_a_server_that_is_away_deletes_nothing(scope: Scope, collection_id: UUID, settings) -> None:
    mailbox = Mailbox()
    with running(mailbox):
        change(settings, fetch_allow=(mailbox.host,))
        mailbox.put(letter("Water rota", "Ward six draws water on Tuesdays."))
        followed = follow(scope, mailbox, collection_id)
    assert "cannot be reached" in followed.fail()
    assert set(followed.documents) == {"Water rota.eml"}
    assert followed.source.next_at is not None, "it is tried again at its time"

    with running(mailbox):
        assert followed.sync() == SyncCounts(unchanged=1)


def test_revoked_credentials_stop_the_source_until_they_are_mended(
    followed: Followed, scope: Scope, mailbox: Mailbox
) -> None:
    mailbox.password = "another password"
    logins = mailbox.logins
    assert "refused the user name or the password" in followed.fail()
    assert mailbox.logins == logins + 1, "it is not tried again, which might lock the account"
    assert followed.source.next_at is None
    assert len(followed.documents) == 3

    with pytest.raises(CredentialsRefused):
        change_source(scope, followed.id, secret="wrong again")
    change_source(scope, followed.id, secret="another password")
    source = followed.source
    assert source.next_at is not None
    assert start_due_syncs(source.next_at) == 1
    assert Followed(scope, source).source.status is SyncStatus.COMPLETED


def test_the_password_is_encrypted_at_rest(followed: Followed, scope: Scope) -> None:
    row = FollowedSource.objects.in_scope(scope).get()

    assert PASSWORD not in f"{row.secret} {row.settings}"


def test_what_cannot_be_opened_is_refused_at_once(
    scope: Scope, mailbox: Mailbox, collection_id: UUID
) -> None:
    with pytest.raises(BadSource, match="no such folder"):
        follow(scope, mailbox, collection_id, folder="Archive")
    with pytest.raises(BadSource, match="private network"):
        follow(scope, mailbox, collection_id, host="10.0.0.9", port=993)
    with pytest.raises(BadSource, match="port"):
        follow(scope, mailbox, collection_id, host="93.184.216.34", port=25)


def test_a_mailbox_is_read_over_tls_and_a_wrong_certificate_refused(
    scope: Scope,
    internet: Internet,
    certificate: Path,
    collection_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in (MAIL_HOST, "other.test"):
        internet.name(name, [PUBLIC])
    with running(Mailbox(), server_tls(certificate)) as mailbox:
        internet.machine(mailbox, port=993)
        mailbox.put(letter("Water rota", "Ward six draws water on Tuesdays."))
        place = {"host": MAIL_HOST, "port": 993}
        followed = follow(scope, mailbox, collection_id, **place)
        assert set(followed.documents) == {"Water rota.eml"}
        assert set(internet.connected) == {(PUBLIC, 993)}
        logins = mailbox.logins

        with pytest.raises(SourceUnavailable, match=r"certificate of the mail server other\.test"):
            follow(scope, mailbox, collection_id, host="other.test", port=993)
        monkeypatch.delenv("SSL_CERT_FILE")
        trusted_roots.cache_clear()
        assert (
            followed.fail() == f"The certificate of the mail server {MAIL_HOST} cannot be trusted."
        )
        assert mailbox.logins == logins, "no password reaches a server that is not trusted"
        assert set(followed.documents) == {"Water rota.eml"}


def test_a_server_that_does_not_encrypt_gets_no_password(
    scope: Scope, internet: Internet, collection_id: UUID
) -> None:
    internet.name(MAIL_HOST, [PUBLIC])
    with running(Mailbox()) as mailbox:
        internet.machine(mailbox, port=143)
        with pytest.raises(SourceUnavailable, match="does not encrypt on this port"):
            follow(scope, mailbox, collection_id, host=MAIL_HOST, port=143)
        internet.machine(mailbox, port=993)
        with pytest.raises(SourceUnavailable, match="cannot be reached"):
            follow(scope, mailbox, collection_id, host=MAIL_HOST, port=993)
    assert mailbox.logins == 0


@pytest.mark.parametrize(
    ("folder", "written"),
    [
        ("INBOX", '"INBOX"'),
        ("Bills & Co", '"Bills &- Co"'),
        ('He said "x"', '"He said \\"x\\""'),
        ("~peter/mail/台北/日本語", '"~peter/mail/&U,BTFw-/&ZeVnLIqe-"'),
    ],
)
def test_names_of_folders_are_written_as_imap_writes_them(folder: str, written: str) -> None:
    assert _quoted(folder) == written
