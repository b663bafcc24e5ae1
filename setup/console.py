"""Messages and errors of set-up. They go to stderr: stdout is for the command that runs then."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from pramana.kit.errors import Misconfigured


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


class StepFailed(Misconfigured):
    """A step failed; the message names the step and the fix."""

    code = "setup_failed"


class CommandFailed(Misconfigured):
    """A program that set-up called failed."""

    code = "setup_command_failed"

    def __init__(self, command: Sequence[str], outcome: str, log: Path, tail: str) -> None:
        words = " ".join([Path(command[0]).name, *command[1:3]])
        super().__init__(f"`{words}` {outcome}; its output is in {log}.")
        self.tail = tail


class ModelMissing(Misconfigured):
    """A model's files could not be downloaded, or have the wrong checksum."""

    code = "setup_model_missing"
