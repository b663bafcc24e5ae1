"""From a message to a cited answer, over HTTP on a running product that has no model."""

from typing import Any
from uuid import uuid4

import httpx

from tests.product import Product
from tests.waiting import wait_until

ASKED = "Who is the mayor of Suryakot?"


def test_what_was_said_is_searched_as_of_and_cited_in_an_answer(product: Product) -> None:
    group_id = f"desk-{uuid4()}"
    reach = {"Authorization": f"Bearer {product.key}"}
    with httpx.Client(base_url=product.url, headers=reach, timeout=60) as client:
        said = [
            message("Hari Khanal became mayor of Suryakot today.", "2022-05-20T09:00:00+05:45"),
            message("Sita Gurung became mayor of Suryakot today.", "2024-05-20T09:00:00+05:45"),
        ]
        accepted = client.post("/messages", json={"group_id": group_id, "messages": said})
        assert accepted.status_code == 202

        def found(**more: Any) -> list[str]:
            asked = {"group_ids": [group_id], "query": ASKED, **more}
            return [fact["fact"] for fact in client.post("/search", json=asked).json()["facts"]]

        wait_until(lambda: found() == ["Sita Gurung is mayor of Suryakot."], 120)
        then = "2023-01-01T00:00:00Z"
        assert found(as_of=then) == ["Hari Khanal is mayor of Suryakot."]

        now = ask(client, memory_group=group_id)
        assert "Sita Gurung became mayor of Suryakot today." in now["answer"]
        [source] = [each for each in now["sources"] if each["quotes"]]
        assert (source["kind"], source["memory"]["group_id"]) == ("memory", group_id)
        episodes = client.get(f"/episodes/{group_id}", params={"last_n": 5}).json()
        contents = {each["uuid"]: each["content"] for each in episodes}
        content, [quote] = contents[source["memory"]["episode_id"]], source["quotes"]
        assert content[quote["start"] : quote["end"]] == quote["words"]
        assert "Hari Khanal" in ask(client, memory_group=group_id, as_of=then)["answer"]
        assert client.delete(f"/group/{group_id}").json()["success"]


def message(words: str, at: str) -> dict[str, str]:
    return {"content": words, "role_type": "user", "role": "Nisha", "timestamp": at}


def ask(client: httpx.Client, **fields: Any) -> dict[str, Any]:
    answer = client.post("/chat", json={"query": ASKED, **fields})
    assert answer.status_code == 200
    said: dict[str, Any] = answer.json()
    return said
