"""`pramana migrate`: bring the database up to date."""

import argparse
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import Misconfigured
from pramana.kit.scope import Scope


def run_migrate(_: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        applied = migrate()
    say(f"{applied} migrations applied." if applied else "The database is up to date.")


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
