"""What happens after kill -9: of the server, of its users, of both."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg

from pramana.postgres.cluster import server_account
from pramana.postgres.server import use_server
from pramana.postgres.testing import processes_in, wait_for

StartUser = Callable[..., Any]


def postmaster(data: Path) -> int:
    return int((data / "postgres" / "postmaster.pid").read_text().split()[0])


def answers(url: str) -> bool:
    try:
        with psycopg.connect(url) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False


def test_after_the_server_was_killed_the_next_use_works(data: Path, start_user: StartUser) -> None:
    user = start_user(data)
    with psycopg.connect(user.enter()) as connection:
        connection.execute("CREATE TABLE note AS SELECT 'kept' AS words")
    user.kill()
    os.kill(postmaster(data), signal.SIGKILL)

    with use_server(data) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT words FROM note").fetchone() == ("kept",)
    assert processes_in(data) == []


def test_a_server_killed_under_its_user_is_started_again(data: Path) -> None:
    with use_server(data) as url:
        killed = postmaster(data)
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: answers(url) and postmaster(data) != killed)
    assert processes_in(data) == []


def test_a_newcomer_after_the_server_was_killed_serves_the_old_user_too(
    data: Path, start_user: StartUser
) -> None:
    old = start_user(data)
    url = old.enter()
    os.kill(postmaster(data), signal.SIGKILL)
    with use_server(data):
        assert answers(url)
    assert processes_in(data), "the old user is still inside"


def test_users_killed_in_turn_leave_the_server_to_those_who_remain(
    data: Path, start_user: StartUser
) -> None:
    users = [start_user(data) for _ in range(4)]
    url, *_ = [user.enter() for user in users]
    for user in users[:-1]:
        user.kill()
        assert answers(url)
    users[-1].leave()
    assert processes_in(data) == []


def test_after_every_user_was_killed_the_next_one_leaves_nothing_running(
    data: Path, start_user: StartUser
) -> None:
    users = [start_user(data) for _ in range(2)]
    url, *_ = [user.enter() for user in users]
    before = postmaster(data)
    for user in users:
        user.kill()
    assert answers(url), "nobody was left to stop it"
    with use_server(data):
        assert postmaster(data) == before
    assert processes_in(data) == []


def test_a_user_killed_at_any_moment_of_a_first_start_blocks_nobody(
    new_data: Path, start_user: StartUser
) -> None:
    for pause in (0.3, 0.5, 0.7, 0.9, 1.1):
        user = start_user(new_data)
        time.sleep(pause)
        user.kill()
    with use_server(new_data) as url:
        assert answers(url)
    wait_for(lambda: not processes_in(new_data))
    with use_server(new_data):
        pass
    assert not list((new_data / "postgres.run").glob("making-*"))


def test_a_pid_file_whose_number_another_process_has_is_not_believed(data: Path) -> None:
    with use_server(data):
        pid_file = (data / "postgres" / "postmaster.pid").read_text().split("\n")
    account = server_account(data / "postgres")
    lent = {"user": account.uid, "group": account.gid} if account.is_other_user else {}
    with subprocess.Popen(["sleep", "600"], **lent) as stranger:  # type: ignore[call-overload]
        pid_file[0] = str(stranger.pid)
        stale = data / "postgres" / "postmaster.pid"
        stale.write_text("\n".join(pid_file))
        account.take_ownership(stale)
        with use_server(data) as url:
            assert answers(url)
        assert stranger.poll() is None, "the stranger was left alone"
        stranger.kill()
    assert processes_in(data) == []
