"""Jobs over HTTP: listed, read on, tried again, called off."""

import pytest
from django.core.files.base import ContentFile
from django.test import Client

from pramana.documents.services import add_files
from pramana.kit.scope import Scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def jobs(scope: Scope) -> list[str]:
    """Three waiting jobs, newest first."""
    for number in range(3):
        add_files(scope, [(f"{number}.txt", ContentFile(f"words {number}".encode(), "x.txt"))])
    return []


def test_jobs_are_listed_newest_first_and_read_on(viewer: Client, jobs: list[str]) -> None:
    first = viewer.get("/api/jobs/", {"limit": 2}).json()
    rest = viewer.get("/api/jobs/", {"limit": 2, "before": first["next_before"]}).json()

    assert [len(first["jobs"]), len(rest["jobs"])] == [2, 1]
    assert rest["next_before"] is None
    assert not {job["id"] for job in first["jobs"]} & {job["id"] for job in rest["jobs"]}
    assert "payload" not in first["jobs"][0]


def test_a_waiting_job_can_be_called_off_and_tried_again(reviewer: Client, jobs: list[str]) -> None:
    job = reviewer.get("/api/jobs/", {"state": "queued"}).json()["jobs"][0]["id"]

    cancelled = reviewer.post(f"/api/jobs/{job}/cancel")
    twice = reviewer.post(f"/api/jobs/{job}/cancel")
    again = reviewer.post(f"/api/jobs/{job}/retry")

    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    assert twice.status_code == 409
    assert (again.status_code, again.json()["state"]) == (200, "queued")
    assert reviewer.post(f"/api/jobs/{job}/retry").status_code == 409


@pytest.mark.parametrize(
    "query", ["state=odd", "limit=0", "limit=201", "before=-1", f"before={2**63}", "limit=1.5"]
)
def test_a_list_asked_for_wrongly_is_400(viewer: Client, query: str) -> None:
    assert viewer.get(f"/api/jobs/?{query}").status_code == 400


def test_a_number_in_a_query_is_no_moment(reviewer: Client) -> None:
    for address in ("/api/documents/", "/api/stack/"):
        assert reviewer.get(f"{address}?before=0.5").status_code in (400, 422)
        assert reviewer.get(f"{address}?before=2026-11-15T10:00:00Z").status_code == 200
