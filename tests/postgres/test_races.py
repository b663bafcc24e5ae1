"""Several processes at once, all finding no server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pramana.postgres.testing import processes_in

StartUser = Callable[..., Any]


def server_start(url: str) -> object:
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT pg_postmaster_start_time()").fetchone()


@pytest.mark.parametrize("count", [2, 4])
def test_processes_racing_at_a_cold_start_share_one_server(
    new_data: Path, start_user: StartUser, count: int
) -> None:
    users = [start_user(new_data) for _ in range(count)]
    urls = [user.enter() for user in users]

    assert len(set(urls)) == 1
    assert len({server_start(url) for url in urls}) == 1
    for user in users[:-1]:
        user.leave()
    assert processes_in(new_data), "the last user is still inside"
    users[-1].leave()
    assert processes_in(new_data) == []


def test_users_coming_and_going_at_once_never_meet_a_stopped_server(
    new_data: Path, start_user: StartUser
) -> None:
    for _ in range(2):
        users = [start_user(new_data) for _ in range(3)]
        for user in users:
            user.enter()
            user.process.stdin.write("leave\n")
            user.process.stdin.flush()
        for user in users:
            assert user.new_lines() == "out"
            user.process.wait(60)
    assert processes_in(new_data) == []
