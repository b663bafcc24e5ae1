"""Our `migrate` takes a shortcut; it must end where Django's own ends."""

import os
import subprocess
import sys

import pytest

from pramana.postgres.dump import client_environment, client_programs_for
from pramana.postgres.testing import drop_database, template_database

MIGRATE = "from django.core.management import call_command; call_command({}, verbosity=0)"
OURS = MIGRATE.format("'migrate'")
DJANGOS = "from django.core.management.commands.migrate import Command;" + MIGRATE.format(
    "Command()"
)


def test_the_schema_is_the_one_that_django_makes() -> None:
    ours, djangos = (_schema(program) for program in (OURS, DJANGOS))

    assert len(ours) > 5_000
    assert ours == djangos


def _schema(program: str) -> list[str]:
    name = "compared"
    url = template_database(os.environ["DATABASE_URL"], name)
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    code = f"import django; django.setup(); {program}"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    command = client_programs_for(url).command("pg_dump", url, "--schema-only", "--no-owner")
    dump = subprocess.run(
        command, env=client_environment(url), check=True, capture_output=True, text=True
    )
    drop_database(os.environ["DATABASE_URL"], name)
    lines = dump.stdout.splitlines()
    return [line for line in lines if not line.startswith(("\\restrict", "\\unrestrict"))]


pytestmark = pytest.mark.starts
