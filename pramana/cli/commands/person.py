"""People from the command line: a new sign-in link, and erasure."""

import argparse

from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    link = commands.add_parser("link", help="print a link that signs a person in once")
    erase = commands.add_parser("erase", help="remove a person's account and what was theirs")
    for command in (link, erase):
        command.add_argument("user", metavar="NAME", help="user name")
    erase.add_argument("--really", metavar="NAME", help="the name once more; nothing is undone")


def run(asked: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        from pramana.cli.commands.migrate import migrate

        migrate()
        {"link": _link, "erase": _erase}[asked.action](asked)


def _link(asked: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import get_user_id
    from pramana.tenancy.services import create_sign_in_link

    print(f"/app/sign-in/link/{create_sign_in_link(get_user_id(asked.user))}")


def _erase(asked: argparse.Namespace) -> None:
    from pramana.tenancy.services import erase_person

    if asked.really != asked.user:
        raise InvalidRequest(
            f"This removes the account, keys, conversations and drafts of {asked.user!r} in every "
            f"tenant for good. Say so with --really {asked.user}."
        )
    erase_person(asked.user)
    say(f"{asked.user} is gone.")
