"""Code does not touch a database that newer code has changed."""

import psycopg
import pytest

from tests.cli.test_product import pramana

pytestmark = pytest.mark.starts
NEWER = """
    INSERT INTO django_migrations (app, name, applied)
    VALUES ('tenancy', '9999_from_the_future', now())
"""


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["web", "--port", "0"], ["worker"]])
def test_older_code_refuses_a_newer_database(own_database, tmp_path, command):
    with psycopg.connect(own_database) as connection:
        connection.execute(NEWER)

    ended = pramana(*command, DATABASE_URL=own_database, PRAMANA_DATA=str(tmp_path))

    assert ended.returncode == 1
    assert "newer version of Pramana" in ended.stderr
    assert "tenancy.9999_from_the_future" in ended.stderr
    assert "Traceback" not in ended.stderr
