"""Servers that someone else runs, real ones: what they lack is said in a sentence."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from pramana.postgres.binaries import copy_binaries, find_wheel
from pramana.postgres.cluster import SUPERUSER, make_cluster, server_account
from pramana.postgres.data_dir import claim_data_dir
from pramana.postgres.errors import ServerUnsuitable
from pramana.postgres.external import check_server
from pramana.postgres.postmaster import Postmaster
from pramana.postgres.testing import database_url, scratch_data_dir, template_database


@pytest.fixture
def without_pgvector(new_data: Path) -> Iterator[str]:
    """A server whose administrator never installed pgvector."""
    layout = claim_data_dir(new_data)
    layout.run.mkdir(mode=0o711)
    account = server_account(layout.cluster)
    with scratch_data_dir(in_memory=False) as programs:
        binaries = copy_binaries(find_wheel(), programs)
        for file in binaries.home.rglob("vector*"):
            file.unlink()
        make_cluster(layout, binaries, account)
        postmaster = Postmaster(layout, binaries, account)
        postmaster.start()
        yield postmaster.url(SUPERUSER, "postgres")
        postmaster.stop()


@pytest.fixture
def as_superuser(server: str) -> str:
    return server.replace("//pramana@", f"//{SUPERUSER}@")


def test_a_server_that_has_everything_passes(server: str) -> None:
    check_server(server)


def test_a_server_without_pgvector_says_what_to_install_and_run(without_pgvector: str) -> None:
    with pytest.raises(ServerUnsuitable) as caught:
        check_server(without_pgvector)
    assert "Install it there" in caught.value.message
    assert "CREATE EXTENSION vector;" in caught.value.message


def test_a_user_without_rights_is_told_what_a_superuser_must_run(as_superuser: str) -> None:
    with psycopg.connect(as_superuser, autocommit=True) as connection:
        connection.execute("CREATE DATABASE bare OWNER pramana TEMPLATE template0")
    bare = database_url(as_superuser, "bare")
    with pytest.raises(ServerUnsuitable) as caught:
        check_server(bare.replace(f"//{SUPERUSER}@", "//pramana@"))
    assert "as a superuser: CREATE EXTENSION vector;" in caught.value.message

    with psycopg.connect(bare) as connection:
        connection.execute("CREATE EXTENSION vector")
    check_server(bare.replace(f"//{SUPERUSER}@", "//pramana@"))


def test_the_check_leaves_no_trace(as_superuser: str) -> None:
    with psycopg.connect(as_superuser, autocommit=True) as connection:
        connection.execute("CREATE DATABASE untouched TEMPLATE template0")
    untouched = database_url(as_superuser, "untouched")
    check_server(untouched)
    with psycopg.connect(untouched) as connection:
        found = connection.execute("SELECT count(*) FROM pg_extension WHERE extname = 'vector'")
        assert found.fetchone() == (0,)


def test_an_old_pgvector_says_how_to_update_it(as_superuser: str) -> None:
    aged = template_database(as_superuser, "aged")
    with psycopg.connect(aged) as connection:
        connection.execute("UPDATE pg_extension SET extversion = '0.5.1' WHERE extname = 'vector'")
    with pytest.raises(ServerUnsuitable, match="ALTER EXTENSION vector UPDATE;"):
        check_server(aged)


def test_a_database_that_cannot_hold_every_script_is_refused(as_superuser: str) -> None:
    with psycopg.connect(as_superuser, autocommit=True) as connection:
        connection.execute(
            "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' "
            "TEMPLATE template0"
        )
    with pytest.raises(ServerUnsuitable, match="stores text as LATIN1"):
        check_server(database_url(as_superuser, "latin"))


def test_a_standby_is_refused(server: str) -> None:
    with pytest.raises(ServerUnsuitable, match="Name the primary"):
        check_server(f"{server}&options=-cdefault_transaction_read_only%3Don")


def test_an_address_where_nobody_listens_is_a_sentence_without_the_password() -> None:
    with pytest.raises(ServerUnsuitable) as caught:
        check_server("postgresql://me:hunter2@127.0.0.1:1/pramana")
    assert "Connection refused" in caught.value.message
    assert "hunter2" not in caught.value.message


def test_an_address_that_is_none_is_a_sentence() -> None:
    with pytest.raises(ServerUnsuitable):
        check_server("mysql://elsewhere/db")
