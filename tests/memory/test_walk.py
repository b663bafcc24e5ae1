"""The Messages document, walked over HTTP on a running product that has no model."""

from uuid import uuid4

import httpx

from tests.product import Product
from tests.waiting import wait_until


def test_messages_go_in_and_come_out_and_leave_nothing(product: Product) -> None:
    group_id = f"walk-{uuid4()}"
    reach = {"Authorization": f"Bearer {product.key}"}
    with httpx.Client(base_url=product.url, headers=reach, timeout=60) as client:
        assert client.get("/healthcheck").status_code == 200
        said = [
            {"content": "Ram joined Acme in 2019.", "role_type": "user", "role": "Sita"},
            {"content": "Noted.", "role_type": "assistant", "role": None, "timestamp": None},
        ]
        refused = client.post("/messages", json={"group_id": group_id, "messages": said})
        assert refused.status_code == 422
        del said[1]["timestamp"]
        accepted = client.post("/messages", json={"group_id": group_id, "messages": said})
        assert accepted.status_code == 202
        assert accepted.json() == {
            "message": "Messages added to processing queue",
            "success": True,
        }

        def done() -> bool:
            asked = client.get("/messages/jobs", params={"group_id": group_id})
            return bool(asked.json()["done"] == len(said))

        wait_until(done, 120)
        episodes = client.get(f"/episodes/{group_id}", params={"last_n": 5}).json()
        assert [each["content"] for each in episodes] == [
            "Sita(user): Ram joined Acme in 2019.",
            "(assistant): Noted.",
        ]
        node = {"group_id": group_id, "name": "Acme", "uuid": str(uuid4())}
        assert client.post("/entity-node", json=node).status_code == 201
        found = client.post("/search", json={"group_ids": [group_id], "query": "Acme"})
        assert found.status_code == 200
        for fact in found.json()["facts"]:
            assert client.get(f"/entity-edge/{fact['uuid']}").json() == fact
        first = episodes[0]["uuid"]
        assert client.delete(f"/episode/{first}").json()["success"]
        assert client.delete(f"/group/{group_id}").json()["success"]
        assert client.get(f"/episodes/{group_id}").json() == []
