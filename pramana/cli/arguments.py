"""What can be typed after `pramana`."""

import argparse
import os
from collections.abc import Callable, Sequence
from importlib import import_module

from pramana import __version__

COMMANDS = {
    "serve": "start everything: database, web and worker",
    "web": "serve the pages and APIs only",
    "worker": "do background work only",
    "migrate": "bring the database up to date",
    "doctor": "say what is ready, what is missing and how to fix it",
    "ingest": "take files and folders into the library",
    "registry": "take records in, write them out, or begin with a country's places",
    "case": "open and list cases, the matters that work is done for",
    "research": "search the web for a question and decide what may come in",
    "key": "create, list and revoke API keys",
    "tenant": "open, list and erase tenants, and give them quotas",
    "person": "give a person a sign-in link, or erase one",
    "jobs": "list background work and retry what failed",
    "golden": "ask golden questions and say which are not answered as they should be",
    "evals": "say how right the product was, by what people decided",
    "backup": "write everything into one file",
    "restore": "bring back what a backup holds",
    "mcp": "serve an agent that speaks the Model Context Protocol over a pipe",
    "demo": "fill an empty product with a story to try everything on",
}
"""Each is a module in `pramana.cli.commands` with `arguments(parser)` and `run(arguments)`."""


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the arguments, and put the shared ones into the environment for whatever we start."""
    arguments = _parser().parse_args(argv)
    for option, variable in SHARED.items():
        value = getattr(arguments, option, None)
        if value is not None:
            os.environ[variable] = str(value)
    return arguments


SHARED = {"data": "PRAMANA_DATA", "port": "PRAMANA_PORT", "host": "PRAMANA_HOST"}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pramana", description="Knowledge in which every value points at its words."
    )
    parser.add_argument("--version", action="version", version=f"pramana {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="asked")
    for name, summary in COMMANDS.items():
        module = import_module(f"pramana.cli.commands.{name}")
        command = commands.add_parser(name, help=summary, description=summary.capitalize() + ".")
        module.arguments(command)
        _end(command, module.run)
    return parser


def _end(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int | None]) -> None:
    """Give a command, or each command under it, the shared options and what it runs."""
    nested = [
        choice
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for choice in action.choices.values()
    ]
    for command in nested or [parser]:
        command.add_argument(
            "--data", metavar="DIR", help="where everything is kept (PRAMANA_DATA)"
        )
        command.add_argument("--host", help="the address to listen on (PRAMANA_HOST)")
        command.add_argument("--port", metavar="N", help="the port to listen on (PRAMANA_PORT)")
        command.set_defaults(command=run)
