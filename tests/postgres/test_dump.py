"""Backups are proven by restoring them."""

import os
import threading
from pathlib import Path

import psycopg
import pytest

from pramana.postgres.cluster import SUPERUSER
from pramana.postgres.dump import dump_database, restore_database
from pramana.postgres.errors import BackupFailed
from pramana.postgres.testing import (
    clone_database,
    database_url,
    drop_database,
    template_database,
)

FILL = """
CREATE SCHEMA flows;
COMMENT ON SCHEMA flows IS 'and this';
CREATE TYPE mood AS ENUM ('calm', 'busy');
CREATE TABLE note (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, words text UNIQUE,
                   mood mood, place vector(3));
COMMENT ON TABLE note IS 'kept too';
CREATE TABLE flows.step (note_id bigint REFERENCES public.note, at timestamptz);
CREATE FUNCTION shout(text) RETURNS text LANGUAGE sql AS 'SELECT upper($1)';
CREATE VIEW calm_note AS SELECT shout(words) AS words FROM note WHERE mood = 'calm';
INSERT INTO note (words, mood, place) VALUES ('प्रमाण', 'calm', '[1,2,3]'), ('b', 'busy', NULL);
INSERT INTO flows.step VALUES (1, '2026-11-15T00:00Z');
"""


@pytest.fixture
def filled(server: str) -> str:
    url = template_database(server, "filled")
    with psycopg.connect(url) as connection:
        connection.execute(FILL)
    return url


def facts(url: str) -> list[object]:
    with psycopg.connect(url) as connection:
        return [
            connection.execute(
                "SELECT id, words, mood, place::text FROM note ORDER BY 1"
            ).fetchall(),
            connection.execute("SELECT * FROM flows.step").fetchall(),
            connection.execute("SELECT words FROM calm_note").fetchall(),
            connection.execute("SELECT obj_description('note'::regclass)").fetchone(),
            connection.execute("SELECT obj_description('flows'::regnamespace)").fetchone(),
        ]


def tables(url: str) -> set[str]:
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {row[0] for row in rows}


def test_a_backup_restored_elsewhere_holds_the_same(
    server: str, filled: str, tmp_path: Path
) -> None:
    dump_database(filled, tmp_path / "backup")
    empty = template_database(server, "empty")
    restore_database(empty, tmp_path / "backup")
    assert facts(empty) == facts(filled)
    with psycopg.connect(empty) as connection:
        connection.execute("INSERT INTO note (words) VALUES ('the sequence goes on')")


def test_restoring_replaces_everything_that_came_later(
    server: str, filled: str, tmp_path: Path
) -> None:
    before = facts(filled)
    dump_database(filled, tmp_path / "backup")
    with psycopg.connect(filled) as connection:
        connection.execute("CREATE TABLE later (note_id bigint REFERENCES note)")
        connection.execute("CREATE SCHEMA later; CREATE SEQUENCE later.counting")
        connection.execute("DELETE FROM flows.step; DELETE FROM note")
    restore_database(filled, tmp_path / "backup")
    assert facts(filled) == before
    assert tables(filled) == {"note"}


def test_a_superusers_database_is_restored_the_same_way(
    server: str, filled: str, tmp_path: Path
) -> None:
    dump_database(filled, tmp_path / "backup")
    superuser = server.replace("//pramana@", f"//{SUPERUSER}@")
    restored = template_database(superuser, "of_superuser")
    restore_database(restored, tmp_path / "backup")
    assert facts(restored) == facts(filled)


@pytest.mark.parametrize("keep", [0.0, 0.3, 0.9])
def test_a_cut_backup_changes_nothing(filled: str, tmp_path: Path, keep: float) -> None:
    backup = tmp_path / "backup"
    with psycopg.connect(filled) as connection:
        connection.execute(
            "INSERT INTO note (words) SELECT gen_random_uuid() FROM generate_series(1, 20000)"
        )
    before = facts(filled)
    dump_database(filled, backup)
    os.truncate(backup, int(backup.stat().st_size * keep))
    with pytest.raises(BackupFailed):
        restore_database(filled, backup)
    assert facts(filled) == before


def test_what_is_no_backup_is_refused(filled: str, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear all")
    with pytest.raises(BackupFailed, match="not a backup"):
        restore_database(filled, tmp_path / "letter.txt")
    with pytest.raises(BackupFailed, match="There is no backup"):
        restore_database(filled, tmp_path / "absent")
    assert tables(filled) == {"note"}


def test_a_backup_is_private_and_appears_only_when_complete(filled: str, tmp_path: Path) -> None:
    dump_database(filled, tmp_path / "backup")
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600
    with pytest.raises(BackupFailed, match="could not be written"):
        dump_database(filled, tmp_path / "no such folder" / "backup")
    assert [path.name for path in tmp_path.iterdir()] == ["backup"]


def test_a_template_is_cloned_and_dropped_while_someone_is_connected(
    server: str, filled: str
) -> None:
    names = [f"clone_{number}" for number in range(3)]
    threads = [
        threading.Thread(target=clone_database, args=(server, "filled", name)) for name in names
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with pytest.raises(psycopg.errors.DuplicateDatabase):
        clone_database(server, "filled", names[0])
    forgotten = psycopg.connect(database_url(server, names[0]))
    assert forgotten.execute("SELECT count(*) FROM note").fetchone() == (2,)
    for name in names:
        drop_database(server, name)
    forgotten.close()
    with psycopg.connect(server) as connection:
        left = connection.execute("SELECT count(*) FROM pg_database WHERE datname ~ '^clone_'")
        assert left.fetchone() == (0,)
