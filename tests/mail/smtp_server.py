"""An SMTP server on loopback that keeps what it is given, and refuses or goes away on request."""

import socketserver
import ssl
import threading
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import ClassVar

OFTEN = 0.02


@dataclass
class LoopbackSmtp:
    """What the server was told, and how it behaves."""

    port: int = 0
    messages: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    password: str = ""
    """If set, `user` must sign in with it before sending."""
    tls: ssl.SSLContext | None = None
    """If set, STARTTLS is offered and required."""
    refusal: str = ""
    """The reply to every recipient, such as `550 No such person`."""
    drops: bool = False
    """Whether it closes the connection after the message, before saying that it took it."""

    @property
    def plain_url(self) -> str:
        return f"smtp+plain://127.0.0.1:{self.port}"


class _Conversation(socketserver.StreamRequestHandler):
    smtp: ClassVar[LoopbackSmtp]

    def handle(self) -> None:
        self.is_safe, self.may_send = self.smtp.tls is None, not self.smtp.password
        with suppress(OSError, ValueError):
            self._reply("220 loopback")
            while (line := self.rfile.readline()) and self._answer(line.decode().strip()):
                pass

    def _answer(self, line: str) -> bool:
        verb = line.partition(" ")[0].upper()
        if verb == "QUIT":
            self._reply("221 Bye")
            return False
        if verb == "EHLO":
            self._greet()
        elif verb == "STARTTLS" and self.smtp.tls is not None:
            self._begin_tls(self.smtp.tls)
        elif verb == "AUTH":
            self._check_password(line)
        elif not (self.is_safe and self.may_send):
            self._reply("530 Authentication required")
        elif verb == "RCPT" and self.smtp.refusal:
            self._reply(self.smtp.refusal)
        elif verb == "DATA":
            return self._take_message()
        else:
            if verb == "RCPT":
                self.smtp.recipients.append(line.partition("<")[2].partition(">")[0])
            self._reply("250 OK")
        return True

    def _greet(self) -> None:
        offers = [] if self.is_safe else ["STARTTLS"]
        offers += ["AUTH PLAIN"] if self.is_safe and self.smtp.password else []
        lines = ["loopback", *offers]
        self._reply(*(f"250-{each}" for each in lines[:-1]), f"250 {lines[-1]}")

    def _begin_tls(self, context: ssl.SSLContext) -> None:
        self._reply("220 Go ahead")
        self.connection = context.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb", buffering=0)
        self.is_safe = True

    def _check_password(self, line: str) -> None:
        _, user, password = b64decode(line.split()[-1]).decode().split("\0")
        self.may_send = (user, password) == ("user", self.smtp.password)
        self._reply("235 Welcome" if self.may_send else "535 Wrong password")

    def _take_message(self) -> bool:
        self._reply("354 Go on")
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b"..") else line)
        message = message_from_bytes(b"".join(lines), policy=policy.default)
        self.smtp.messages.append(message)
        if self.smtp.drops:
            return False
        self._reply("250 Taken")
        return True

    def _reply(self, *lines: str) -> None:
        self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def serve_smtp(port: int = 0) -> Iterator[LoopbackSmtp]:
    """The server on a free port, or on this one, until the block ends."""
    smtp = LoopbackSmtp()
    handler = type("SmtpConversation", (_Conversation,), {"smtp": smtp})
    with _Server(("127.0.0.1", port), handler) as server:
        smtp.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(OFTEN,), daemon=True)
        thread.start()
        try:
            yield smtp
        finally:
            server.shutdown()
            thread.join()
