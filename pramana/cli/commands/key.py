"""API keys from the command line. The key alone goes to stdout."""

import argparse
from uuid import UUID

from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

ROLES = ("admin", "reviewer", "viewer")


def arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    create = commands.add_parser("create", help="make a key and print it")
    create.add_argument("name", metavar="NAME")
    create.add_argument("--role", choices=ROLES, default="admin")
    listed = commands.add_parser("list", help="list keys")
    revoke = commands.add_parser("revoke", help="make a key stop working")
    revoke.add_argument("key", metavar="ID", help="id or prefix, as `key list` shows it")
    for command in (create, listed, revoke):
        command.add_argument("--tenant", metavar="T", default="default", help="slug of the tenant")


def run(asked: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        from pramana.cli.commands.migrate import migrate
        from pramana.tenancy.selectors import owner_scope

        migrate()
        scope = owner_scope(asked.tenant)
        {"create": _create, "list": _list, "revoke": _revoke}[asked.action](scope, asked)


def _create(scope: Scope, asked: argparse.Namespace) -> None:
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.services import create_key

    print(create_key(scope, asked.name, role=Role(asked.role)).secret)


def _list(scope: Scope, asked: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import keys_of

    for key in keys_of(scope):
        state = "revoked" if key.revoked_at else "active"
        used = key.last_used_at.isoformat(timespec="minutes") if key.last_used_at else "never used"
        print(f"{key.id}  {key.prefix}…  {key.role:<8}  {state:<7}  {used}  {key.name}")


def _revoke(scope: Scope, asked: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import keys_of
    from pramana.tenancy.services import revoke_key

    wanted = asked.key.rstrip("…")
    found = [key for key in keys_of(scope) if wanted in (str(key.id), key.prefix)]
    if len(found) != 1:
        raise InvalidRequest(
            f"{len(found)} keys match {asked.key!r}. `pramana key list` shows the ids."
        )
    revoke_key(scope, UUID(str(found[0].id)))
    say(f"{found[0].name} no longer works.")
