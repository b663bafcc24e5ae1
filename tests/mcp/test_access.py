"""Who may do what: keys, roles and tenants hold for agents as for everyone."""

import json
import subprocess
import sys
from uuid import uuid4

import httpx
import pytest

from tests.mcp.conftest import World, refused, told

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
HEADERS = {"Accept": "application/json, text/event-stream"}


@pytest.mark.parametrize("sent", [{}, {"Authorization": "Bearer wrong"}], ids=["none", "wrong"])
def test_without_a_valid_key_there_is_nothing(world: World, sent: dict[str, str]) -> None:
    answer = httpx.post(f"{world.url}/mcp", json=PING, headers={**HEADERS, **sent})

    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert answer.json()["error_code"] == "UNAUTHORIZED"
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"]


def test_another_tenant_in_the_header_is_forbidden(world: World) -> None:
    with world.http("admin") as client:
        headers = {**HEADERS, "X-Tenant-ID": str(uuid4())}
        answer = client.post("/mcp", json=PING, headers=headers)

    assert answer.status_code == 403
    assert answer.json()["error_code"] == "FORBIDDEN"


def test_a_publishable_key_is_for_chat_only(world: World) -> None:
    with world.http("admin") as client:
        wanted = {"name": "site", "kind": "publishable", "origins": ["https://example.org"]}
        key = client.post("/api/keys/", json=wanted).json()["secret"]
    headers = {**HEADERS, "Authorization": f"Bearer {key}", "Origin": "https://example.org"}
    answer = httpx.post(f"{world.url}/mcp", json=PING, headers=headers)

    assert answer.status_code == 403


def test_only_post_is_offered_and_bodies_have_a_limit(world: World) -> None:
    with world.http("admin") as client:
        opened = client.get("/mcp", headers=HEADERS)
        large = client.post("/mcp", content=b" " * (3 * 1024 * 1024), headers=HEADERS)
        parts = (b" " * 1024 * 1024 for _ in range(3))  # a length nobody was told beforehand
        in_parts = client.post("/mcp", content=parts, headers=HEADERS)

    assert (opened.status_code, opened.headers["Allow"]) == (405, "POST")
    assert (large.status_code, in_parts.status_code) == (413, 413)
    assert in_parts.json()["error_code"] == "TOO_LARGE"


def test_what_is_not_the_protocol_is_refused_without_a_failure_of_ours(world: World) -> None:
    with world.http("viewer") as client:
        for content in (b"{", b"[]", b"null", json.dumps({"jsonrpc": "2.0"}).encode()):
            answer = client.post(
                "/mcp", content=content, headers={**HEADERS, "Content-Type": "application/json"}
            )
            assert 400 <= answer.status_code < 500


async def test_viewers_read_and_write_nothing(world: World) -> None:
    async with world.over_http("viewer") as client:
        for tool, arguments in (
            ("remember", {"group": "agents-viewer", "content": "x"}),
            ("extract", {"document_id": world.document_id}),
            ("propose", {"about": "sources", "proposal": "x"}),
        ):
            assert "forbidden: This needs the role reviewer" in await refused(
                client, tool, **arguments
            )

    with world.http("admin") as http:
        assert http.get("/messages/jobs", params={"group_id": "agents-viewer"}).json()["jobs"] == []


async def test_reviews_are_for_admins(world: World) -> None:
    async with world.over_http("reviewer") as client:
        said = await refused(client, "propose", about="review", id=str(uuid4()), proposal="x")

    assert "Reviews need the role admin" in said


async def test_another_tenant_sees_nothing_and_changes_nothing(world: World) -> None:
    async with world.over_http("reviewer") as ours, world.over_http("stranger") as theirs:
        begun = await told(ours, "extract", document_id=world.document_id)
        assert (await told(theirs, "search", query="bridge contract"))["passages"] == []
        assert (await told(theirs, "recall", query="Maya Rai"))["facts"] == []
        assert (await told(theirs, "waiting"))["items"] == []
        document, extraction = world.document_id, begun["id"]
        for tool, arguments in (
            ("read_document", {"document_id": document}),
            ("extract", {"document_id": document}),
            ("extraction", {"extraction_id": extraction}),
            ("propose", {"about": "extraction", "id": extraction, "proposal": "x"}),
        ):
            assert "not_found" in await refused(theirs, tool, **arguments)


async def test_errors_say_what_to_do(world: World) -> None:
    async with world.over_http("reviewer") as client:
        missing = await refused(client, "propose", about="review", proposal="x")
        unknown = await refused(client, "read_document", document_id=str(uuid4()))
        wrong = await refused(client, "search", query="x", limit=1000)

    assert "`waiting` lists them" in missing
    assert "not_found" in unknown
    assert "limit" in wrong and "less than or equal to 50" in wrong


async def test_a_key_that_is_revoked_opens_nothing_more_over_a_pipe(world: World) -> None:
    with world.http("admin") as http:
        made = http.post("/api/keys/", json={"name": "pipe", "role": "viewer"}).json()
        keys = {**world.keys, "pipe": made["secret"]}
        piped = World(world.url, world.database_url, world.data, keys, world.document_id)
        async with piped.over_stdio("pipe") as client:
            assert (await told(client, "search", query="bridge"))["passages"]
            assert http.delete(f"/api/keys/{made['key']['id']}").status_code == 204
            assert "unauthorized" in await refused(client, "search", query="bridge")


@pytest.mark.starts
def test_a_pipe_without_a_key_says_how_to_get_one() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pramana.cli", "mcp"], capture_output=True, text=True
    )

    assert done.returncode == 1
    assert "pramana key create" in done.stderr and done.stdout == ""
