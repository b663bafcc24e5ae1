"""`pramana backup` and `restore`: the database and every file in one archive, and back."""

import argparse
from pathlib import Path

from pramana.cli.backup_archive import restore_archive, verify_archive, write_archive
from pramana.cli.backup_encryption import read_passphrase
from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import Conflict, InvalidRequest

FILE_HELP = "a file that holds the passphrase (or set PRAMANA_BACKUP_PASSPHRASE)"


def backup_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--passphrase-file", metavar="FILE", type=Path, help=FILE_HELP)


def run_backup(options: argparse.Namespace) -> None:
    if options.file.exists():
        raise InvalidRequest(f"{options.file} already exists. Name a new file or remove it first.")
    passphrase = read_passphrase(options.passphrase_file)
    with ready_product(read_environment()) as url:
        files = write_archive(url, options.file, passphrase)
    suffix = ", encrypted" if passphrase else ""
    say(f"Wrote the database and {files} files to {options.file}{suffix}.")


def restore_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--passphrase-file", metavar="FILE", type=Path, help=FILE_HELP)


def run_restore(options: argparse.Namespace) -> None:
    if not options.file.is_file():
        raise InvalidRequest(f"There is no file {options.file}.")
    passphrase = read_passphrase(options.passphrase_file)
    verify_archive(options.file, passphrase)
    with ready_product(read_environment()) as url:
        _refuse_to_overwrite()
        files = restore_archive(url, options.file, passphrase)
        migrate()
    say(f"Restored the database and {files} files from {options.file}.")


def _refuse_to_overwrite() -> None:
    from django.db import connection

    if "tenancy_tenant" in connection.introspection.table_names():
        raise Conflict(
            "This database already holds a product, which a restore would overwrite. "
            "Restore into a new directory with --data DIR, or into an empty database."
        )
    connection.close()
