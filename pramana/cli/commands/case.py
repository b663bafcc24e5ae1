"""`pramana case`: open and list cases."""

import argparse

from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product
from pramana.kit.scope import Scope


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    open_parser = commands.add_parser("open", help="open a case and print its id")
    open_parser.add_argument("name", metavar="NAME")
    list_parser = commands.add_parser("list", help="list cases, newest first")
    for command in (open_parser, list_parser):
        command.add_argument("--tenant", metavar="T", default="default", help="slug of the tenant")


def run(options: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        migrate()
        from pramana.tenancy.selectors import owner_scope

        scope = owner_scope(options.tenant)
        {"open": _open, "list": _list}[options.action](scope, options)


def _open(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.tenancy.services import open_case

    print(open_case(scope, options.name))


def _list(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import list_cases

    for case in list_cases(scope):
        print(f"{case.id}  {case.created_at:%Y-%m-%d %H:%M}  {case.runs:>5} runs  {case.name}")
