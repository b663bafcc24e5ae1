"""Which pages of other sites may ask the chat and read its answer."""

from typing import Any
from unittest.mock import patch
from uuid import uuid4

import httpx
import pytest
from django.db import OperationalError
from django.test import Client

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.services import create_key, revoke_key
from pramana.tenancy.testing import make_key
from tests.api.server import Web
from tests.callers import with_key

OURS = "https://docs.example.org"
THEIRS = "https://elsewhere.example.org"


def page_key(scope: Scope, *origins: str, **more: Any) -> str:
    kind = KeyKind.PUBLISHABLE
    made = create_key(scope, "page", role=Role.VIEWER, kind=kind, origins=origins, **more)
    return made.secret


def preflight(path: str, origin: str) -> Any:
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    return Client().options(path, headers=asked)


def cors(response: Any) -> set[str]:
    return {name for name in response.headers if name.lower().startswith("access-control-")}


@pytest.mark.parametrize(
    "path", ["/chat", "/chat/stream", "/history/7c6f4e7e-8c5b-4d4e-9d62-0c7d5a5f3b11"]
)
def test_a_preflight_from_a_named_origin_is_answered(scope: Scope, path: str) -> None:
    page_key(scope, OURS)

    answer = preflight(path, OURS)

    assert answer.status_code == 204 and answer.content == b""
    assert answer.headers["Access-Control-Allow-Origin"] == OURS
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert "Origin" in answer.headers["Vary"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert answer.headers["X-Request-ID"]


@pytest.mark.parametrize(
    "origin", [THEIRS, "null", f"{OURS}.evil.example", OURS.upper(), f"{OURS}:444", "x" * 300]
)
def test_a_preflight_from_any_other_origin_is_told_nothing(scope: Scope, origin: str) -> None:
    page_key(scope, OURS)

    answer = preflight("/chat", origin)

    assert answer.status_code == 204
    assert not cors(answer)


def test_a_revoked_key_names_no_origin_any_more(scope: Scope) -> None:
    made = create_key(scope, "p", role=Role.VIEWER, kind=KeyKind.PUBLISHABLE, origins=[OURS])
    assert cors(preflight("/chat", OURS))

    revoke_key(scope, made.key.id)

    assert not cors(preflight("/chat", OURS))


def test_other_addresses_answer_no_preflight(scope: Scope) -> None:
    page_key(scope, OURS)

    for path in ("/api/me", "/api/documents/", "/api/search", "/chats", "/health", "/app/"):
        assert not cors(preflight(path, OURS)), path


def test_the_answer_can_be_read_by_a_page_of_the_keys_own_origin(scope: Scope) -> None:
    client = with_key(page_key(scope, OURS), Origin=OURS)

    answer = client.get(f"/history/{uuid4()}")

    assert answer.headers["Access-Control-Allow-Origin"] == OURS
    assert "X-Request-ID" in answer.headers["Access-Control-Expose-Headers"]
    assert "Origin" in answer.headers["Vary"]
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_an_origin_of_another_key_is_refused_and_reads_nothing(
    scope: Scope, other_scope: Scope
) -> None:
    page_key(other_scope, THEIRS)
    client = with_key(page_key(scope, OURS), Origin=THEIRS)

    answer = client.get(f"/history/{uuid4()}")

    assert answer.status_code == 403
    assert not cors(answer)


def test_that_a_key_was_used_too_often_can_be_read(scope: Scope) -> None:
    client = with_key(page_key(scope, OURS, rate_per_minute=1), Origin=OURS)

    client.get(f"/history/{uuid4()}")
    answer = client.get(f"/history/{uuid4()}")

    assert answer.status_code == 429
    assert answer.headers["Access-Control-Allow-Origin"] == OURS
    assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"]


def test_secret_keys_and_sessions_are_for_no_other_page(scope: Scope) -> None:
    page_key(scope, OURS)

    for client in (with_key(make_key(scope), Origin=OURS), Client(headers={"Origin": OURS})):
        answer = client.get(f"/history/{uuid4()}")
        assert not cors(answer)
        assert "Origin" in answer.headers["Vary"]


def test_a_page_key_reads_nothing_elsewhere(scope: Scope) -> None:
    answer = with_key(page_key(scope, OURS), Origin=OURS).get("/api/me")

    assert answer.status_code == 403
    assert not cors(answer)


def test_without_a_database_nobody_may_read(scope: Scope) -> None:
    down = OperationalError("away")
    with patch("django.db.models.query.QuerySet.exists", side_effect=down):
        answer = preflight("/chat", OURS)

    assert answer.status_code == 204
    assert not cors(answer)


MAKE_KEY = """
import django; django.setup()
from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.services import create_key
from pramana.tenancy.testing import make_tenant
made = create_key(make_tenant("embedding"), "page", role=Role.VIEWER, kind=KeyKind.PUBLISHABLE,
                  origins=["https://docs.example.org"])
print(made.secret)
"""


def test_a_real_server_answers_a_browser_as_browsers_ask(web: Web) -> None:
    key = web.python(MAKE_KEY)
    with httpx.Client(base_url=web.url, timeout=60) as browser:
        asks = {"Origin": OURS, "Access-Control-Request-Method": "POST"}
        first = browser.options("/chat/stream", headers=asks)
        stranger = browser.options("/chat/stream", headers=asks | {"Origin": THEIRS})
        sent = {"Origin": OURS, "Authorization": f"Bearer {key}"}
        answer = browser.get(f"/history/{uuid4()}", headers=sent)
        wrong = browser.get(f"/history/{uuid4()}", headers=sent | {"Origin": THEIRS})

    assert first.status_code == stranger.status_code == 204
    assert first.headers["access-control-allow-origin"] == OURS
    assert answer.status_code == 404 and wrong.status_code == 403
    assert answer.headers["access-control-allow-origin"] == OURS
    assert not cors(stranger) and not cors(wrong)
