"""A step of set-up: how to check whether it is done, how to do it, and its error message."""

import fcntl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from setup.console import CommandFailed, StepFailed, say, timed
from setup.places import WORK

MACHINE = "Set-up needs about 1 GB of space and a checkout it can write to; see to that, run again."


@dataclass(frozen=True)
class Step:
    name: str
    is_done: Callable[[], bool]
    work: Callable[[], None]
    fix: str

    def do(self) -> None:
        try:
            with timed(self.name):
                self.work()
        except CommandFailed as error:
            said = f"{error.tail}\n" if error.tail else ""
            stopped = f"{said}Set-up stopped at '{self.name}'. {error} {self.fix}"
            raise StepFailed(stopped) from error
        except OSError as error:
            raise StepFailed(f"Set-up stopped at '{self.name}': {error}. {MACHINE}") from error


def stamped(
    name: str,
    work: Callable[[], None],
    *,
    stamp: Path,
    inputs: str,
    outputs: Sequence[Path] = (),
    fix: str,
) -> Step:
    """A step that is done if its inputs are unchanged and its outputs exist."""

    def is_done() -> bool:
        return read(stamp) == inputs and all(output.exists() for output in outputs)

    def do() -> None:
        stamp.unlink(missing_ok=True)
        work()
        write(stamp, inputs)

    return Step(name, is_done, do, fix)


def fingerprint(*parts: str | Path) -> str:
    """A hash that changes when any of the words or files does."""
    digest = sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else part.encode()
        digest.update(sha256(content).digest())
    return digest.hexdigest()


def read(path: Path) -> str | None:
    try:
        return path.read_text()
    except OSError:
        return None


def write(path: Path, text: str) -> None:
    """Write the stamp atomically, so that a killed set-up never leaves half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.draft")
    draft.write_text(text)
    draft.replace(path)


def prepare(steps: Sequence[Step]) -> None:
    """Run the steps that are not done. If two set-ups run at once, one waits for the other."""
    if all(step.is_done() for step in steps):
        return
    with _alone():
        for step in steps:
            if not step.is_done():
                step.do()


@contextmanager
def _alone() -> Iterator[None]:
    try:
        WORK.mkdir(parents=True, exist_ok=True)
        lock = (WORK / "setup.lock").open("w")
    except OSError as error:
        raise StepFailed(f"Set-up could not begin: {error}. {MACHINE}") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another ./run is setting up; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
