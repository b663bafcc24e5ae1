"""Every operation, asked by everyone who may not: the documented answer each time."""

from typing import Any

import pytest
from django.test import Client

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.http import needs
from pramana.tenancy.services import create_key, revoke_key
from tests.api.walk import code_of, guarded, operations
from tests.callers import with_key
from tests.settings import change

pytestmark = pytest.mark.django_db

OPEN = {"/health", "/healthcheck"}


@pytest.fixture
def document(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/openapi.json").json()
    return found


def test_only_health_is_open(document: dict[str, Any]) -> None:
    assert {found.path for found in operations(document) if not found.role} == OPEN


@pytest.mark.parametrize(
    "header", [None, "Bearer", "Bearer ", "Bearer pmn_wrong", "Basic abc", "x"]
)
def test_without_a_valid_key_every_operation_answers_401(
    document: dict[str, Any], header: str | None
) -> None:
    client = Client(headers={"Authorization": header} if header else {})
    for operation in guarded(document):
        answer = operation.call(client)
        assert answer.status_code == 401, operation
        assert code_of(answer) in ("UNAUTHORIZED", None), operation


def test_a_revoked_key_answers_401_everywhere(document: dict[str, Any], scope: Scope) -> None:
    made = create_key(scope, "gone", role=Role.ADMIN)
    revoke_key(scope, made.key.id)
    client = with_key(made.secret)

    assert {operation.call(client).status_code for operation in guarded(document)} == {401}


def test_a_viewer_is_refused_what_needs_more(document: dict[str, Any], viewer: Client) -> None:
    for operation in guarded(document):
        if operation.role != Role.VIEWER:
            answer = operation.call(viewer)
            assert answer.status_code == 403, operation
            assert code_of(answer) in ("FORBIDDEN", None), operation


def test_a_reviewer_is_refused_what_needs_an_admin(
    document: dict[str, Any], reviewer: Client
) -> None:
    for operation in guarded(document):
        expected = operation.role == Role.ADMIN
        if expected or not operation.streams:
            assert (operation.call(reviewer).status_code == 403) is expected, operation


def test_a_publishable_key_is_refused_where_no_operation_says_otherwise(
    document: dict[str, Any], scope: Scope, settings: Any
) -> None:
    change(settings, visitor_rate_per_minute=1_000_000)
    origin = "https://docs.example.org"
    made = create_key(scope, "page", role=Role.VIEWER, kind=KeyKind.PUBLISHABLE, origins=[origin])
    client = with_key(made.secret, Origin=origin)

    for operation in guarded(document):
        if not operation.said["x-publishable-keys"]:
            assert operation.call(client).status_code == 403, operation


def test_another_tenant_by_header_is_403(scope: Scope, other_scope: Scope, admin: Client) -> None:
    named = {"X-Tenant-ID": str(scope.tenant_id)}
    assert admin.get("/api/me", headers=named).status_code == 200

    for wrong in (str(other_scope.tenant_id), "not a uuid", "\u00e9"):
        answer = admin.get("/api/me", headers={"X-Tenant-ID": wrong})
        assert answer.status_code == 403, wrong


def test_me_says_who_asks(admin: Client, scope: Scope) -> None:
    found = admin.get("/api/me").json()

    assert found["role"] == "admin"
    assert found["user_id"] == str(scope.actor_id)
    assert found["tenant"]["id"] == str(scope.tenant_id)


def test_a_key_may_ask_only_so_often(scope: Scope) -> None:
    made = create_key(scope, "slow", role=Role.VIEWER, rate_per_minute=6)
    client = with_key(made.secret)

    statuses = [client.get("/api/me").status_code for _ in range(3)]
    answer = client.get("/api/me")

    assert statuses[0] == 200
    assert answer.status_code == 429
    assert answer.json()["error_code"] == "RATE_LIMITED"
    assert int(answer.headers["Retry-After"]) >= 1


def test_an_operation_that_changes_something_cannot_forget_its_guard() -> None:
    from ninja import Router
    from ninja.errors import ConfigError

    from pramana.api.apis import make_api
    from pramana.api.error_responses import CHAT

    router = Router()

    @router.post("/things")
    def forgetful(request: Any) -> None:
        """Says nothing about who may."""

    api = make_api("forgetful", CHAT, title="")
    api.add_router("", router)

    with pytest.raises(ConfigError, match="forgetful"):
        _ = api.urls


def test_reading_needs_a_viewer_when_nothing_else_is_said() -> None:
    assert needs().role is Role.VIEWER
