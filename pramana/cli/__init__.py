"""The `pramana` command: its commands, how their arguments are parsed, and how one is run."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from types import FrameType

from pramana import __version__
from pramana.cli.product import set_log_defaults
from pramana.kit.errors import AppError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Expected errors are printed as one sentence, without a traceback."""
    arguments = parse(sys.argv[1:] if argv is None else argv)
    set_log_defaults(arguments.command_name, at_terminal=sys.stderr.isatty())
    signal.signal(signal.SIGTERM, _exit_on_signal)
    try:
        return arguments.command(arguments) or 0
    except AppError as error:
        print(f"pramana: {error}", file=sys.stderr)
    except BrokenPipeError:
        sys.stderr.close()
    except KeyboardInterrupt:
        print("pramana: stopped.", file=sys.stderr)
        return 130
    return 1


def _exit_on_signal(number: int, frame: FrameType | None) -> None:
    """Exit through an exception, so that the processes we started are stopped."""
    sys.exit(128 + number)


COMMANDS = {
    "serve": ("serve", "start everything: database, web server and worker"),
    "web": ("serve", "serve the pages and APIs only"),
    "worker": ("serve", "run background jobs only"),
    "migrate": ("upkeep", "bring the database up to date"),
    "doctor": ("upkeep", "check the installation and say how to fix what is missing"),
    "ingest": ("ingest", "add files and folders to the library"),
    "registry": ("exchange", "import and export records, or add the places of a country"),
    "case": ("access", "open and list cases"),
    "research": ("research", "search the web for a question and approve pages"),
    "memory": (
        "exchange",
        "export a group of memory, or import one from Pramana, Graphiti or mem0",
    ),
    "key": ("access", "create, list and revoke API keys"),
    "tenant": ("access", "create, list and erase tenants, and set their quotas"),
    "person": ("access", "create a sign-in link for a person, or erase a person"),
    "jobs": ("upkeep", "list background jobs and retry failed ones"),
    "golden": ("evals", "ask golden questions and report which are not answered as expected"),
    "evals": ("evals", "measure how often the product was right, by people's decisions"),
    "backup": ("backup", "write everything into one file"),
    "restore": ("backup", "restore a backup"),
    "mcp": ("serve", "serve an agent over stdin and stdout with the Model Context Protocol"),
    "demo": ("ingest", "fill an empty product with a demonstration"),
}
"""Each command's module in `pramana.cli.commands`, and what it does.

The module has `run_COMMAND(options)` and, if it takes arguments, `COMMAND_arguments(parser)`.
"""


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments, and export the shared options so that child processes see them."""
    arguments = _parser().parse_args(argv)
    for option, variable in SHARED.items():
        value = getattr(arguments, option, None)
        if value is not None:
            os.environ[variable] = str(value)
    return arguments


SHARED = {"data": "PRAMANA_DATA", "port": "PRAMANA_PORT", "host": "PRAMANA_HOST"}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pramana",
        description="Knowledge from documents in which every value points at its source text.",
    )
    parser.add_argument("--version", action="version", version=f"pramana {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command_name")
    for name, (home, summary) in COMMANDS.items():
        module = import_module(f"pramana.cli.commands.{home}")
        command = commands.add_parser(name, help=summary, description=summary.capitalize() + ".")
        if add_arguments := getattr(module, f"{name}_arguments", None):
            add_arguments(command)
        _add_shared_options(command, getattr(module, f"run_{name}"))
    return parser


def _add_shared_options(
    parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int | None]
) -> None:
    """Add the shared options and the function to run to a command, or to each of its actions."""
    nested = [
        choice
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for choice in action.choices.values()
    ]
    for command in nested or [parser]:
        command.add_argument("--data", metavar="DIR", help="the data directory (PRAMANA_DATA)")
        command.add_argument("--host", help="the address to listen on (PRAMANA_HOST)")
        command.add_argument("--port", metavar="N", help="the port to listen on (PRAMANA_PORT)")
        command.set_defaults(command=run)
