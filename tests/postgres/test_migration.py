"""The migration that all others rest on."""

import os
import subprocess
from pathlib import Path

import psycopg
from django.db import models
from django.db.migrations.operations import AddField
from django.db.migrations.state import ModelState, ProjectState

from pramana.postgres.cluster import SUPERUSER
from pramana.postgres.management.commands.migrate import changed_models_only
from pramana.postgres.testing import database_url, drop_database
from tests.prepared import run_prepared

ROOT = Path(__file__).resolve().parents[2]


def migrate(url: str, data: Path) -> subprocess.CompletedProcess[str]:
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": str(ROOT)}
    place = {"DATABASE_URL": url, "PRAMANA_DATA": str(data)}
    command = ["-m", "django", "migrate", "postgres", "--skip-checks"]
    return run_prepared(command, env=os.environ | settings | place)


def test_without_rights_it_says_what_a_superuser_must_run_and_then_passes(
    server: str, tmp_path: Path
) -> None:
    superuser = server.replace("//pramana@", f"//{SUPERUSER}@")
    drop_database(superuser, "unprepared")
    with psycopg.connect(superuser, autocommit=True) as connection:
        connection.execute("CREATE DATABASE unprepared OWNER pramana TEMPLATE template0")

    refused = migrate(database_url(server, "unprepared"), tmp_path)
    assert refused.returncode == 1
    assert "as a superuser: CREATE EXTENSION vector;" in refused.stderr
    assert "Traceback" not in refused.stderr

    with psycopg.connect(database_url(superuser, "unprepared")) as connection:
        connection.execute("CREATE EXTENSION vector")
    passed = migrate(database_url(server, "unprepared"), tmp_path)
    assert passed.returncode == 0, passed.stderr


def test_a_step_builds_its_own_model_anew_and_python_code_sees_all_of_them_anew() -> None:
    state = ProjectState()
    state.add_model(ModelState("tenancy", "House", [("id", models.AutoField(primary_key=True))]))
    house = models.ForeignKey("tenancy.House", models.CASCADE)
    fields = [("id", models.AutoField(primary_key=True)), ("house", house)]
    state.add_model(ModelState("tenancy", "Room", fields))
    before = state.apps.get_model("tenancy", "Room")

    with changed_models_only():
        AddField("House", "name", models.TextField(default="")).state_forwards("tenancy", state)

    after = state.apps
    assert after.get_model("tenancy", "House")._meta.get_field("name")
    assert after.get_model("tenancy", "Room") is before
    state.clear_delayed_apps_cache()  # as `RunPython` does
    room = state.apps.get_model("tenancy", "Room")
    assert room._meta.get_field("house").related_model._meta.get_field("name")
