"""What a tenant has set for itself: stored encrypted, read at each use, so no restart is needed."""

from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import transaction
from pydantic import ValidationError

from pramana.kit.scope import Scope
from pramana.tenancy.addresses import check_address
from pramana.tenancy.choices import CHOICES, Choice, Origin
from pramana.tenancy.encryption import decrypt_secret, encrypt_secret
from pramana.tenancy.errors import SecretUnreadable, SettingInvalid, SettingLocked
from pramana.tenancy.models import TenantSetting
from pramana.tenancy.services.audit import audit

C = TypeVar("C", bound=Choice)


def choice_of(scope: Scope, kind: type[C]) -> C:
    """The choice that is in force for this tenant now."""
    if is_locked(kind):
        return _from_environment(kind)
    stored = TenantSetting.objects.in_scope(scope).filter(name=kind.name)
    value = stored.values_list("value", flat=True).first()
    if value is None:
        return default_choice(kind)
    return _parse(kind, decrypt_secret(scope, value))


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


def default_choice(kind: type[C]) -> C:
    """What a tenant has that chose nothing: the operator's default, else the product's."""
    values = settings.PRAMANA.defaults.get(kind.name)
    if values is None:
        return _from_environment(kind).model_copy(update={"origin": Origin.DEFAULT})
    return kind.model_validate({**values, "origin": Origin.DEFAULT})


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
    given = {name: value for name, value in values.items() if value not in ("", None)}
    given = _with_stored_secret(scope, kind, given)
    try:
        choice = kind.model_validate(given)
    except ValidationError as error:
        raise SettingInvalid(_reason(error)) from None
    if kind.address and (address := getattr(choice, kind.address)):
        check_address(address)
    return choice


def _with_stored_secret(scope: Scope, kind: type[C], given: dict[str, Any]) -> dict[str, Any]:
    if not kind.secret or kind.secret in given:
        return given
    try:
        stored = choice_of(scope, kind)
    except SecretUnreadable:
        return given
    if not (stored.is_own and stored.sends_secret_like(kind.unchecked(given))):
        return given
    return {**given, kind.secret: getattr(stored, kind.secret)}


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


@dataclass(frozen=True)
class ChoiceView:
    """A choice as a page may show it: without its secret."""

    choice: Choice
    is_locked: bool
    has_secret: bool
    is_unreadable: bool = False

    @property
    def is_own(self) -> bool:
        return self.choice.is_own and not self.is_unreadable


def choice_views(scope: Scope) -> dict[str, ChoiceView]:
    return {name: _view(scope, kind) for name, kind in CHOICES.items()}


def _view(scope: Scope, kind: type[Choice]) -> ChoiceView:
    try:
        choice = choice_of(scope, kind)
    except SecretUnreadable:
        return ChoiceView(default_choice(kind), False, False, is_unreadable=True)
    has_secret = bool(kind.secret and getattr(choice, kind.secret))
    shown = choice.model_copy(update={kind.secret: ""}) if kind.secret else choice
    return ChoiceView(shown, is_locked(kind), has_secret)
