"""From a host to addresses that may be asked. Every answer of the name server is judged."""

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from queue import Empty, SimpleQueue
from threading import Thread

from pramana.documents.fetching.addresses import is_allowed, literal, refusal
from pramana.documents.fetching.errors import AddressRefused, FetchTimeout, HostNotFound

TRIED = 4
"""Addresses of one host that are tried in turn."""


def look_up(host: str, port: int) -> list[str]:
    """Ask the system's resolver: the edge of the network."""
    found = socket.getaddrinfo(host.encode("ascii"), port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


@dataclass(frozen=True, slots=True)
class Guard:
    """Who may be asked: anyone on the open internet at these ports, and the hosts named."""

    allow: tuple[str, ...]
    ports: frozenset[int]

    def knows(self, host: str, port: int) -> bool:
        return is_allowed(host, port, self.allow)

    def addresses(self, host: str, port: int, *, seconds: float) -> list[str]:
        """The addresses of a host, or `AddressRefused` when even one of them is closed.

        One bad answer among good ones is enough: a name that also points inside is a trick or a
        mistake, and which of its addresses a connection takes would be chance.
        """
        try:
            fixed = literal(host)
        except ValueError:
            raise AddressRefused(host, "an IP address must be written in its usual form") from None
        if self.knows(host, port):
            return [str(fixed)] if fixed else _resolved(host, port, seconds)[:TRIED]
        if port not in self.ports:
            raise AddressRefused(f"{host}:{port}", "this port is not one of web pages")
        found = [str(fixed)] if fixed else _resolved(host, port, seconds)
        for address in found:
            if why := refusal(ip_address(address)):
                raise AddressRefused(host, why)
        return found[:TRIED]


def _resolved(host: str, port: int, seconds: float) -> list[str]:
    """Ask in a thread, because nothing else can put a limit on the system's resolver."""
    answers: SimpleQueue[list[str]] = SimpleQueue()
    Thread(target=_answer, args=(host, port, answers), name="fetch-dns", daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise FetchTimeout(host) from None
    if not answer:
        raise HostNotFound(host)
    return answer


def _answer(host: str, port: int, answers: "SimpleQueue[list[str]]") -> None:
    try:
        answers.put(look_up(host, port))
    except (OSError, UnicodeError):
        answers.put([])
