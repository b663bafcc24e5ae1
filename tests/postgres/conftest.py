"""Real servers in scratch data directories, and processes that use them."""

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pramana.postgres.binaries import WHEEL, find_wheel
from pramana.postgres.server import use_server
from pramana.postgres.testing import disable_durability, scratch_data_dir
from tests.starting import starts_processes

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("user_process.py")


@dataclass
class User:
    """A process inside, or on its way into, the server."""

    process: subprocess.Popen[str]

    def new_lines(self) -> str:
        """Its next line; an empty one means that it ended without a word."""
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def enter(self) -> str:
        """Wait until it is inside, and return the address it was given."""
        line = self.new_lines()
        assert line.startswith("in "), line
        return line.removeprefix("in ")

    def leave(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("leave\n")
        self.process.stdin.flush()
        assert self.new_lines() == "out"
        assert self.process.wait(60) == 0

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(60)


@pytest.fixture(scope="session")
@starts_processes
def server() -> Iterator[str]:
    """The address of one server for all tests that only ask it something."""
    with scratch_data_dir() as place, use_server(place) as url:
        disable_durability(url)
        yield url


@pytest.fixture(scope="session")
@starts_processes
def used_before() -> Iterator[Path]:
    """A data directory that was used once and left in order."""
    with scratch_data_dir() as place:
        with use_server(place) as url:
            disable_durability(url)
        yield place


@pytest.fixture
@starts_processes
def new_data() -> Iterator[Path]:
    """A data directory that does not exist yet; whatever is left running over it is ended."""
    with scratch_data_dir() as place:
        yield place
        if (place / "postgres" / "postmaster.pid").exists():
            with use_server(place):
                pass


@pytest.fixture
def data(new_data: Path, used_before: Path) -> Path:
    """A data directory with a past: a copy, which costs a tenth of a first start."""
    shutil.copytree(used_before, new_data)
    return new_data


@pytest.fixture
@starts_processes
def start_user() -> Iterator[Callable[..., User]]:
    """Start a process that uses a data directory, as ourselves or, from root, as another user."""
    started: list[User] = []

    def start(data: Path, *options: object) -> User:
        process = subprocess.Popen(
            [sys.executable, str(SCRIPT), str(data), *map(str, options)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        started.append(User(process))
        return started[-1]

    yield start
    for user in started:
        user.kill()


@pytest.fixture(scope="session")
def ordinary() -> Iterator[tuple[object, ...]]:
    """Options that make a started user an ordinary one, who finds the wheel where it may read."""
    if os.geteuid() != 0:
        yield ()
        return
    entry = pwd.getpwnam("nobody")
    with scratch_data_dir(in_memory=False) as wheel:
        carrier = find_wheel()
        for file in carrier.files():
            (wheel / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(carrier.site / file, wheel / file)
        metadata = f"{WHEEL.replace('-', '_')}-{carrier.version}.dist-info"
        shutil.copytree(carrier.site / metadata, wheel / metadata)
        yield ("--as", entry.pw_uid, entry.pw_gid, "--wheel", wheel)
