"""Tenants from the command line: open, list, give quotas, erase."""

import argparse
from decimal import Decimal, InvalidOperation

from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest
from pramana.tenancy.contracts import Quota


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    create = commands.add_parser("create", help="open a tenant with its first admin")
    create.add_argument("slug", metavar="SLUG")
    create.add_argument("--admin", required=True, metavar="NAME", help="user name of its admin")
    create.add_argument("--name", default="", help="what pages call it")
    commands.add_parser("list", help="list tenants")
    quota = commands.add_parser("quota", help="show a tenant's quotas, or give it its own")
    quota.add_argument("slug", metavar="SLUG")
    quota.add_argument(
        "given", metavar="NAME=N", nargs="*", help="0 is no end, `default` what the settings say"
    )
    erase = commands.add_parser("erase", help="remove a tenant with everything in it")
    erase.add_argument("slug", metavar="SLUG")
    erase.add_argument("--really", metavar="SLUG", help="the slug once more; nothing is undone")


def run(asked: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        from pramana.cli.commands.migrate import migrate

        migrate()
        actions = {"create": _create, "list": _list, "quota": _quota, "erase": _erase}
        actions[asked.action](asked)


def _create(asked: argparse.Namespace) -> None:
    from pramana.tenancy.services import open_tenant

    _, link = open_tenant(asked.slug, asked.admin, name=asked.name)
    say(f"{asked.slug} is open; {asked.admin} administers it.")
    if link:
        print(f"/app/sign-in/link/{link}")


def _list(asked: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import all_tenants

    for tenant in all_tenants():
        print(f"{tenant.id}  {tenant.slug:<20}  {tenant.members:>4} members  {tenant.name}")


def _quota(asked: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import owner_scope
    from pramana.tenancy.services import set_quota
    from pramana.tenancy.services.quotas import format_amount, quota_uses

    scope = owner_scope(asked.slug)
    for quota, most in [_quota_changes(each) for each in asked.given]:
        set_quota(scope, quota, most)
    for use in quota_uses(scope):
        print(f"{use.quota:<18} {format_amount(use.used):>20} of {format_amount(use.most)}")


def _quota_changes(written: str) -> tuple[Quota, Decimal | None]:
    name, _, amount = written.partition("=")
    try:
        return Quota(name), None if amount == "default" else Decimal(amount)
    except (ValueError, InvalidOperation):
        names = ", ".join(Quota)
        raise InvalidRequest(
            f"{written!r} is no quota. Write NAME=N or NAME=default, with a name of: {names}."
        ) from None


def _erase(asked: argparse.Namespace) -> None:
    from pramana.tenancy.services import erase_tenant

    if asked.really != asked.slug:
        raise InvalidRequest(
            f"This removes every document, answer, record and file of {asked.slug!r} for good. "
            f"Say so with --really {asked.slug}."
        )
    say(f"{asked.slug} is gone, with {erase_tenant(asked.slug)} rows and their files.")
