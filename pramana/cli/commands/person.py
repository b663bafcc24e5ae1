"""`pramana person`: create a sign-in link for a person, or erase a person."""

import argparse

from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    link_parser = commands.add_parser("link", help="print a link that signs a person in once")
    erase_parser = commands.add_parser(
        "erase", help="remove a person's account, keys and conversations"
    )
    for command in (link_parser, erase_parser):
        command.add_argument("user", metavar="NAME", help="user name")
    erase_parser.add_argument(
        "--really", metavar="NAME", help="repeat the name to confirm; this cannot be undone"
    )


def run(options: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        from pramana.cli.commands.migrate import migrate

        migrate()
        {"link": _link, "erase": _erase}[options.action](options)


def _link(options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import get_user_id
    from pramana.tenancy.services import create_sign_in_link

    print(f"/app/sign-in/link/{create_sign_in_link(get_user_id(options.user))}")


def _erase(options: argparse.Namespace) -> None:
    from pramana.tenancy.services import erase_person

    if options.really != options.user:
        raise InvalidRequest(
            f"This removes the account, keys, conversations and drafts of {options.user!r} "
            "in every tenant for good. "
            f"Confirm with --really {options.user}."
        )
    erase_person(options.user)
    say(f"{options.user} was erased.")
