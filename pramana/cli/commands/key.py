"""`pramana key`: create, list and revoke API keys. Only the key itself is printed on stdout."""

import argparse
from uuid import UUID

from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

ROLES = ("admin", "reviewer", "viewer")


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    create_parser = commands.add_parser("create", help="create a key and print it")
    create_parser.add_argument("name", metavar="NAME")
    create_parser.add_argument("--role", choices=ROLES, default="admin")
    list_parser = commands.add_parser("list", help="list keys")
    revoke_parser = commands.add_parser("revoke", help="revoke a key")
    revoke_parser.add_argument("key", metavar="ID", help="id or prefix, as `key list` shows it")
    for command in (create_parser, list_parser, revoke_parser):
        command.add_argument("--tenant", metavar="T", default="default", help="slug of the tenant")


def run(options: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        from pramana.cli.commands.migrate import migrate
        from pramana.tenancy.selectors import owner_scope

        migrate()
        scope = owner_scope(options.tenant)
        {"create": _create, "list": _list, "revoke": _revoke}[options.action](scope, options)


def _create(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.services import create_key

    print(create_key(scope, options.name, role=Role(options.role)).secret)


def _list(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import keys_of

    for key in keys_of(scope):
        state = "revoked" if key.revoked_at else "active"
        used = key.last_used_at.isoformat(timespec="minutes") if key.last_used_at else "never used"
        print(f"{key.id}  {key.prefix}…  {key.role:<8}  {state:<7}  {used}  {key.name}")


def _revoke(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import keys_of
    from pramana.tenancy.services import revoke_key

    name = options.key.rstrip("…")
    matches = [key for key in keys_of(scope) if name in (str(key.id), key.prefix)]
    if len(matches) != 1:
        raise InvalidRequest(
            f"{len(matches)} keys match {options.key!r}. `pramana key list` shows the ids."
        )
    revoke_key(scope, UUID(str(matches[0].id)))
    say(f"{matches[0].name} was revoked.")
