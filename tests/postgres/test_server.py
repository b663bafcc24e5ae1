"""Starting, sharing and stopping the embedded server."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import psycopg
import pytest

from pramana.postgres.server import use_server
from pramana.postgres.testing import processes_in, scratch_data_dir

StartUser = Callable[..., Any]


def ask(url: str, question: str) -> Any:
    with psycopg.connect(url) as connection:
        row = connection.execute(question.encode()).fetchone()
    return row[0] if row else None


def test_the_first_start_makes_a_database_with_pgvector(server: str) -> None:
    assert ask(server, "SELECT current_database()") == "pramana"
    assert ask(server, "SELECT '[1,2]'::vector <-> '[1,3]'::halfvec(2)::vector") == 1.0
    assert ask(server, "SELECT lower('ÀÉ') || length('प्रमाण')") == "àé6"
    assert ask(server, "SHOW server_encoding") == "UTF8"
    assert ask(server, "SHOW data_checksums") == "on"


def test_the_product_is_an_ordinary_role_that_may_make_databases(server: str) -> None:
    assert ask(server, "SHOW is_superuser") == "off"
    assert ask(server, "SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user") is True
    assert ask(server, "SELECT has_schema_privilege('public', 'CREATE')") is True


def test_the_server_is_not_on_the_network(server: str) -> None:
    assert ask(server, "SHOW listen_addresses") == ""
    assert ask(server, "SHOW max_connections") == "200"


def test_a_warm_start_finds_what_was_written(data: Path) -> None:
    with use_server(data) as url, psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE note AS SELECT 'kept' AS words")
    assert processes_in(data) == []
    with use_server(data) as url:
        assert ask(url, "SELECT words FROM note") == "kept"


def test_a_full_stop_leaves_nothing_running_even_with_open_sessions(data: Path) -> None:
    with use_server(data) as url:
        forgotten = psycopg.connect(url)
        assert len(processes_in(data)) > 1
    assert processes_in(data) == []
    assert not (data / "postgres.run" / "socket").exists()
    forgotten.close()


def test_an_error_inside_stops_the_server_and_stays_itself(data: Path) -> None:
    with pytest.raises(OSError, match="mine"), use_server(data):
        raise OSError("mine")
    assert processes_in(data) == []


def test_a_short_user_beside_a_long_one_leaves_the_server_alone(
    data: Path, start_user: StartUser
) -> None:
    with use_server(data) as url, psycopg.connect(url) as connection:
        short = start_user(data)
        assert short.enter() == url
        short.leave()
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert processes_in(data) == []


def test_the_server_outlives_the_user_who_started_it(data: Path, start_user: StartUser) -> None:
    first = start_user(data)
    url = first.enter()
    began = ask(url, "SELECT pg_postmaster_start_time()")
    with use_server(data):
        first.leave()
        assert ask(url, "SELECT pg_postmaster_start_time()") == began
    assert processes_in(data) == []


def test_one_process_may_use_it_twice(data: Path) -> None:
    with use_server(data) as outer:
        with use_server(data) as inner:
            assert inner == outer
        assert ask(outer, "SELECT 1") == 1
    assert processes_in(data) == []


@pytest.mark.parametrize("name", ['it\'s "my" $HOME', "100% प्रमाण", "a,b"])
def test_odd_characters_in_the_path_do_no_harm(new_data: Path, name: str) -> None:
    odd = new_data / name
    with use_server(odd) as url:
        assert ask(url, "SHOW fsync") == "on"
    assert processes_in(odd) == []


def test_a_path_too_long_for_a_socket_gets_a_short_private_one(new_data: Path) -> None:
    deep = new_data / ("d" * 60) / ("e" * 60)
    with use_server(deep) as url:
        assert ask(url, "SELECT 1") == 1
        sockets = Path(dict(parse_qsl(urlsplit(url).query))["host"])
        assert not sockets.is_relative_to(new_data)
        assert sockets.stat().st_mode & 0o077 == 0
        with use_server(deep) as again:
            assert again == url
    assert processes_in(deep) == []
    assert not sockets.exists()


def test_settings_of_the_shell_change_nothing(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPORT", "9999")
    monkeypatch.setenv("PGDATA", "/nowhere")
    monkeypatch.setenv("PGUSER", "someone")
    with use_server(data) as url:
        assert ask(url, "SELECT current_user::text") == "pramana"


def test_what_people_wrote_never_reaches_the_servers_log(data: Path) -> None:
    with use_server(data) as url:
        for statement in (
            "SELECT 'secret words'::integer",
            "CREATE TABLE note (words text PRIMARY KEY)",
            "INSERT INTO note VALUES ('secret words'), ('secret words')",
            "DO $$ BEGIN RAISE WARNING 'secret words'; END $$",
        ):
            try:
                ask(url, statement)
            except psycopg.Error:
                continue
    assert "secret words" not in (data / "postgres.run" / "log").read_text()


def test_two_data_directories_have_two_servers(data: Path) -> None:
    with scratch_data_dir() as other, use_server(data) as one, use_server(other) as two:
        asked = "SELECT system_identifier FROM pg_control_system()"
        assert ask(one, asked) != ask(two, asked)
        assert os.path.dirname(one) != os.path.dirname(two)
