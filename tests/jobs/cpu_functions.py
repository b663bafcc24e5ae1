"""What children of the CPU pool are asked to run: some of it is what hostile files do."""

import ctypes
import os
import sys
import time
from collections.abc import Iterator

from pramana.kit.errors import InvalidRequest

calls = 0


class Stubborn(Exception):
    """Cannot be unpickled: its constructor wants two arguments and keeps one."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first)


def double(number: int) -> int:
    return number * 2


def pid() -> int:
    return os.getpid()


def count() -> int:
    global calls
    calls += 1
    return calls


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def work_on_core(core: int, seconds: float) -> float:
    """Use so much CPU time on one core, and return how long that took."""
    os.sched_setaffinity(0, {core})
    began, until = time.monotonic(), time.process_time() + seconds
    while time.process_time() < until:
        pass
    return time.monotonic() - began


def spin_without_the_interpreter(seconds: int) -> None:
    """Native code that never gives the interpreter back."""
    ctypes.PyDLL(None).sleep(seconds)


def eat(megabytes: int) -> int:
    eaten = [bytearray(1024 * 1024) for _ in range(megabytes)]
    return len(eaten)


def map_and_touch(megabytes: int) -> None:
    """Memory that the limit on allocations does not see: a shared mapping."""
    import mmap

    place = mmap.mmap(-1, megabytes * 1024 * 1024)
    for offset in range(0, len(place), 4096):
        place[offset] = 1
    time.sleep(60)


def crash() -> None:
    ctypes.string_at(0)


def leave() -> None:
    os._exit(7)


def complain() -> None:
    raise InvalidRequest("This file is empty.", details={"page": 1})


def complain_stubbornly() -> None:
    raise Stubborn("one", "two")


def not_to_be_pickled() -> object:
    return lambda: None


def modules() -> set[str]:
    return set(sys.modules)


def environment() -> dict[str, str]:
    return dict(os.environ)


def say(text: str) -> None:
    print(text)


def pages(count: int) -> Iterator[int]:
    yield from range(count)


def pages_then_complain(count: int) -> Iterator[int]:
    yield from range(count)
    raise InvalidRequest("The rest is damaged.")


def slow_pages() -> Iterator[int]:
    yield 1
    time.sleep(60)
    yield 2


def big_pages(count: int, megabytes: int) -> Iterator[bytes]:
    for _ in range(count):
        yield bytes(megabytes * 1024 * 1024)
