"""`pramana backup`: write the database and every file into one archive."""

import argparse
from pathlib import Path

from pramana.cli.backup_archive import write_archive
from pramana.cli.backup_encryption import read_passphrase
from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest

FILE_HELP = "a file that holds the passphrase (or set PRAMANA_BACKUP_PASSPHRASE)"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--passphrase-file", metavar="FILE", type=Path, help=FILE_HELP)


def run(options: argparse.Namespace) -> None:
    if options.file.exists():
        raise InvalidRequest(f"{options.file} already exists. Name a new file or remove it first.")
    passphrase = read_passphrase(options.passphrase_file)
    with ready_product(read_environment()) as url:
        files = write_archive(url, options.file, passphrase)
    suffix = ", encrypted" if passphrase else ""
    say(f"Wrote the database and {files} files to {options.file}{suffix}.")
