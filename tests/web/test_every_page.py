"""Every address of pramana/web/urls.py, asked by everyone who may not: a new one cannot forget it.

What an address does is not known here; whether anything was changed is seen from the rows.
"""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.test import Client
from django.urls import URLPattern, reverse

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import User
from pramana.tenancy.scoped import ScopedModel
from pramana.tenancy.testing import make_member
from pramana.web.urls import pages
from tests.api.test_tenants import ours as ours

OPEN = {"sign-in", "sign-in-link", "prefer", "settings", "missing"}
"""Before anyone is known. `settings` leads on to a page that asks, `missing` has nothing."""

OWN = {
    "home-look", "choose-tenant", "choose-case", "choose-mail", "password", "profile",
    "sign-out-elsewhere", "ask-forget", "ask-rename", "ask-pin", "ask-share", "ask-judge",
    "registry-bookmark", "registry-save-view", "registry-drop-view",
}  # fmt: skip
"""What a viewer changes of their own: what they looked at, where they work, what they asked and
kept."""

SIGN_OUT = "sign-out"
CONFIRMED = {"confirmed": "yes"}
WORDS = {"slug": "a-group", "str": "word", "path": "nowhere", "int": 1, "reportformat": "md"}


def addresses(ids: dict[str, UUID] | None = None) -> Iterator[tuple[str, str]]:
    """Each page's name and an address of it; ids that are not given are known to nobody."""
    for pattern in pages:
        assert isinstance(pattern, URLPattern)
        kinds = pattern.pattern.converters.items()
        given = {name: _value(name, kind, ids or {}) for name, kind in kinds}
        if pattern.name != SIGN_OUT:
            yield str(pattern.name), reverse(f"web:{pattern.name}", kwargs=given)


def _value(name: str, converter: Any, ids: dict[str, UUID]) -> object:
    kind = type(converter).__name__.removesuffix("Converter").lower().replace("string", "str")
    return ids.get(name, uuid4() if kind == "uuid" else WORDS[kind])


def signed_in(scope: Scope, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(User.objects.get(pk=scope.actor_id))
    return client


def posted(client: Client, ids: dict[str, UUID] | None = None) -> dict[str, Any]:
    """The answer of each page to a POST, where it takes one."""
    answers = {name: client.post(address, CONFIRMED) for name, address in addresses(ids)}
    return {name: answer for name, answer in answers.items() if answer.status_code != 405}


def kept(scope: Scope) -> dict[str, list[str]]:
    """Every row of the tenant."""
    tables = [model for model in apps.get_models() if issubclass(model, ScopedModel)]
    return {
        table.__name__: sorted(map(str, table.objects.in_scope(scope).values_list()))
        for table in tables
    }


@pytest.mark.django_db
def test_a_stranger_changes_nothing_and_is_sent_to_sign_in() -> None:
    answers = posted(Client())

    assert len(answers) > 40
    for name in answers.keys() - OPEN:
        assert answers[name].status_code == 302, name
        assert answers[name].headers["Location"].startswith(reverse("web:sign-in")), name


def test_a_viewer_changes_nothing_but_their_own(scope: Scope, ours: dict[str, UUID]) -> None:
    viewer = signed_in(make_member(scope, Role.VIEWER))
    before = kept(scope)

    answers = posted(viewer, ours)

    after = kept(scope)
    trails = before.pop("AuditEntry"), after.pop("AuditEntry")
    assert after == before
    own = ("'sessions.ended'", "'profile.changed'")
    fresh = set(trails[1]) - set(trails[0])
    assert all(any(name in each for name in own) for each in fresh)
    gone_on = {name for name, answer in answers.items() if answer.status_code == 302}
    assert gone_on <= OPEN | OWN, "a change leads on to another page: it needs a role"


def test_without_its_token_no_form_is_taken(scope: Scope) -> None:
    answers = posted(signed_in(scope, enforce_csrf_checks=True))

    assert {answer.status_code for answer in answers.values()} == {403}


def test_another_tenant_sees_nothing_and_changes_nothing(
    scope: Scope, other_scope: Scope, ours: dict[str, UUID]
) -> None:
    stranger, before = signed_in(other_scope), kept(scope)
    unknown = dict(addresses())
    theirs = {name: address for name, address in addresses(ours) if address != unknown[name]}

    for name, address in theirs.items():
        answer = stranger.get(address)
        assert answer.status_code in (404, 405) or answer.content == b'{"entities": []}', name
    posted(stranger, ours)

    assert len(theirs) > 40
    assert kept(scope) == before
