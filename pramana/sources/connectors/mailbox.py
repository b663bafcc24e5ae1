"""A folder of an IMAP mailbox, opened for reading only: nothing there is changed or marked."""

import imaplib
import io
import re
import socket
import ssl
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

from pramana.documents.fetching.addresses import AddressGuard
from pramana.documents.fetching.connection import trusted_roots
from pramana.documents.fetching.contracts import FetchOptions
from pramana.documents.fetching.errors import AddressRefused, FetchError
from pramana.kit.texts import storable
from pramana.postgres.loans import return_to_pool
from pramana.sources.contracts import MailboxSettings, RemoteFile, RemoteItem
from pramana.sources.errors import (
    BadSource,
    CredentialsRefused,
    ItemUnavailable,
    SourceUnavailable,
)

TLS_PORT = 993
PORTS = frozenset({143, TLS_PORT})
TIMEOUT_S = 30.0
MAX_MESSAGES = 50_000
LONGEST_NAME = 120
UNWANTED = re.compile(r"[\x00-\x1f\x7f/\\:*?\"<>|]+")
SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class GuardedImap(imaplib.IMAP4):
    """A connection to an address that the guard has checked, with TLS on its usual port."""

    def __init__(self, host: str, port: int, address: str, tls: ssl.SSLContext | None) -> None:
        self._address, self._tls = address, tls
        super().__init__(host, port, timeout=TIMEOUT_S)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        plain = socket.create_connection((self._address, self.port), timeout)
        if self._tls is None:
            return plain
        return self._tls.wrap_socket(plain, server_hostname=self.host)


class MailboxConnector:
    lists_everything = True

    def __init__(self, settings: MailboxSettings, secret: str, options: FetchOptions) -> None:
        self._settings, self._secret, self._options = settings, secret, options
        self._guard = AddressGuard(options.allow, PORTS)
        self._opened: tuple[GuardedImap, str] | None = None

    def check(self) -> None:
        with self._folder():
            pass
        self.close()

    def close(self) -> None:
        opened, self._opened = self._opened, None
        if opened:
            with suppress(imaplib.IMAP4.error, OSError):
                opened[0].logout()

    def list_items(self) -> Iterator[RemoteItem]:
        with self._folder() as (client, validity):
            criteria = ["SINCE", _imap_date(self._settings)] if self._settings.since else ["ALL"]
            numbers = _answer(client.uid("SEARCH", *criteria))
            uids = [uid.decode("ascii") for line in _bytes_of(numbers) for uid in line.split()]
        if len(uids) > MAX_MESSAGES:
            raise SourceUnavailable("The folder holds too many messages. Read fewer with a date.")
        for uid in uids:
            yield RemoteItem(f"{validity}/{uid}", "1", f"Message {uid}")

    def download(self, item: RemoteItem) -> Generator[RemoteFile, None, None]:
        validity, _, uid = item.key.partition("/")
        with self._folder() as (client, current):
            if current != validity:
                raise ItemUnavailable("The server has numbered its messages anew.")
            raw = self._message(client, uid)
        message = BytesParser(policy=policy.default).parsebytes(raw)
        if self._settings.attachments_only:
            yield from _attachments(message)
            return
        subject = _subject(message)
        name = _file_name(subject) or f"Message {uid}"
        yield RemoteFile(f"{name}.eml", io.BytesIO(raw), len(raw), title=subject)

    def _message(self, client: GuardedImap, uid: str) -> bytes:
        """One message; its size is asked first, because a server sends whatever it has."""
        described = b" ".join(_bytes_of(_answer(client.uid("FETCH", uid, "(RFC822.SIZE)"))))
        size = SIZE.search(described)
        if size is None:
            raise ItemUnavailable("The message is no longer there.")
        if int(size[1]) > self._options.max_bytes:
            raise ItemUnavailable("The message is too large.")
        for each in _answer(client.uid("FETCH", uid, "(BODY.PEEK[])")):
            if isinstance(each, tuple) and len(each) > 1:
                return bytes(each[1])
        raise ItemUnavailable("The message is no longer there.")

    @contextmanager
    def _folder(self) -> Iterator[tuple[GuardedImap, str]]:
        """The open folder, and the number under which its UIDs are valid.

        One connection serves a whole sync; after an error the next call opens another.
        """
        return_to_pool()
        try:
            if self._opened is None:
                self._opened = self._open_folder(self._connect())
            yield self._opened
        except (imaplib.IMAP4.error, OSError, UnicodeError) as error:
            self.close()
            raise SourceUnavailable("The mail server broke off or answered wrongly.") from error

    def _open_folder(self, client: GuardedImap) -> tuple[GuardedImap, str]:
        try:
            client.login(self._settings.user, self._secret)
        except imaplib.IMAP4.abort:
            raise
        except imaplib.IMAP4.error:
            client.shutdown()
            raise CredentialsRefused(
                "The mail server refused the user name or the password."
            ) from None
        done, _ = client.select(_quoted(self._settings.folder), readonly=True)
        if done != "OK":
            client.shutdown()
            raise BadSource("There is no such folder in the mailbox.")
        _, validity = client.response("UIDVALIDITY")
        number = validity[0] if validity and isinstance(validity[0], bytes) else b"0"
        return client, number.decode("ascii")

    def _connect(self) -> GuardedImap:
        host, port = self._settings.host, self._settings.port
        try:
            address = self._guard.addresses(host, port, seconds=TIMEOUT_S)[0]
        except AddressRefused as error:
            raise BadSource(error.message) from None
        except FetchError as error:
            raise SourceUnavailable(error.message) from None
        tls = None if self._guard.is_allowed(host, port) and port != TLS_PORT else trusted_roots()
        try:
            if port == TLS_PORT or tls is None:
                return GuardedImap(host, port, address, tls)
            return _start_tls(GuardedImap(host, port, address, None), tls)
        except ssl.SSLCertVerificationError as error:
            raise SourceUnavailable(
                f"The certificate of the mail server {host} cannot be trusted."
            ) from error
        except (imaplib.IMAP4.error, OSError) as error:
            raise SourceUnavailable(f"The mail server {host} cannot be reached.") from error


def _start_tls(client: GuardedImap, tls: ssl.SSLContext) -> GuardedImap:
    """The connection, encrypted before anything secret is sent."""
    try:
        if "STARTTLS" not in client.capabilities:
            raise SourceUnavailable(
                f"The mail server {client.host} does not encrypt on this port. Try port {TLS_PORT}."
            )
        client.starttls(tls)
    except (imaplib.IMAP4.error, OSError, SourceUnavailable):
        client.shutdown()
        raise
    return client


Answer = list[bytes | tuple[bytes, bytes] | None]


def _answer(response: tuple[str, Answer]) -> Answer:
    done, content = response
    if done != "OK":
        raise imaplib.IMAP4.error("refused")
    return content


def _bytes_of(content: Answer) -> Iterator[bytes]:
    for each in content:
        if isinstance(each, bytes):
            yield each
        elif each:
            yield each[0]


def _attachments(message: EmailMessage) -> Iterator[RemoteFile]:
    """The attached files, each under its number and name."""
    for number, part in enumerate(message.iter_attachments(), start=1):
        raw = part.get_payload(decode=True)
        name = _file_name(part.get_filename() or "")
        if not isinstance(raw, bytes) or not name:
            continue
        yield RemoteFile(name, io.BytesIO(raw), len(raw), part=f"{number}/{name}")


def _subject(message: EmailMessage) -> str:
    try:
        return storable(str(message.get("Subject", ""))).strip()
    except (ValueError, LookupError, IndexError):  # headers that the library cannot parse
        return ""


def _file_name(text: str) -> str:
    name = UNWANTED.sub(" ", storable(text)).strip().strip(".")
    return name[-LONGEST_NAME:] if "." in name[-8:] else name[:LONGEST_NAME]


def _quoted(folder: str) -> str:
    """A folder's name as IMAP writes it: modified UTF-7 in quotes."""
    encoded = folder.replace("&", "&-")
    if not folder.isascii():
        encoded = "".join(_utf7(part) for part in re.split(r"([^\x20-\x7e]+)", folder))
    escaped = encoded.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _utf7(part: str) -> str:
    if part.isascii():
        return part.replace("&", "&-")
    coded = part.encode("utf-7").decode("ascii")
    return "&" + coded.strip("+-").replace("/", ",") + "-"


def _imap_date(settings: MailboxSettings) -> str:
    since = settings.since
    assert since is not None
    return f"{since.day}-{MONTHS[since.month - 1]}-{since.year}"
