"""Figures: for this machine or an admin, and never an id in them."""

import re

import pytest
from django.test import Client

from tests.callers import with_key

pytestmark = pytest.mark.django_db
ELSEWHERE = {"REMOTE_ADDR": "203.0.113.9"}


def test_requests_are_counted_by_route_never_by_address(admin: Client) -> None:
    unknown = "/api/jobs/7b0c5d0e-6a55-4d2c-9e55-0f3f4f9a7f11"
    admin.get(unknown)
    admin.get("/some/secret/place")

    text = admin.get("/metrics").content.decode()

    assert 'route="/api/jobs/{job_id}",status="404"' in text
    assert 'route="unmatched"' in text
    assert "secret" not in text
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", text)


def test_a_collector_on_this_machine_needs_no_key(client: Client) -> None:
    answer = client.get("/metrics")

    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain")


def test_from_elsewhere_it_needs_an_admins_key(
    client: Client, viewer: Client, admin: Client
) -> None:
    assert client.get("/metrics", **ELSEWHERE).status_code == 401
    assert viewer.get("/metrics", **ELSEWHERE).status_code == 403
    assert admin.get("/metrics", **ELSEWHERE).status_code == 200
    assert with_key("pmn_wrong").get("/metrics", **ELSEWHERE).status_code == 401


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Proto"]
)
def test_what_a_proxy_on_this_machine_passes_on_is_from_elsewhere(
    client: Client, header: str
) -> None:
    assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 401
