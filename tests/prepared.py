"""Python processes that begin where Django is loaded already.

A process of ours takes two to four CPU seconds to import what it needs, and a run of all tests
starts about a hundred. `PreparedProcess` is a `subprocess.Popen` for `python -m ...` and
`python -c ...`: it forks a process that has imported everything, itself a fork of pytest's, and
reads the settings anew from the environment it is given. Tests of starting itself, of imports and
of killed parents use `Popen`.
"""

import atexit
import json
import os
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pytest_django.plugin import blocking_manager_key

from tests.prepared_child import serve_forks


class PreparedProcess(subprocess.Popen[Any]):
    """A program that is forked from a prepared process; otherwise like any other `Popen`."""

    def _execute_child(self, args: Any, *rest: Any) -> None:
        """Called by `Popen` with the ends of its pipes; the last of `rest` differ by version."""
        env: Mapping[str, str] | None = rest[5]
        pipes = rest[9:15]
        child_ends = [pipes[0], pipes[3], pipes[5]]
        fds = [given if given != -1 else own for own, given in enumerate(child_ends)]
        self.pid = _zygote().start(list(args), dict(os.environ if env is None else env), fds)
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        if self.returncode is None and _zygote().has_ended(self.pid):
            self.returncode = _zygote().reap(self.pid)
        return self.returncode

    def _try_wait(self, flags: int) -> tuple[int, int]:
        """Called by `wait`, with or without `WNOHANG`."""
        if flags or _zygote().has_ended(self.pid, wait=True):
            if not _zygote().has_ended(self.pid):
                return 0, 0
            code = _zygote().reap(self.pid)
            return self.pid, code << 8 if code >= 0 else -code
        return 0, 0


def run_prepared(args: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """`subprocess.run` with both outputs as text."""
    with PreparedProcess(
        [sys.executable, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    ) as process:
        output, errors = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


class Zygote:
    """The process that others are forked from. It answers one request after the other."""

    def __init__(self, config: pytest.Config) -> None:
        self._socket, theirs = socket.socketpair()
        self._lock = threading.Lock()
        self._ended: dict[int, int] = {}
        self._pid = os.fork()
        if self._pid == 0:
            self._socket.close()
            config.stash[blocking_manager_key].unblock()  # programs use their database
            serve_forks(theirs)
        theirs.close()
        atexit.register(self.close)

    def start(self, args: list[str], env: dict[str, str], fds: list[int]) -> int:
        request = json.dumps({"args": args[1:], "env": env, "cwd": os.getcwd()}).encode()
        with self._lock:
            socket.send_fds(self._socket, [len(request).to_bytes(4)], fds)
            self._socket.sendall(request)
            return int(self._reply())

    def has_ended(self, pid: int, *, wait: bool = False) -> bool:
        if pid in self._ended:
            return True
        fd = os.pidfd_open(pid)
        try:
            return bool(select.select([fd], [], [], None if wait else 0)[0])
        finally:
            os.close(fd)

    def reap(self, pid: int) -> int:
        """The exit code, negative for a signal. The process has ended."""
        with self._lock:
            if pid not in self._ended:
                request = json.dumps({"reap": pid}).encode()
                self._socket.sendall(len(request).to_bytes(4) + request)
                self._ended[pid] = int(self._reply())
            return self._ended[pid]

    def _reply(self) -> str:
        answer = self._socket.recv(64).decode()
        assert answer, "The prepared process has died."
        return answer

    def close(self) -> None:
        if self._pid != os.getpid():
            self._socket.close()
            os.waitpid(self._pid, 0)


_prepared: list[Zygote] = []


def prepare(config: pytest.Config) -> None:
    """Fork the process that programs are forked from, before this one has threads."""
    _prepared[:] = [Zygote(config)]


def _zygote() -> Zygote:
    return _prepared[0]
