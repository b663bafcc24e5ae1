"""Code does not touch a database that newer code has changed."""

import os

import psycopg
import pytest

from tests.prepared import run_prepared

pytestmark = pytest.mark.starts
NEWER = """
    INSERT INTO django_migrations (app, name, applied)
    VALUES ('tenancy', '9999_from_the_future', now())
"""


COMMANDS = [
    ["serve", "--port", "0"],
    ["web", "--port", "0"],
    ["worker"],
    ["mcp", "--key", "pmn_x"],
    ["jobs", "list"],
    ["doctor", "--verify"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_older_code_refuses_a_newer_database(own_database, tmp_path, command):
    with psycopg.connect(own_database) as connection:
        connection.execute(NEWER)

    place = {"DATABASE_URL": own_database, "PRAMANA_DATA": str(tmp_path)}
    ended = run_prepared(["-m", "pramana.cli", *command], env={**os.environ, **place})

    assert ended.returncode == 1
    said = ended.stderr + ended.stdout  # the doctor's findings are its output
    assert "newer version of Pramana" in said
    assert "tenancy.9999_from_the_future" in said
    assert "Traceback" not in ended.stderr
