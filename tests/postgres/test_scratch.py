"""Killed test runs leave nothing for long; those that are at work are left alone."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pramana.postgres.postmaster import is_running
from pramana.postgres.testing import (
    processes_in,
    remove_abandoned_scratch,
    scratch_data_dir,
    wait_for,
)
from tests.starting import starts_processes

SCRIPT = Path(__file__).with_name("scratch_process.py")


class Owner:
    """A run of its own, with a server and a process that uses it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ,
        )
        assert self.process.stdout
        data, user = self.process.stdout.readline().split()
        self.data, self.user = Path(data), int(user)

    def end(self) -> None:
        self.process.communicate("\n")


@pytest.fixture
@starts_processes
def owners() -> Iterator[tuple[Owner, Owner]]:
    both = Owner(), Owner()
    yield both
    for owner in both:
        owner.end()


def test_what_a_killed_run_left_is_removed_and_what_a_living_one_uses_is_kept(
    owners: tuple[Owner, Owner],
) -> None:
    killed, living = owners
    os.kill(killed.process.pid, signal.SIGKILL)
    killed.process.wait()

    wait_for(lambda: remove_abandoned_scratch() or not killed.data.parent.exists())

    assert not processes_in(killed.data)
    wait_for(lambda: not is_running(killed.user))
    assert processes_in(living.data)
    assert is_running(living.user)
    assert living.data.exists()


def test_a_run_does_not_remove_its_own() -> None:
    with scratch_data_dir() as data:
        data.mkdir()
        remove_abandoned_scratch()
        assert data.exists()
    assert not data.parent.exists()


def test_a_folder_of_that_name_that_nobody_ever_owned_is_kept() -> None:
    with scratch_data_dir() as data:
        foreign = data.parent.with_name(f"{data.parent.name}-foreign")
        foreign.mkdir()
        try:
            remove_abandoned_scratch()
            assert foreign.exists()
        finally:
            foreign.rmdir()
