"""What every command prepares: settings, data directory, database, migrations, Django, logs."""

import argparse
import gc
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import SettingsError

from config.environment import Environment
from pramana.kit.errors import Misconfigured
from pramana.kit.scope import Scope
from pramana.llm.engines import parse_engine_choice
from pramana.postgres.data_dir import LEAST_FREE, claim_data_dir, explain_os_errors
from pramana.postgres.errors import NoSpace
from pramana.retrieval.scoring.contracts import parse_weights

SECRET_WORDS = ("KEY", "SECRET", "OIDC", "DEFAULTS", "DATABASE", "MAIL_URL")
"""Words in the names of settings whose value is never shown."""


def read_environment() -> Environment:
    """Read the settings, or raise `Misconfigured` for the first one that is invalid.

    The model choice and the score weights have formats of their own. They are parsed here as well,
    so that a mistake is reported at the start and not at the first question.
    """
    try:
        environment = Environment()
    except ValidationError as error:
        raise Misconfigured(_sentence(error)) from None
    except SettingsError as error:  # it quotes nothing but the setting's name
        raise Misconfigured(f"A setting is not valid JSON: {error}.") from None
    parse_engine_choice(environment.model, environment.models)
    parse_weights(environment.score_weights)
    return environment


def _sentence(error: ValidationError) -> str:
    problem = error.errors()[0]
    message = problem["msg"].removeprefix("Value error, ")
    if not problem["loc"]:
        return message
    name = str(problem["loc"][0])
    variable = name if name.isupper() else f"PRAMANA_{name.upper()}"
    value = _value_without_secrets(variable, problem["input"])
    return f"{variable}{value} cannot be used: {message[0].lower()}{message[1:]}."


def _value_without_secrets(variable: str, value: object) -> str:
    """The value as people read it in the sentence; nothing of one that may hold a password.

    >>> _value_without_secrets("PRAMANA_PORT", "x"), _value_without_secrets("QDRANT_URL", "http://u:p@h:x")
    ("='x'", '')
    """
    is_plain = isinstance(value, str | int | float) and "@" not in str(value)
    is_secret = any(word in variable for word in SECRET_WORDS)
    return f"={value!r}" if is_plain and not is_secret else ""


@contextmanager
def ready_product(environment: Environment) -> Iterator[str]:
    """Provide a reachable database with Django set up on it."""
    with ready_database(environment) as url:
        setup_django()
        yield url


@contextmanager
def ready_database(environment: Environment) -> Iterator[str]:
    """Provide a reachable database, and export its address as DATABASE_URL."""
    ready_data(environment.data)
    with database(environment) as url:
        os.environ["DATABASE_URL"] = url
        yield url


def setup_django() -> None:
    """Load Django and every model. Collecting garbage meanwhile would take an eighth of that time.

    What is loaded stays until the process ends, so later collections leave it out.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.disable()
    import django

    django.setup()
    gc.freeze()
    gc.enable()


@contextmanager
def database(environment: Environment) -> Iterator[str]:
    """Use the server in DATABASE_URL if it is set, otherwise the embedded one."""
    if environment.database_url:
        from pramana.postgres.external import check_server

        check_server(environment.database_url)
        yield environment.database_url
        return
    from pramana.postgres.server import use_server

    if not (environment.data / "postgres").exists():
        say("Creating the database. This happens only once.")
    with use_server(environment.data) as url:
        yield url


def ready_data(data: Path) -> None:
    """Make sure that the data directory exists, is ours, is writable and has space."""
    claim_data_dir(data)
    _make_files_private(data / "files")
    if shutil.disk_usage(data).free < LEAST_FREE:
        raise NoSpace(data)


def _make_files_private(files: Path) -> None:
    """Let no other user of the machine list the documents; earlier versions did."""
    with explain_os_errors(files):
        files.mkdir(mode=0o700, exist_ok=True)
        files.chmod(0o700)


@contextmanager
def ready_scope(tenant: str) -> Iterator[Scope]:
    """Provide an up-to-date product, and the scope of a tenant's owner in it."""
    with ready_product(read_environment()):
        migrate()
        from pramana.tenancy.selectors import owner_scope

        yield owner_scope(tenant)


def add_tenant_option(*parsers: argparse.ArgumentParser) -> None:
    for parser in parsers:
        parser.add_argument("--tenant", metavar="T", default="default", help="slug of the tenant")


def migrate() -> int:
    """Apply pending migrations, one process at a time, and return how many there were."""
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from pramana.tenancy.services import ensure_first_start

    with connection.cursor() as cursor:
        _wait_for_turn(cursor)
        try:
            executor = MigrationExecutor(connection)
            refuse_newer(executor.loader.applied_migrations or {}, executor.loader)
            plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if plan:
                call_command("migrate", verbosity=0, interactive=False)
            ensure_first_start()
        finally:
            cursor.execute("SELECT pg_advisory_unlock(7230000)")
    return len(plan)


def check_schema() -> None:
    """Refuse a database that a newer version has migrated, without migrating anything."""
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(connection)
    refuse_newer(loader.applied_migrations or {}, loader)
    connection.close()


def refuse_newer(applied: Iterable[tuple[str, str]], loader: Any) -> None:
    """Raise unless we know every migration that was applied, by its app and name.

    Older code would misread what newer code wrote, so it does not touch the database.
    """
    unknown = sorted(
        f"{app}.{name}"
        for app, name in applied
        if app in loader.migrated_apps
        and (app, name) not in loader.disk_migrations
        and (app, name) not in loader.replacements
    )
    if unknown:
        raise Misconfigured(
            f"A newer version of Pramana has changed this database ({unknown[-1]}). "
            "Start that version, or restore a backup that this version made."
        )


def _wait_for_turn(cursor: Any) -> None:
    """Poll for the lock instead of waiting in one statement.

    A waiting statement holds a snapshot. If the other process builds an index concurrently, it
    waits for that snapshot to end, and both would wait for ever.
    """
    while True:
        cursor.execute("SELECT pg_try_advisory_lock(7230000)")
        if cursor.fetchone()[0]:
            return
        time.sleep(0.1)


def say(*lines: str) -> None:
    """Print lines for people on stderr; stdout is reserved for output that programs read."""
    for line in lines:
        print(line, file=sys.stderr, flush=True)


SERVICES = ("serve", "web", "worker", "mcp")
"""Commands that run until they are stopped; someone waits for every other command to end."""


def set_log_defaults(command: str, *, at_terminal: bool) -> None:
    """Log only warnings, as text, where a person reads along.

    Variables that are already set win, and child processes inherit them. A service that writes to
    a pipe or a file logs everything, because the log may be needed later.
    """
    if at_terminal:
        os.environ.setdefault("PRAMANA_LOG_FORMAT", "text")
        os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
    if at_terminal or command not in SERVICES:
        os.environ.setdefault("PRAMANA_LOG_LEVEL", "warning")
