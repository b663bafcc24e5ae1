"""`pramana registry` and `pramana memory`: import and export of records and of groups."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from pramana.cli.product import add_tenant_option, ready_scope, say
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from pramana.registry.services.bulk_import import ImportTally

FORMATS = ("jsonl", "nes", "csv", "ftm")
TYPES = ("person", "organization", "location", "project")
SEEDS = ("nepal",)


def registry_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    import_parser = commands.add_parser("import", help="import records from a file")
    import_parser.add_argument(
        "--type",
        choices=TYPES,
        default="",
        help="the type of records in a CSV without a `type` column",
    )
    export_parser = commands.add_parser(
        "export", help="export all records to a file, or - for stdout"
    )
    seed_parser = commands.add_parser("seed", help="add the places of a country")
    seed_parser.add_argument("country", choices=SEEDS)
    for command in (import_parser, export_parser):
        command.add_argument("file", metavar="FILE")
        command.add_argument("--format", choices=FORMATS, help="default: by the file name")
    add_tenant_option(import_parser, export_parser, seed_parser)


def run_registry(options: argparse.Namespace) -> int:
    with ready_scope(options.tenant) as scope:
        return {"import": _import, "export": _export, "seed": _seed}[options.action](scope, options)


def _import(scope: Scope, options: argparse.Namespace) -> int:
    """Rejected records are reported with their line, and the others are still imported."""
    from pramana.registry.exchange import FileFormat, format_of, import_records

    format = FileFormat(options.format) if options.format else format_of(options.file)
    with _open_text(Path(options.file)) as file:
        tally = import_records(
            scope,
            file,
            format,
            author="import",
            description=f"From {Path(options.file).name}.",
            type=options.type,
        )
    say(*tally.problems)
    _print_report(tally)
    return int(tally.refused > 0)


def _export(scope: Scope, options: argparse.Namespace) -> int:
    from pramana.registry.exchange import FileFormat, export_records, format_of

    if options.file == "-":
        export_records(scope, sys.stdout, FileFormat(options.format or "jsonl"))
        return 0
    format = FileFormat(options.format) if options.format else format_of(options.file)
    with Path(options.file).open("w", encoding="utf-8") as file:
        count = export_records(scope, file, format)
    say(f"Wrote {count} records to {options.file}.")
    return 0


def _seed(scope: Scope, options: argparse.Namespace) -> int:
    from pramana.registry.exchange import seed_nepal

    _print_report(seed_nepal(scope))
    return 0


@contextmanager
def _open_text(path: Path) -> Iterator[TextIO]:
    try:
        with path.open(encoding="utf-8") as file:
            yield file
    except FileNotFoundError:
        raise InvalidRequest(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise InvalidRequest(f"{path} is a folder. Name a file.") from None
    except UnicodeDecodeError:
        raise InvalidRequest(f"{path} is not UTF-8. Convert it first.") from None


def _print_report(tally: "ImportTally") -> None:
    counts = {name: count for name, count in asdict(tally).items() if isinstance(count, int)}
    print(", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing")


def memory_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    export_parser = commands.add_parser("export", help="export a group to a file, or - for stdout")
    import_parser = commands.add_parser(
        "import", help="import an export of Pramana, Graphiti or mem0 into a group"
    )
    for command in (export_parser, import_parser):
        command.add_argument("group", metavar="GROUP")
        command.add_argument("file", metavar="FILE")
    add_tenant_option(export_parser, import_parser)


def run_memory(options: argparse.Namespace) -> int:
    with ready_scope(options.tenant) as scope:
        {"export": _export_group, "import": _import_group}[options.action](scope, options)
    return 0


def _export_group(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.memory.services.transfer import export_lines

    lines = export_lines(scope, options.group)
    path = Path(options.file)
    is_stdout = options.file == "-"
    with nullcontext(sys.stdout) if is_stdout else path.open("w", encoding="utf-8") as file:
        count = sum(bool(file.write(line)) for line in lines)
    say(f"Exported {count} records of {options.group}.")


def _import_group(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.memory.services.transfer import import_group

    try:
        raw = Path(options.file).read_bytes()
    except OSError as error:
        raise InvalidRequest(f"{options.file} cannot be read: {error.strerror}.") from None
    counts = asdict(import_group(scope, options.group, raw))
    print(", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing")
