"""A backup of an earlier version becomes a product of this one, with everything still there."""

from pathlib import Path

import httpx
import pytest

from pramana.postgres.testing import scratch_data_dir
from tests.cli.test_product import pramana
from tests.product import running_product
from tests.waiting import wait_until

pytestmark = pytest.mark.starts
BACKUPS = sorted((Path(__file__).parent / "backups").glob("*.tar.xz"))


@pytest.mark.parametrize("backup", BACKUPS, ids=lambda path: path.name[:7])
def test_an_earlier_version_goes_on_in_this_one(backup: Path) -> None:
    with scratch_data_dir() as data:
        copy = data.parent / "restored"
        restored = pramana("restore", str(backup), "--data", str(copy))
        assert restored.returncode == 0, restored.stderr
        with running_product(DATABASE_URL="", PRAMANA_DATA=str(copy)) as product:
            reach = {"Authorization": f"Bearer {product.key}"}
            with httpx.Client(base_url=product.url, headers=reach, timeout=30) as client:
                still_there(client)
                goes_on(client)


def still_there(client: httpx.Client) -> None:
    papers = client.get("/api/documents/").json()["documents"]
    assert [paper["status"] for paper in papers] == ["completed"] * 4
    assert client.post("/api/search", json={"query": "tender"}).json()["hits"]
    (session,) = client.get("/api/agni/sessions/").json()["sessions"]
    assert session["status"] == "awaiting_review"


def goes_on(client: httpx.Client) -> None:
    sent = client.post("/api/documents/", files={"file": ("n.txt", b"The ferry was repaired.")})
    place = f"/api/documents/{sent.json()['id']}"
    wait_until(lambda: client.get(place).json()["status"] == "completed")
    answer = client.post("/chat", json={"query": "What was repaired?"}).json()
    assert "ferry" in answer["answer"], answer
