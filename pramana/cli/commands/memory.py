"""`pramana memory`: export a group of memory as JSON lines, or import an export."""

import argparse
import sys
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

from pramana.cli.commands.migrate import add_tenant_option, ready_scope
from pramana.cli.product import say
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope


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
        {"export": _export, "import": _import}[options.action](scope, options)
    return 0


def _export(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.memory.services.transfer import export_lines

    lines = export_lines(scope, options.group)
    path = Path(options.file)
    is_stdout = options.file == "-"
    with nullcontext(sys.stdout) if is_stdout else path.open("w", encoding="utf-8") as file:
        count = sum(bool(file.write(line)) for line in lines)
    say(f"Exported {count} records of {options.group}.")


def _import(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.memory.services.transfer import import_group

    try:
        raw = Path(options.file).read_bytes()
    except OSError as error:
        raise InvalidRequest(f"{options.file} cannot be read: {error.strerror}.") from None
    counts = asdict(import_group(scope, options.group, raw))
    print(", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing")
