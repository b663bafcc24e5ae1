"""An agent that knows nothing but the tools comes to an answer that shows its words."""

from datetime import UTC, datetime
from typing import Any

from mcp import Client

from tests.mcp.conftest import World, told, until

GROUP = "agents-desk"
SAID = (
    (2024, "Ram Bahadur Thapa is the director of Himal Builders."),
    (2025, "Gita Basnet is the director of Himal Builders now."),
)
QUESTION = "What is the contract for the bridge at Ranipauwa worth?"


async def _answer(client: Client) -> dict[str, Any]:
    """What it costs, from the documents; who was replaced, from what was said and ended."""
    cost = await told(client, "ask", question=QUESTION)
    found = await told(client, "search", query=QUESTION, limit=1)
    passage = found["passages"][0]
    read = await told(
        client, "read_document", document_id=passage["document_id"], start=passage["start"]
    )
    known = await told(
        client, "recall", query="director of Himal Builders", group=GROUP, include_ended=True
    )
    ended = [fact for fact in known["facts"] if fact["invalid_at"]]
    holds = [fact for fact in known["facts"] if not fact["invalid_at"]]
    return {"cost": cost, "read": read["text"], "ended": ended, "holds": holds}


async def test_an_agent_answers_with_words_of_documents_and_of_memory(world: World) -> None:
    async with world.over_http("reviewer") as client:
        for year, words in SAID:
            moment = datetime(year, 1, 1, tzinfo=UTC).isoformat()
            said = {"content": words, "said_at": moment, "speaker": "Nisha Rai", "source": "desk"}
            await told(client, "remember", group=GROUP, **said)
        await until(
            client, "recall", lambda told: not told["unread"], query="director", group=GROUP
        )
        found = await _answer(client)

    source = found["cost"]["sources"][0]
    assert "4,250,000" in found["cost"]["answer"]
    assert any(quote in found["read"] for quote in source["quotes"])
    assert source["document_id"] and source["source_url"]
    assert "Ram Bahadur Thapa" in found["ended"][0]["quote"]
    assert (found["ended"][0]["said_by"], found["ended"][0]["source"]) == ("Nisha Rai", "desk")
    assert "Gita Basnet" in found["holds"][0]["quote"]
