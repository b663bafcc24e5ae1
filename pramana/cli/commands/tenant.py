"""`pramana tenant`: create, list and erase tenants, and set their quotas."""

import argparse
from decimal import Decimal, InvalidOperation

from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest
from pramana.tenancy.contracts import Quota


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    create = commands.add_parser("create", help="create a tenant with its first admin")
    create.add_argument("slug", metavar="SLUG")
    create.add_argument("--admin", required=True, metavar="NAME", help="user name of the admin")
    create.add_argument("--name", default="", help="the name shown on pages")
    commands.add_parser("list", help="list tenants")
    quota = commands.add_parser("quota", help="show or set the quotas of a tenant")
    quota.add_argument("slug", metavar="SLUG")
    quota.add_argument(
        "changes",
        metavar="NAME=N",
        nargs="*",
        help="0 means no limit, `default` the value in the settings",
    )
    erase = commands.add_parser("erase", help="remove a tenant with everything in it")
    erase.add_argument("slug", metavar="SLUG")
    erase.add_argument(
        "--really", metavar="SLUG", help="repeat the slug to confirm; this cannot be undone"
    )


def run(options: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        from pramana.cli.commands.migrate import migrate

        migrate()
        actions = {"create": _create, "list": _list, "quota": _quota, "erase": _erase}
        actions[options.action](options)


def _create(options: argparse.Namespace) -> None:
    from pramana.tenancy.services import open_tenant

    _, link = open_tenant(options.slug, options.admin, name=options.name)
    say(f"Created {options.slug}; {options.admin} is its admin.")
    if link:
        print(f"/app/sign-in/link/{link}")


def _list(options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import all_tenants

    for tenant in all_tenants():
        print(f"{tenant.id}  {tenant.slug:<20}  {tenant.members:>4} members  {tenant.name}")


def _quota(options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import owner_scope
    from pramana.tenancy.services import set_quota
    from pramana.tenancy.services.quotas import format_amount, quota_uses

    scope = owner_scope(options.slug)
    for quota, most in [_parse_quota(each) for each in options.changes]:
        set_quota(scope, quota, most)
    for use in quota_uses(scope):
        print(f"{use.quota:<18} {format_amount(use.used):>20} of {format_amount(use.most)}")


def _parse_quota(text: str) -> tuple[Quota, Decimal | None]:
    name, _, amount = text.partition("=")
    try:
        return Quota(name), None if amount == "default" else Decimal(amount)
    except (ValueError, InvalidOperation):
        names = ", ".join(Quota)
        raise InvalidRequest(
            f"{text!r} is not a quota. Write NAME=N or NAME=default; the names are {names}."
        ) from None


def _erase(options: argparse.Namespace) -> None:
    from pramana.tenancy.services import erase_tenant

    if options.really != options.slug:
        raise InvalidRequest(
            f"This removes every document, answer, record and file of {options.slug!r} for good. "
            f"Confirm with --really {options.slug}."
        )
    say(f"Erased {options.slug}: {erase_tenant(options.slug)} rows and their files.")
