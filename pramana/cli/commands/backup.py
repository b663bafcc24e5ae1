"""Everything in one file."""

import argparse
from pathlib import Path

from pramana.cli.backup_archive import write_archive
from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)


def run(asked: argparse.Namespace) -> None:
    if asked.file.exists():
        raise InvalidRequest(f"{asked.file} exists already. Name a new file, or remove it first.")
    with ready_product(read_environment()) as url:
        files = write_archive(url, asked.file)
    say(f"Wrote the database and {files} files to {asked.file}.")
