"""An IMAP server on loopback: as much of RFC 3501 as a reader of one mailbox meets."""

import re
import socketserver
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from email.message import EmailMessage
from threading import Thread
from typing import ClassVar

USER, PASSWORD = "clerk@example.org", "a good password"
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


@dataclass
class Mailbox:
    """Messages by UID; whoever logs in needs the password."""

    port: int = 0
    password: str = PASSWORD
    validity: int = 7
    next_uid: int = 1
    messages: dict[int, tuple[date, bytes]] = field(default_factory=dict)
    logins: int = 0
    commands: list[str] = field(default_factory=list)
    before_sending: Callable[[int], None] = lambda _: None
    """Called with the UID of a message before its bytes are sent."""

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def put(self, raw: bytes, on: date = date(2026, 3, 1)) -> int:
        uid = self.next_uid
        self.messages[uid] = (on, raw)
        self.next_uid += 1
        return uid

    def renumber(self) -> None:
        """What a server does after it lost its index: the same messages under new numbers."""
        self.validity += 1
        kept = list(self.messages.values())
        self.messages = dict(enumerate(kept, start=500))
        self.next_uid = 500 + len(kept)


def letter(subject: str, words: str, *attachments: tuple[str, bytes]) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "mira@example.org", USER
    message["Subject"], message["Date"] = subject, "Sun, 01 Mar 2026 09:00:00 +0000"
    message["Message-ID"] = f"<{abs(hash((subject, words)))}@example.org>"
    message.set_content(words)
    for name, content in attachments:
        message.add_attachment(
            content, maintype="application", subtype="octet-stream", filename=name
        )
    return message.as_bytes()


class Handler(socketserver.StreamRequestHandler):
    server: "ImapServer"
    CAPABILITIES: ClassVar[str] = "* CAPABILITY IMAP4rev1"

    def handle(self) -> None:
        self._line("* OK ready")
        for raw in self.rfile:
            tag, _, rest = raw.decode("utf-8").strip().partition(" ")
            self.server.mailbox.commands.append(rest.split(" ")[0])
            if not self._answer(tag, rest):
                return

    def _answer(self, tag: str, command: str) -> bool:
        mailbox = self.server.mailbox
        name, _, arguments = command.partition(" ")
        match name.upper():
            case "CAPABILITY":
                self._line(self.CAPABILITIES)
            case "LOGIN":
                mailbox.logins += 1
                if arguments != f'{USER} "{mailbox.password}"':
                    self._line(f"{tag} NO [AUTHENTICATIONFAILED] wrong")
                    return True
            case "EXAMINE":
                if arguments != '"INBOX"':
                    self._line(f"{tag} NO no such mailbox")
                    return True
                self._line(f"* {len(mailbox.messages)} EXISTS")
                self._line(f"* OK [UIDVALIDITY {mailbox.validity}] valid")
                self._line(f"{tag} OK [READ-ONLY] open")
                return True
            case "UID":
                self._uid(arguments)
            case "LOGOUT":
                self._line("* BYE")
                self._line(f"{tag} OK")
                return False
            case _:
                self._line(f"{tag} BAD unknown")
                return True
        self._line(f"{tag} OK done")
        return True

    def _uid(self, arguments: str) -> None:
        mailbox = self.server.mailbox
        if arguments.startswith("SEARCH"):
            first = _since(arguments)
            found = [uid for uid, (on, _) in mailbox.messages.items() if not first or on >= first]
            self._line(f"* SEARCH {' '.join(map(str, found))}".rstrip())
            return
        uid = int(arguments.split()[1])
        if uid not in mailbox.messages:
            return
        _, raw = mailbox.messages[uid]
        if "RFC822.SIZE" in arguments:
            self._line(f"* 1 FETCH (UID {uid} RFC822.SIZE {len(raw)})")
        else:
            assert "BODY.PEEK[]" in arguments, "a reader must not mark messages as seen"
            mailbox.before_sending(uid)
            self.wfile.write(f"* 1 FETCH (UID {uid} BODY[] {{{len(raw)}}}\r\n".encode())
            self.wfile.write(raw + b")\r\n")

    def _line(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")


def _since(arguments: str) -> date | None:
    since = re.search(r"SINCE (\d+)-(\w+)-(\d+)", arguments)
    return date(int(since[3]), MONTHS.index(since[2]) + 1, int(since[1])) if since else None


class ImapServer(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(self, mailbox: Mailbox, tls: ssl.SSLContext | None) -> None:
        super().__init__(("127.0.0.1", mailbox.port), Handler)
        self.mailbox = mailbox
        mailbox.port = self.server_address[1]
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_side=True)

    def handle_error(self, *_: object) -> None:
        """A reader that leaves is what some of these tests are about."""


@contextmanager
def running(mailbox: Mailbox, tls: ssl.SSLContext | None = None) -> Iterator[Mailbox]:
    server = ImapServer(mailbox, tls)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield mailbox
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
