"""Bring the database up to date."""

import argparse

from pramana.cli.product import read_environment, ready_product, say


def arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(_: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        applied = migrate()
    say(f"{applied} migrations applied." if applied else "The database is up to date.")


def migrate() -> int:
    """Apply what is missing, one process at a time, and return how many that was."""
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from pramana.tenancy.services import ensure_first_start

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(7230000)")
        try:
            executor = MigrationExecutor(connection)
            plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if plan:
                call_command("migrate", verbosity=0, interactive=False)
            ensure_first_start()
        finally:
            cursor.execute("SELECT pg_advisory_unlock(7230000)")
    return len(plan)
