"""The choices of tenants and operators: stored encrypted, read at each use, without a restart."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Value
from pydantic import ValidationError

from pramana.kit.scope import Scope
from pramana.tenancy.addresses import check_address
from pramana.tenancy.choices import CHOICES, Choice, Origin
from pramana.tenancy.encryption import decrypt_secret, encrypt_secret
from pramana.tenancy.errors import SecretUnreadable, SettingInvalid, SettingLocked
from pramana.tenancy.models import DefaultSetting, TenantSetting
from pramana.tenancy.services.notices import audit

C = TypeVar("C", bound=Choice)


def choice_of(scope: Scope, kind: type[C]) -> C:
    """The choice that is in force for this tenant now."""
    if is_locked(kind):
        return _from_environment(kind)
    own = TenantSetting.objects.in_scope(scope).filter(name=kind.name)
    defaults = DefaultSetting.objects.filter(name=kind.name)
    stored = dict(
        own.values_list(Value(Origin.TENANT.value), "value").union(
            defaults.values_list(Value(Origin.DEFAULT.value), "value")
        )
    )
    if Origin.TENANT in stored:
        return _parse(kind, decrypt_secret(scope, stored[Origin.TENANT]))
    return _default_of(kind, stored.get(Origin.DEFAULT))


def tenants_with_own(kind: type[Choice]) -> list[UUID]:
    """The tenants that chose for themselves; none where the environment decides."""
    if is_locked(kind):
        return []
    rows = TenantSetting.objects.unscoped("each tenant is served as it chose")
    return list(rows.filter(name=kind.name).values_list("tenant_id", flat=True))


def is_locked(kind: type[Choice]) -> bool:
    """Whether the environment decides, so that tenants cannot."""
    given = getattr(settings.PRAMANA, "model_fields_set", ())
    return any(name in given for name in kind.locked_by)


def is_default_locked(kind: type[Choice]) -> bool:
    """Whether the environment decides what tenants begin with, so that the browser cannot."""
    return is_locked(kind) or kind.name in settings.PRAMANA.defaults


def default_choice(kind: type[C]) -> C:
    """What a tenant has that chose nothing: the operator's default, else the product's."""
    if is_default_locked(kind):
        return _default_of(kind, None)
    rows = DefaultSetting.objects.filter(name=kind.name)
    return _default_of(kind, rows.values_list("value", flat=True).first())


def _default_of(kind: type[C], stored: str | None) -> C:
    if is_locked(kind):
        return _from_environment(kind)
    values = settings.PRAMANA.defaults.get(kind.name)
    if values is not None:
        return kind.model_validate({**values, "origin": Origin.DEFAULT})
    if stored is not None:
        chosen = _parse(kind, decrypt_secret(None, stored))
        return chosen.model_copy(update={"origin": Origin.DEFAULT})
    return _from_environment(kind).model_copy(update={"origin": Origin.PRODUCT})


def _from_environment(kind: type[C]) -> C:
    """The environment has checked its values itself, and knows some that tenants may not use."""
    names = kind.model_fields.keys() - {"origin"}
    known = {name: getattr(settings.PRAMANA, name) for name in names if _is_setting(name)}
    return kind.unchecked({**known, "origin": Origin.ENVIRONMENT})


def _is_setting(name: str) -> bool:
    return hasattr(settings.PRAMANA, name)


def _parse(kind: type[C], text: str) -> C:
    try:
        return kind.model_validate_json(text)
    except ValidationError:
        raise SecretUnreadable() from None


def read_choice(scope: Scope, kind: type[C], values: dict[str, Any]) -> C:
    """The choice that a person entered, checked; an empty secret means the stored one.

    The stored secret is used only if it would be sent where it is sent now, so that nobody can
    have another admin's key sent to a server of their own.
    """
    if is_locked(kind):
        raise SettingLocked()
    choice = _read(kind, values, lambda: choice_of(scope, kind), Origin.TENANT)
    if kind.address and (address := getattr(choice, kind.address)):
        check_address(address)
    return choice


def read_default(kind: type[C], values: dict[str, Any]) -> C:
    """The default that an operator entered, checked. An operator may name any address."""
    if is_default_locked(kind):
        raise SettingLocked()
    choice = _read(kind, values, lambda: default_choice(kind), Origin.DEFAULT)
    return choice.model_copy(update={"origin": Origin.DEFAULT})


def _read(kind: type[C], values: dict[str, Any], stored: Callable[[], C], origin: Origin) -> C:
    given = {name: value for name, value in values.items() if value not in ("", None)}
    if kind.secret and kind.secret not in given:
        given |= _stored_secret(kind.unchecked(given), stored, origin)
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        raise SettingInvalid(_reason(error)) from None


def _stored_secret(given: C, stored: Callable[[], C], origin: Origin) -> dict[str, str]:
    try:
        before = stored()
    except SecretUnreadable:
        return {}
    is_kept = before.origin is origin and before.sends_secret_like(given)
    return {given.secret: getattr(before, given.secret)} if is_kept else {}


def _reason(error: ValidationError) -> str:
    """The first problem, by the name of its field; never the value, which may be a secret."""
    first = error.errors(include_input=False, include_context=False, include_url=False)[0]
    if first["type"] == "value_error":
        return first["msg"].removeprefix("Value error, ")
    return f"check the field {first['loc'][0] if first['loc'] else ''}"


@transaction.atomic
def save_choice(scope: Scope, choice: Choice) -> None:
    """Use this from now on, in every process."""
    if is_locked(type(choice)):
        raise SettingLocked()
    TenantSetting.objects.in_scope(scope).update_or_create(
        tenant_id=scope.tenant_id,
        name=choice.name,
        defaults={"value": encrypt_secret(scope, choice.model_dump_json())},
    )
    audit(scope, "setting.changed", "setting", choice.name, after=choice.summary)


@transaction.atomic
def reset_choice(scope: Scope, kind: type[Choice]) -> None:
    """Forget what the tenant chose, with its secret."""
    deleted, _ = TenantSetting.objects.in_scope(scope).filter(name=kind.name).delete()
    if deleted:
        audit(scope, "setting.reset", "setting", kind.name)


@transaction.atomic
def save_default(scope: Scope, choice: Choice) -> None:
    """Let tenants that chose nothing use this from now on. The operator's tenant records it."""
    if is_default_locked(type(choice)):
        raise SettingLocked()
    value = encrypt_secret(None, choice.model_dump_json())
    DefaultSetting.objects.update_or_create(name=choice.name, defaults={"value": value})
    audit(scope, "default.changed", "setting", choice.name, after=choice.summary)


@transaction.atomic
def reset_default(scope: Scope, kind: type[Choice]) -> None:
    """Forget what the operators chose, with its secret."""
    deleted, _ = DefaultSetting.objects.filter(name=kind.name).delete()
    if deleted:
        audit(scope, "default.reset", "setting", kind.name)


@dataclass(frozen=True)
class ChoiceView:
    """A choice as a page may show it: without its secret."""

    choice: Choice
    is_locked: bool = False
    has_secret: bool = False
    is_own: bool = False
    """Whether it was set where it is shown, so that it can be taken back there."""
    is_unreadable: bool = False


def choice_views(scope: Scope) -> dict[str, ChoiceView]:
    """What is in force for a tenant, by group."""
    own = dict(TenantSetting.objects.in_scope(scope).values_list("name", "value"))
    defaults = dict(DefaultSetting.objects.values_list("name", "value"))
    return {
        name: _own_view(scope, kind, own[name])
        if name in own and not is_locked(kind)
        else _inherited_view(kind, defaults.get(name))
        for name, kind in CHOICES.items()
    }


def default_views() -> dict[str, ChoiceView]:
    """What tenants begin with, by group."""
    stored = dict(DefaultSetting.objects.values_list("name", "value"))
    return {name: _default_view(kind, stored.get(name)) for name, kind in CHOICES.items()}


def _own_view(scope: Scope, kind: type[Choice], own: str) -> ChoiceView:
    try:
        return _without_secret(_parse(kind, decrypt_secret(scope, own)), is_own=True)
    except SecretUnreadable:
        return ChoiceView(kind(), is_unreadable=True)


def _inherited_view(kind: type[Choice], stored: str | None) -> ChoiceView:
    """A default as a tenant sees it. Its key is not kept when the tenant saves its own choice."""
    view, locked = _default_view(kind, stored), is_locked(kind)
    return replace(view, is_own=False, is_locked=locked, has_secret=locked and view.has_secret)


def _default_view(kind: type[Choice], stored: str | None) -> ChoiceView:
    try:
        choice = _default_of(kind, stored)
    except SecretUnreadable:
        return ChoiceView(kind(), is_unreadable=True)
    locked = is_default_locked(kind)
    return _without_secret(
        choice, is_own=choice.origin is Origin.DEFAULT and not locked, is_locked=locked
    )


def _without_secret(choice: Choice, *, is_own: bool, is_locked: bool = False) -> ChoiceView:
    secret = choice.secret
    has_secret = bool(secret and getattr(choice, secret))
    shown = choice.model_copy(update={secret: ""}) if secret else choice
    return ChoiceView(shown, is_locked, has_secret, is_own)
