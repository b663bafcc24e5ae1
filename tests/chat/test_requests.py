"""Every row of the document's validation matrix, over HTTP."""

from typing import Any
from uuid import uuid1, uuid4

import pytest
from django.db import connection
from django.test import Client

from pramana.kit.scope import Scope
from pramana.tenancy.testing import make_key

pytestmark = pytest.mark.django_db

PATHS = ("/chat", "/chat/stream")


@pytest.fixture
def client(scope: Scope) -> Client:
    return Client(headers={"Authorization": f"Bearer {make_key(scope)}"})


def post(client: Client, body: Any, path: str = "/chat") -> Any:
    return client.post(path, body, content_type="application/json")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"query": ""}, "EMPTY_QUERY"),
        ({"query": " \n\t "}, "EMPTY_QUERY"),
        ({"query": "x" * 32_001}, "QUERY_TOO_LONG"),
        ({"selected_text": "x" * 64_001}, "SELECTION_TOO_LONG"),
        ({"session_id": "not a uuid"}, "INVALID_SESSION_ID"),
        ({"session_id": str(uuid1())}, "INVALID_SESSION_ID"),
        ({"session_id": 7}, "INVALID_SESSION_ID"),
        ({"session_id": f"{{{uuid4()}}}"}, "INVALID_SESSION_ID"),
        ({"filters": {"source_url_prefix": "docs/module1"}}, "INVALID_REQUEST"),
        ({"filters": {"source_url_prefix": "ftp://x"}}, "INVALID_REQUEST"),
        ({"filters": {"section": ""}}, "INVALID_REQUEST"),
        ({"filters": {"author": "someone"}}, "INVALID_REQUEST"),
        ({"query": None}, "INVALID_REQUEST"),
        ({"query": 3}, "INVALID_REQUEST"),
        ({"collection_id": "x"}, "INVALID_REQUEST"),
        ({"query": "a\x00b"}, "INVALID_REQUEST"),
    ],
)
def test_a_broken_rule_is_400_with_its_own_code(
    client: Client, path: str, fields: dict[str, Any], code: str
) -> None:
    answer = post(client, {"query": "Who?", **fields}, path)

    assert answer.status_code == 400
    said = answer.json()
    assert said["error_code"] == code
    assert said["message"]
    assert said["request_id"] == answer.headers["X-Request-ID"]


def test_a_body_without_a_query_or_without_json_is_400(client: Client) -> None:
    for body in ("{}", "[]", "{", "null"):
        answer = post(client, body)
        assert (answer.status_code, answer.json()["error_code"]) == (400, "INVALID_REQUEST"), body


def test_the_longest_query_and_selection_pass_validation(client: Client) -> None:
    unknown = {"collection_id": str(uuid4())}
    answer = post(client, {"query": "x" * 32_000, "selected_text": "y" * 64_000, **unknown})

    assert answer.status_code == 404, "all that is wrong is the collection"


@pytest.mark.parametrize("session", ["x", "a8098c1a-f86e-11da-bd1a-00112444be1e", "%20"])
def test_history_refuses_what_is_no_session_id(client: Client, session: str) -> None:
    answer = client.get(f"/history/{session}")

    assert (answer.status_code, answer.json()["error_code"]) == (400, "INVALID_SESSION_ID")


def test_an_unknown_session_has_no_history(client: Client) -> None:
    answer = client.get(f"/history/{uuid4()}")

    assert (answer.status_code, answer.json()["error_code"]) == (404, "SESSION_NOT_FOUND")


@pytest.mark.parametrize("limit", ["0", "101", "x", "-1"])
def test_the_limit_of_history_is_1_to_100(client: Client, limit: str) -> None:
    answer = client.get(f"/history/{uuid4()}?limit={limit}")

    assert (answer.status_code, answer.json()["error_code"]) == (400, "INVALID_REQUEST")


def test_the_tables_are_the_documents(scope: Scope) -> None:
    def columns(table: str) -> dict[str, tuple[str, str]]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT column_name, data_type, is_nullable FROM information_schema.columns"
                " WHERE table_name = %s",
                [table],
            )
            return {name: (kind, null) for name, kind, null in cursor.fetchall()}

    moment = "timestamp with time zone"
    sessions = columns("sessions")
    assert sessions["session_id"] == ("uuid", "NO")
    assert sessions["created_at"][0] == sessions["last_active"][0] == moment
    turns = columns("conversations")
    assert turns["id"] == ("bigint", "NO")
    assert turns["session_id"] == ("uuid", "NO")
    assert turns["query"] == turns["response"] == ("text", "NO")
    assert turns["sources"][0] == turns["metadata"][0] == "jsonb"
    assert turns["timestamp"][0] == turns["created_at"][0] == moment
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE tablename = 'conversations'")
        names = {name for (name,) in cursor.fetchall()}
    assert {"idx_conversations_session", "idx_conversations_timestamp"} <= names
