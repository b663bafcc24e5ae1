"""`pramana tenant`, `person`, `key` and `case`: who may use the product, and cases.

Only a key itself is printed on stdout.
"""

import argparse
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING
from uuid import UUID

from pramana.cli.product import (
    add_tenant_option,
    migrate,
    read_environment,
    ready_product,
    ready_scope,
    say,
)
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.choices import CHOICES
from pramana.tenancy.contracts import Quota

if TYPE_CHECKING:
    from pramana.tenancy.services.stored_choices import ChoiceView


def tenant_arguments(parser: argparse.ArgumentParser) -> None:
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
    defaults = commands.add_parser(
        "defaults", help="show or set what tenants begin with that choose nothing themselves"
    )
    defaults.add_argument(
        "changes",
        metavar="GROUP.FIELD=VALUE",
        nargs="*",
        help="an empty value takes the field back; GROUP= takes back the group",
    )
    erase = commands.add_parser("erase", help="remove a tenant with everything in it")
    erase.add_argument("slug", metavar="SLUG")
    erase.add_argument(
        "--really", metavar="SLUG", help="repeat the slug to confirm; this cannot be undone"
    )


def run_tenant(options: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        migrate()
        actions = {
            "create": _create_tenant,
            "list": _list_tenants,
            "quota": _set_quotas,
            "defaults": _set_defaults,
            "erase": _erase_tenant,
        }
        actions[options.action](options)


def _set_defaults(options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import owner_scope
    from pramana.tenancy.services.authentication import DEFAULT_TENANT

    change_defaults(owner_scope(DEFAULT_TENANT), options.changes)
    print("\n".join(default_lines()))


def change_defaults(scope: Scope, changes: list[str]) -> None:
    """Set these fields of what tenants begin with, all of them or none."""
    from django.db import transaction

    from pramana.retrieval.services import follow_chosen_encoder
    from pramana.tenancy.services.stored_choices import (
        default_views,
        read_default,
        reset_default,
        save_default,
    )

    with transaction.atomic():
        for group, fields in _changed_fields(changes).items():
            kind, view = CHOICES[group], default_views()[group]
            before = view.choice.model_dump(exclude_defaults=True) if view.is_own and fields else {}
            values = {name: value for name, value in {**before, **fields}.items() if value != ""}
            if values:
                save_default(scope, read_default(kind, values))
            else:
                reset_default(scope, kind)
    if any(change.startswith("embeddings") for change in changes):
        follow_chosen_encoder(None)


def _changed_fields(changes: list[str]) -> dict[str, dict[str, str]]:
    """The fields to set by group; a group without fields is to be taken back."""
    changed: dict[str, dict[str, str]] = {}
    for change in changes:
        place, equals, value = change.partition("=")
        group, dot, field = place.partition(".")
        if not equals or bool(dot) != bool(field) or (value and not field):
            raise InvalidRequest(f"{place!r}: write GROUP.FIELD=VALUE.")
        if group not in CHOICES:
            raise InvalidRequest(f"There is no group {group!r}; they are {', '.join(CHOICES)}.")
        fields = changed.setdefault(group, {})
        if field:
            fields[field] = value
    return changed


def default_lines() -> list[str]:
    """What tenants begin with, a line for each group, without secrets."""
    from pramana.tenancy.services.stored_choices import default_views

    lines = []
    for name, view in default_views().items():
        fields = view.choice.model_dump(exclude_defaults=True)
        said = [f"{field}: {value}" for field, value in fields.items() if value != ""]
        secret = [f"{view.choice.secret}: set"] if view.has_secret else []
        lines.append(f"{name:<12} {_source(view):<26} {', '.join(said + secret)}".rstrip())
    return lines


def _source(view: "ChoiceView") -> str:
    if view.is_locked:
        return "set in the environment"
    if view.is_unreadable:
        return "cannot be read"
    return "set by an operator" if view.is_own else "as delivered"


def _create_tenant(options: argparse.Namespace) -> None:
    from pramana.tenancy.services import open_tenant

    _, link = open_tenant(options.slug, options.admin, name=options.name)
    say(f"Created {options.slug}; {options.admin} is its admin.")
    if link:
        print(f"/app/sign-in/link/{link}")


def _list_tenants(options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import all_tenants

    for tenant in all_tenants():
        print(f"{tenant.id}  {tenant.slug:<20}  {tenant.members:>4} members  {tenant.name}")


def _set_quotas(options: argparse.Namespace) -> None:
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


def _erase_tenant(options: argparse.Namespace) -> None:
    from pramana.tenancy.services import erase_tenant

    if options.really != options.slug:
        raise InvalidRequest(
            f"This removes every document, answer, record and file of {options.slug!r} for good. "
            f"Confirm with --really {options.slug}."
        )
    say(f"Erased {options.slug}: {erase_tenant(options.slug)} rows and their files.")


ROLES = ("admin", "reviewer", "viewer")


def key_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    create_parser = commands.add_parser("create", help="create a key and print it")
    create_parser.add_argument("name", metavar="NAME")
    create_parser.add_argument("--role", choices=ROLES, default="admin")
    list_parser = commands.add_parser("list", help="list keys")
    revoke_parser = commands.add_parser("revoke", help="revoke a key")
    revoke_parser.add_argument("key", metavar="ID", help="id or prefix, as `key list` shows it")
    add_tenant_option(create_parser, list_parser, revoke_parser)


def run_key(options: argparse.Namespace) -> None:
    with ready_scope(options.tenant) as scope:
        {"create": _create_key, "list": _list_keys, "revoke": _revoke_key}[options.action](
            scope, options
        )


def _create_key(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.services import create_key

    print(create_key(scope, options.name, role=Role(options.role)).secret)


def _list_keys(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import keys_of

    for key in keys_of(scope):
        state = "revoked" if key.revoked_at else "active"
        used = key.last_used_at.isoformat(timespec="minutes") if key.last_used_at else "never used"
        print(f"{key.id}  {key.prefix}…  {key.role:<8}  {state:<7}  {used}  {key.name}")


def _revoke_key(scope: Scope, options: argparse.Namespace) -> None:
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


def person_arguments(parser: argparse.ArgumentParser) -> None:
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


def run_person(options: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        migrate()
        {"link": _create_link, "erase": _erase_person}[options.action](options)


def _create_link(options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import get_user_id
    from pramana.tenancy.services import create_sign_in_link

    print(f"/app/sign-in/link/{create_sign_in_link(get_user_id(options.user))}")


def _erase_person(options: argparse.Namespace) -> None:
    from pramana.tenancy.services import erase_person

    if options.really != options.user:
        raise InvalidRequest(
            f"This removes the account, keys, conversations and drafts of {options.user!r} "
            "in every tenant for good. "
            f"Confirm with --really {options.user}."
        )
    erase_person(options.user)
    say(f"{options.user} was erased.")


def case_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, dest="action", metavar="ACTION")
    open_parser = commands.add_parser("open", help="open a case and print its id")
    open_parser.add_argument("name", metavar="NAME")
    list_parser = commands.add_parser("list", help="list cases, newest first")
    add_tenant_option(open_parser, list_parser)


def run_case(options: argparse.Namespace) -> None:
    with ready_scope(options.tenant) as scope:
        {"open": _open_case, "list": _list_cases}[options.action](scope, options)


def _open_case(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.tenancy.services import open_case

    print(open_case(scope, options.name))


def _list_cases(scope: Scope, options: argparse.Namespace) -> None:
    from pramana.tenancy.selectors import list_cases

    for case in list_cases(scope):
        print(f"{case.id}  {case.created_at:%Y-%m-%d %H:%M}  {case.runs:>5} runs  {case.name}")
