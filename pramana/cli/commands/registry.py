"""Records in and out of files, and a registry to begin with."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from pramana.registry.contracts import ImportTally

FORMATS = ("jsonl", "nes", "csv", "ftm")
TYPES = ("person", "organization", "location", "project")
SEEDS = ("nepal",)


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    taken = commands.add_parser("import", help="take records in from a file")
    taken.add_argument("--type", choices=TYPES, default="", help="what a CSV without `type` holds")
    given = commands.add_parser("export", help="write all records into a file, or - for stdout")
    seeded = commands.add_parser("seed", help="begin with the places of a country")
    seeded.add_argument("country", choices=SEEDS)
    for command in (taken, given):
        command.add_argument("file", metavar="FILE")
        command.add_argument("--format", choices=FORMATS, help="else by the file's name")
    for command in (taken, given, seeded):
        command.add_argument("--tenant", metavar="T", default="default", help="slug of the tenant")


def run(asked: argparse.Namespace) -> int:
    with ready_product(read_environment()):
        migrate()
        from pramana.tenancy.selectors import owner_scope

        scope = owner_scope(asked.tenant)
        return {"import": _import, "export": _export, "seed": _seed}[asked.action](scope, asked)


def _import(scope: Scope, asked: argparse.Namespace) -> int:
    """What is refused is said with its line, and the rest still comes in."""
    from pramana.registry.exchange import FileFormat, format_of, import_records

    format = FileFormat(asked.format) if asked.format else format_of(asked.file)
    with _opened(Path(asked.file)) as file:
        tally = import_records(
            scope,
            file,
            format,
            author="import",
            description=f"From {Path(asked.file).name}.",
            type=asked.type,
        )
    say(*tally.problems)
    _print_report(tally)
    return int(tally.refused > 0)


def _export(scope: Scope, asked: argparse.Namespace) -> int:
    from pramana.registry.exchange import FileFormat, export_records, format_of

    if asked.file == "-":
        export_records(scope, sys.stdout, FileFormat(asked.format or "jsonl"))
        return 0
    format = FileFormat(asked.format) if asked.format else format_of(asked.file)
    with Path(asked.file).open("w", encoding="utf-8") as file:
        written = export_records(scope, file, format)
    say(f"{written} records are in {asked.file}.")
    return 0


def _seed(scope: Scope, asked: argparse.Namespace) -> int:
    from pramana.registry.exchange import seed_nepal

    _print_report(seed_nepal(scope))
    return 0


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    try:
        with path.open(encoding="utf-8") as file:
            yield file
    except FileNotFoundError:
        raise InvalidRequest(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise InvalidRequest(f"{path} is a folder.") from None
    except UnicodeDecodeError:
        raise InvalidRequest(f"{path} is not UTF-8.") from None


def _print_report(tally: "ImportTally") -> None:
    counts = {name: count for name, count in asdict(tally).items() if isinstance(count, int)}
    print(", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing")
