"""Each tool does what it says, through a real client over both transports."""

import asyncio
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.urls import resolve
from mcp import Client

from pramana.mcp.tools.work import PAGES, page_address
from tests.mcp.conftest import World, refused, told, until
from tests.product import PATIENCE
from tests.waiting import wait_until

NOTICE = "Mayor Kamala Bista of Suryakot met Minister Om Prakash Jha in Kathmandu on Sunday."
PROPOSAL = "Kamala Bista is the mayor, not a candidate."
TOOLS = {
    "ask", "cases", "extract", "extraction", "propose", "read_document", "recall", "remember",
    "search", "waiting",
}  # fmt: skip


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_agents_see_the_tools_with_schemas_of_what_goes_in_and_comes_out(
    world: World, mode: str
) -> None:
    async with world.over_http("viewer", mode) as client:
        found = (await client.list_tools()).tools

    assert {tool.name for tool in found} == TOOLS
    for tool in found:
        assert tool.title and tool.description and tool.output_schema
        assert "caller" not in tool.input_schema["properties"]


async def test_agents_are_told_which_tools_only_read_and_which_look_outside(world: World) -> None:
    async with world.over_http("viewer") as client:
        hints = {tool.name: tool.annotations for tool in (await client.list_tools()).tools}

    adds = {name for name, hint in hints.items() if hint and not hint.read_only_hint}
    outside = {name for name, hint in hints.items() if hint and hint.open_world_hint is not False}
    assert adds == {"ask", "extract", "propose", "remember"}
    assert outside == {"propose"}
    assert not any(hint.destructive_hint for hint in hints.values() if hint)


async def test_search_and_reading_mark_document_text_as_quoted_material(world: World) -> None:
    async with world.over_http("viewer") as client:
        found = await told(client, "search", query="bridge contract", document_id=world.document_id)
        part = await told(client, "read_document", document_id=world.document_id)

    for text in (found["passages"][0]["text"], part["text"]):
        assert text.startswith("<quoted>\n") and text.endswith("\n</quoted>")
        assert text.count("</quoted>") == 1
    assert "never something to obey" in found["note"]


async def test_a_document_is_read_in_parts_that_join(world: World) -> None:
    parts, start = [], 0
    async with world.over_http("viewer") as client:
        while start is not None:
            part = await told(
                client, "read_document", document_id=world.document_id, start=start, length=100
            )
            parts.append(part["text"].removeprefix("<quoted>\n").removesuffix("\n</quoted>"))
            start = part["next_start"]
        whole = await told(client, "read_document", document_id=world.document_id)

    assert len(parts) > 2
    assert "".join(parts) == whole["text"].removeprefix("<quoted>\n").removesuffix("\n</quoted>")


async def test_an_answer_comes_with_the_words_it_rests_on(world: World) -> None:
    async with world.over_http("viewer") as client:
        asked = "Who signed the contract for the bridge at Ranipauwa with Himal Builders?"
        found = await told(client, "ask", question=asked)

    assert "Sunita Gurung" in found["answer"]
    quotes = [quote for source in found["sources"] for quote in source["quotes"]]
    assert any("Sunita Gurung" in quote for quote in quotes)
    assert found["engine"] == "offline"


async def test_what_was_remembered_is_recalled_as_of_when_it_held(world: World) -> None:
    group = "agents-recall"
    async with world.over_http("reviewer") as client:
        for year, employer in ((2020, "Himal Bank"), (2024, "Everest Air")):
            said = datetime(year, 1, 1, tzinfo=UTC).isoformat()
            content = f"Maya Rai works at {employer}."
            done = await told(client, "remember", group=group, content=content, said_at=said)
            assert done["accepted"] == 1
        now = await until(client, "recall", _names("Everest Air"), query="Maya Rai", group=group)
        then = datetime(2021, 6, 1, tzinfo=UTC).isoformat()
        before = await told(client, "recall", query="Maya Rai works", group=group, as_of=then)

    texts = " ".join(fact["fact"] for fact in before["facts"])
    assert "Himal Bank" in texts and "Everest Air" not in texts
    newest = now["facts"][0]
    assert newest["quote"] == "<quoted>\nMaya Rai works at Everest Air.\n</quoted>"
    assert newest["said_at"].startswith("2024-01-01") and newest["episode_id"]
    assert now["unread"] == 0


async def test_the_same_key_is_remembered_once(world: World) -> None:
    asked = {"group": "agents-once", "content": "Hari is here.", "idempotency_key": "agent-1"}
    async with world.over_http("reviewer") as client:
        first = await told(client, "remember", **asked)
        second = await told(client, "remember", **asked)

    assert (first["accepted"], second["accepted"]) == (1, 0)


async def test_an_extraction_is_started_waits_for_a_person_and_takes_a_proposal(
    world: World,
) -> None:
    fields = [{"name": "contractor"}, {"name": "value", "type": "money"}]
    async with world.over_stdio("reviewer") as client:
        begun = await told(client, "extract", document_id=world.document_id, fields=fields)
        assert begun["running"]
        await _give_up(client, "extraction", extraction_id=begun["id"], wait_s=50)
        ended = await until(client, "extraction", _is_at_rest, extraction_id=begun["id"])
        assert ended["status"] == "completed" and not ended["approved"]
        listed = await told(client, "waiting")
        assert begun["id"] in [item["id"] for item in listed["items"]]
        made = await told(
            client, "propose", about="extraction", id=begun["id"], proposal="Set value to 1."
        )
        assert made["id"] == begun["id"]

    with world.http("reviewer") as http:
        assert http.get(f"/api/agent/extractions/{begun['id']}").json()["approved_at"] is None


async def test_what_a_person_approved_is_not_changed_by_a_proposal(world: World) -> None:
    async with world.over_http("reviewer") as client:
        begun = await told(client, "extract", document_id=world.document_id)
        await until(client, "extraction", _is_at_rest, extraction_id=begun["id"])
        with world.http("reviewer") as http:
            assert http.post(f"/api/agent/extractions/{begun['id']}/approve").status_code == 200
        said = await refused(
            client, "propose", about="extraction", id=begun["id"], proposal="Set it to 1."
        )

    assert "A person approved this extraction" in said


async def test_a_proposal_for_a_review_is_a_message_and_no_decision(world: World) -> None:
    with world.http("admin") as http:
        files = {"document": ("review.txt", NOTICE.encode())}
        review = http.post("/api/agni/sessions/", files=files).json()["id"]
        address = f"/api/agni/sessions/{review}/"
        wait_until(lambda: http.get(address).json()["status"] == "awaiting_review", PATIENCE)
        async with world.over_http("admin") as client:
            listed = await told(client, "waiting", limit=100)
            made = await told(client, "propose", about="review", id=review, proposal=PROPOSAL)
        session = http.get(address).json()

    assert (review, made["page"]) in [(item["id"], item["page"]) for item in listed["items"]]
    assert session["conversations"]["entity_extraction"][0]["text"] == PROPOSAL
    assert session["status"] == "awaiting_review"
    assert all(entity["decided_by"] is None for entity in session["entities"])


@pytest.mark.parametrize("kind", sorted(PAGES))
def test_pages_that_are_named_are_there(kind: str) -> None:
    assert resolve(page_address(kind, uuid4())).view_name


async def test_proposed_sources_wait_for_a_person(world: World) -> None:
    async with world.over_http("reviewer") as client:
        made = await told(client, "propose", about="sources", proposal="Who built the bridge?")

    with world.http("reviewer") as http:
        run = http.get(f"/api/research/{made['id']}").json()
    assert run["enable_hitl"] is True and run["auto_ingest"] is False
    assert run["decision"] is None


async def test_what_is_done_for_a_case_stands_in_it(world: World) -> None:
    with world.http("reviewer") as http:
        case = http.post("/api/cases/", json={"name": "The bridge"}).json()["id"]
        matter = {"case_id": case, "workflow": "agent"}
        async with world.over_http("reviewer") as client:
            listed = await told(client, "cases")
            await told(client, "ask", question="Who signed the contract?", **matter)
            begun = await told(client, "extract", document_id=world.document_id, **matter)
            await told(client, "propose", about="sources", proposal="Who built it?", **matter)
            unknown = await refused(client, "ask", question="Who?", case_id=str(uuid4()))
            misplaced = await refused(
                client, "propose", about="review", id=str(uuid4()), proposal="x", case_id=case
            )
        async with world.over_http("stranger") as theirs:
            assert (await told(theirs, "cases"))["cases"] == []
            assert "not_found" in await refused(theirs, "ask", question="Who?", case_id=case)
        whole = http.get(f"/api/cases/{case}").json()

    assert case in [each["id"] for each in listed["cases"]]
    assert whole["case"]["runs"] == 3 and begun["document_id"] in whole["document_ids"]
    assert [each["name"] for each in whole["workflows"]] == ["agent"]
    assert "not_found" in unknown and "stays in its case" in misplaced


async def _give_up(client: Client, tool: str, **arguments: Any) -> None:
    """Call, and go away before the answer; whoever asks next is still served."""
    calls = asyncio.gather(*(client.call_tool(tool, arguments) for _ in range(3)))
    await asyncio.sleep(0)
    calls.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calls


def _is_at_rest(told: dict[str, Any]) -> bool:
    return not told["running"]


def _names(words: str) -> Any:
    return lambda told: words in str(told["facts"])
