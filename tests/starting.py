"""Which tests `./run test fast` leaves out: those that start processes, and slow ones.

A fixture says that it starts a process with `@starts_processes`, a test with `@pytest.mark.starts`.
In a fast run a test fails that starts a process and does not say so. `slow_tests.txt` lists the
tests that start nothing and take over an eighth of a CPU second, with their CPU children. A fast
run names the tests that should be on it at its end.
"""

import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

Function = TypeVar("Function", bound=Callable[..., Any])
CPU_CHILD = "pramana.jobs.cpu_child"
"""What the product itself starts for heavy work, once for many tests."""
SERVERS = ("pg_ctl", "initdb")
SLOW_TESTS = Path(__file__).with_name("slow_tests.txt")
_started: list[str] = []
LISTED_FROM_S = 1.0
"""The CPU seconds from which a test is named; much more than it takes to be on the list, because
the first test of a process also imports what the others use."""
CPU = pytest.StashKey[float]()


def starts_processes(function: Function) -> Function:
    """Say of a fixture that it starts a product, a server or a browser."""
    function.starts_processes = True
    return function


def is_starting(item: pytest.Item) -> bool:
    known = getattr(item, "_fixtureinfo", None)
    fixtures = known.name2fixturedefs.values() if known else ()
    said = any(getattr(each[-1].func, "starts_processes", False) for each in fixtures)
    return said or item.get_closest_marker("starts") is not None


def is_slow(item: pytest.Item) -> bool:
    return item.nodeid.partition("[")[0] in slow_tests()


@cache
def slow_tests() -> frozenset[str]:
    return frozenset(SLOW_TESTS.read_text("utf-8").split())


def watch_starts() -> None:
    """Note from now on which programs this process starts."""

    def note(event: str, arguments: Sequence[Any]) -> None:
        if event == "subprocess.Popen" and is_heavy(arguments[1]):
            _started.append(" ".join(map(str, arguments[1]))[:200])

    sys.addaudithook(note)


def is_heavy(command: Any) -> bool:
    if isinstance(command, str | bytes) or not command:
        return False
    words = [str(word) for word in command]
    program = words[0].rpartition("/")[2]
    return program in SERVERS or (words[0] == sys.executable and CPU_CHILD not in words)


def check_starts(item: pytest.Item) -> None:
    """Fail after a test that started a program and does not say so."""
    started, _started[:] = list(_started), []
    if started:
        pytest.fail(f"Mark {item.nodeid} with `starts`: it started {started[0]}", pytrace=False)


def begin_counting(item: pytest.Item) -> None:
    item.stash[CPU] = time.process_time()


def count_cpu(item: pytest.Item) -> None:
    """Report what the test took of this process's time."""
    item.user_properties.append(("cpu", time.process_time() - item.stash[CPU]))


def unlisted_slow_tests(cpu: dict[str, float]) -> list[str]:
    """Tests of a fast run that took long enough for the list, by their CPU seconds."""
    slow = {test.partition("[")[0] for test, seconds in cpu.items() if seconds >= LISTED_FROM_S}
    return sorted(slow)
