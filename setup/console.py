"""Messages of set-up, always on stderr: stdout is for the command that runs afterwards."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


def say(text: str) -> None:
    print(f"run: {text}", file=sys.stderr, flush=True)


@contextmanager
def timed(name: str) -> Iterator[None]:
    """Print the name when the work begins, and the seconds when it ends, on one line."""
    print(f"run: {name} ...", end=" ", file=sys.stderr, flush=True)
    began = perf_counter()
    try:
        yield
    except BaseException:
        print("failed", file=sys.stderr, flush=True)
        raise
    print(f"{perf_counter() - began:.1f} s", file=sys.stderr, flush=True)
