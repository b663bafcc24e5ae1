"""Bring back what a backup holds."""

import argparse
from pathlib import Path

from pramana.cli.backup_archive import read_archive
from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import Conflict, InvalidRequest


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)


def run(asked: argparse.Namespace) -> None:
    if not asked.file.is_file():
        raise InvalidRequest(f"There is no file {asked.file}.")
    with ready_product(read_environment()) as url:
        _refuse_to_overwrite()
        files = read_archive(url, asked.file)
        migrate()
    say(f"Restored the database and {files} files from {asked.file}.")


def _refuse_to_overwrite() -> None:
    from django.db import connection

    if "tenancy_tenant" in connection.introspection.table_names():
        raise Conflict(
            "This database already holds a product, which a restore would overwrite. "
            "Restore into a new place with --data DIR, or into an empty database."
        )
    connection.close()
