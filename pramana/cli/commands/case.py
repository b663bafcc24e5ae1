"""Cases from the command line: open one, and find the id of another."""

import argparse

from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product
from pramana.kit.scope import Scope


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    opened = commands.add_parser("open", help="open a case and print its id")
    opened.add_argument("name", metavar="NAME")
    listed = commands.add_parser("list", help="newest first")
    for command in (opened, listed):
        command.add_argument("--tenant", metavar="T", default="default", help="slug of the tenant")


def run(asked: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        migrate()
        from pramana.tenancy.selectors import owner_scope

        scope = owner_scope(asked.tenant)
        {"open": _open, "list": _list}[asked.action](scope, asked)


def _open(scope: Scope, asked: argparse.Namespace) -> None:
    from pramana.tenancy.services import open_case

    print(open_case(scope, asked.name))


def _list(scope: Scope, asked: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import list_cases

    for case in list_cases(scope):
        print(f"{case.id}  {case.created_at:%Y-%m-%d %H:%M}  {case.runs:>5} runs  {case.name}")
