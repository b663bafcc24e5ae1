"""Runs the tests of one collection in several forked processes.

Collecting takes 16 CPU seconds, most of them for imports, so it is done once: each process is a
fork that has every test already. Units of tests (`tests/order.py`) are given out one at a time, and
what a process reports goes through the hooks of the process that was forked.
"""

import atexit
import logging
import os
import random
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest

from tests.order import unit_of

PROCESS = "PRAMANA_TEST_PROCESS"
"""The variable with a process's name; the one that collects has none."""
WATCHING = "postgres-watch"
"""A thread that waits for the server to end, which the collecting process alone must know."""
Unit = list[pytest.Item]


def process_name() -> str:
    return os.environ.get(PROCESS, "main")


def run_shared(
    session: pytest.Session,
    count: int,
    begin: Callable[[pytest.Config], None] = lambda _: None,
) -> None:
    """Run every collected test, each unit in one of `count` processes; each does `begin` first."""
    units = [list(items) for _, items in groupby(session.items, lambda item: unit_of(item.nodeid))]
    run = SharedRun(session, units, begin)
    for number in range(min(count, len(units))):
        run.fork(f"p{number}")
    run.follow()


@dataclass
class Worker:
    """A forked process, as the one that gives out units sees it."""

    name: str
    pid: int
    pipe: Connection
    units: list[int] = field(default_factory=list)
    """The unit at work, and the one that it asked for to know what comes next."""
    test: str = ""
    """The test it has begun, while it runs."""


@dataclass
class SharedRun:
    session: pytest.Session
    units: list[Unit]
    begin: Callable[[pytest.Config], None]
    workers: dict[Connection, Worker] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.waiting = deque(range(len(self.units)))
        self.unit_of = {item.nodeid: n for n, unit in enumerate(self.units) for item in unit}

    def fork(self, name: str) -> None:
        running = {each.name for each in threading.enumerate()} - {"MainThread", WATCHING}
        assert not running, f"Threads would be missing in a fork: {running}"
        base = self.session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        ours, theirs = Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            ours.close()
            for worker in self.workers.values():
                worker.pipe.close()
            self._work(theirs, name, base / name)
        theirs.close()
        self.workers[ours] = Worker(name, pid, ours)

    def follow(self) -> None:
        """Give out units and pass on reports until every process has ended."""
        while self.workers:
            for pipe in wait(list(self.workers)):
                assert isinstance(pipe, Connection)
                worker = self.workers[pipe]
                try:
                    self._answer(worker, *pipe.recv())
                except EOFError:
                    self._bury(worker)
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)

    def _answer(self, worker: Worker, kind: str, content: Any) -> None:
        hook = self.session.config.hook
        if kind == "next":
            unit = self._next_unit()
            worker.units += [] if unit is None else [unit]
            worker.pipe.send(unit)
        elif kind == "begun":
            worker.test = content[0]
            worker.units = worker.units[worker.units.index(self.unit_of[worker.test]) :]
            hook.pytest_runtest_logstart(nodeid=content[0], location=content[1])
        elif kind == "ended":
            worker.test = ""
            hook.pytest_runtest_logfinish(nodeid=content[0], location=content[1])
        else:
            report = hook.pytest_report_from_serializable(config=self.session.config, data=content)
            hook.pytest_runtest_logreport(report=report)

    def _next_unit(self) -> int | None:
        if not self.waiting or self.session.shouldfail or self.session.shouldstop:
            return None
        return self.waiting.popleft()

    def _bury(self, worker: Worker) -> None:
        """A process that dies fails its test, and another one does what it had not begun."""
        del self.workers[worker.pipe]
        worker.pipe.close()
        _, status = os.waitpid(worker.pid, 0)
        if not status:
            return
        self.waiting.extendleft(reversed(worker.units[1:]))
        code = os.waitstatus_to_exitcode(status)
        nodeid = worker.test or f"{worker.name} between tests"
        report = pytest.TestReport(
            nodeid=nodeid,
            location=(nodeid.partition("::")[0], None, nodeid),
            keywords={},
            outcome="failed",
            longrepr=f"{worker.name} ended with {code}; the rest of its unit did not run.",
            when="call",
        )
        self.session.config.hook.pytest_runtest_logreport(report=report)
        self.fork(f"{worker.name}a")

    def _work(self, pipe: Connection, name: str, folder: Path) -> None:
        """What a forked process does: run units until there are none, and end without a word."""
        session, config, code = self.session, self.session.config, 1
        try:
            os.environ[PROCESS] = name
            random.seed()
            folder.mkdir()
            config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined]
            _renew_capture(config)
            _report_through(config, pipe)
            self.begin(config)
            _run_units(_given_units(self.units, pipe))
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            session._setupstate.teardown_exact(None)
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()
            os._exit(code)


def _renew_capture(config: pytest.Config) -> None:
    """The files that hold captured output are shared with the other processes; open new ones."""
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler) and handler.stream.closed:
            handler.stream = sys.stderr
    capture.suspend_global_capture()


def _report_through(config: pytest.Config, pipe: Connection) -> None:
    """Send reports instead of printing them."""

    class Reporter:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            data = config.hook.pytest_report_to_serializable(config=config, report=report)
            pipe.send(("report", data))

        def pytest_runtest_logstart(self, nodeid: str, location: Any) -> None:
            pipe.send(("begun", (nodeid, location)))

        def pytest_runtest_logfinish(self, nodeid: str, location: Any) -> None:
            pipe.send(("ended", (nodeid, location)))

    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(Reporter())


def _given_units(units: list[Unit], pipe: Connection) -> Iterator[Unit]:
    while True:
        pipe.send(("next", None))
        number = pipe.recv()
        if number is None:
            return
        yield units[number]


def _run_units(units: Iterator[Unit]) -> None:
    """Run each test knowing the one after it: fixtures are kept for as long as they are used."""
    current = next(units, None)
    while current is not None:
        following = None
        for position, item in enumerate(current):
            if position + 1 < len(current):
                after: pytest.Item | None = current[position + 1]
            else:
                following = next(units, None)
                after = following[0] if following else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        current = following
