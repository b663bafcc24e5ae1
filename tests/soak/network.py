"""Machines that share no loopback: network namespaces, each on one cable to a common bridge."""

import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

MARK = f"prm{os.getpid()}"
"""Begins the name of everything made here, so that it can be found and removed; 15 letters are the
most that Linux allows for a cable's name."""

FIRST = 11
"""The last number of the first machine's address; the bridge, where we are, is 1."""


@dataclass(frozen=True)
class Machine:
    name: str
    address: str

    @property
    def cable(self) -> str:
        """Our end of it."""
        return f"{self.name}c"

    def command(self, *words: str) -> list[str]:
        """The same command, on that machine; the process it becomes is the command's own."""
        return ["ip", "netns", "exec", self.name, *words]

    def cut(self) -> None:
        """Pull the cable: nobody is told anything, packets just do not arrive."""
        _ip("link", "set", self.cable, "down")

    def mend(self) -> None:
        _ip("link", "set", self.cable, "up")


@dataclass(frozen=True)
class Network:
    address: str
    """Ours: servers that everyone shares listen here."""
    range: str
    machines: dict[str, Machine]


@contextmanager
def network(names: Sequence[str]) -> Iterator[Network]:
    """So many machines that reach each other and us; all of it is gone afterwards."""
    if os.geteuid() != 0:
        pytest.skip("Network namespaces are for root only; several machines were NOT tried.")
    place = f"198.18.{os.getpid() % 256}"  # a range set aside for trying out networks
    machines = {
        name: Machine(f"{MARK}{chr(ord('a') + n)}", f"{place}.{FIRST + n}")
        for n, name in enumerate(names)
    }
    try:
        _ip("link", "add", MARK, "type", "bridge")
        _ip("addr", "add", f"{place}.1/24", "dev", MARK)
        _ip("link", "set", MARK, "up")
        for machine in machines.values():
            _plug_in(machine)
        yield Network(f"{place}.1", f"{place}.0/24", machines)
    finally:
        _remove(machines.values())


def _plug_in(machine: Machine) -> None:
    _ip("netns", "add", machine.name)
    inside = ("netns", "exec", machine.name, "ip")
    _ip("link", "add", machine.cable, "type", "veth", "peer", "name", "eth0", "netns", machine.name)
    _ip("link", "set", machine.cable, "master", MARK, "up")
    _ip(*inside, "addr", "add", f"{machine.address}/24", "dev", "eth0")
    for device in ("lo", "eth0"):
        _ip(*inside, "link", "set", device, "up")


def _remove(machines: Iterable[Machine]) -> None:
    """Whatever of it was made; a namespace takes its end of the cable along."""
    for machine in machines:
        _ip("link", "del", machine.cable, must=False)
        _ip("netns", "del", machine.name, must=False)
    _ip("link", "del", MARK, must=False)


def _ip(*words: str, must: bool = True) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    assert done.returncode == 0 or not must, f"ip {' '.join(words)}: {done.stderr}"
