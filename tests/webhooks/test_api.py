"""Webhooks over HTTP: what an admin may do, and nobody else."""

from typing import Any

import pytest
from django.test import Client

from pramana.jobs.testing import drain_jobs
from pramana.webhooks.services import MOST_WEBHOOKS
from tests.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db
WEBHOOKS = "/api/webhooks/"


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


def patch(client: Client, path: str, body: Any) -> Any:
    return client.patch(path, body, content_type="application/json")


@pytest.fixture
def created(admin: Client, receiver: Receiver) -> dict[str, Any]:
    answer = post(admin, WEBHOOKS, {"url": receiver.url, "kinds": ["run.failed", "run.done"]})
    assert answer.status_code == 201
    return answer.json()


def test_a_webhook_is_created_and_its_secret_is_shown_once(
    admin: Client, created: dict[str, Any], receiver: Receiver
) -> None:
    assert created["secret"].startswith("whsec_")
    assert created["webhook"]["kinds"] == ["run.done", "run.failed"]
    assert created["webhook"]["url"] == receiver.url

    listed = admin.get(WEBHOOKS)
    one = admin.get(f"{WEBHOOKS}{created['webhook']['id']}")
    assert listed.json()["webhooks"] == [one.json()] == [created["webhook"]]
    assert created["secret"] not in listed.content.decode() + one.content.decode()


def test_a_test_event_is_sent_logged_and_sent_again(
    admin: Client, created: dict[str, Any], receiver: Receiver
) -> None:
    place = f"{WEBHOOKS}{created['webhook']['id']}"
    assert post(admin, f"{place}/test").status_code == 202
    drain_jobs()

    [delivery] = admin.get(f"{place}/deliveries/").json()["deliveries"]
    assert (delivery["kind"], delivery["state"]) == ("webhook.test", "delivered")
    assert [attempt["status"] for attempt in delivery["attempts"]] == [200]
    assert admin.get(f"{place}/deliveries/{delivery['id']}").json() == delivery
    assert admin.get(f"{place}/deliveries/?state=failed").json()["deliveries"] == []

    assert post(admin, f"{place}/deliveries/{delivery['id']}/resend").status_code == 202
    drain_jobs()
    assert [event["id"] for event in receiver.events] == [delivery["event_id"]] * 2


def test_a_webhook_is_changed_switched_off_and_deleted(
    admin: Client, created: dict[str, Any]
) -> None:
    place = f"{WEBHOOKS}{created['webhook']['id']}"
    changed = patch(admin, place, {"kinds": ["fact.closed"], "description": "ledger"}).json()
    assert (changed["kinds"], changed["description"]) == (["fact.closed"], "ledger")
    assert patch(admin, place, {"is_active": False}).json()["is_active"] is False
    assert post(admin, f"{place}/test").status_code == 409

    assert admin.delete(place).status_code == 204
    assert admin.get(place).status_code == 404
    assert admin.get(f"{place}/deliveries/").status_code == 404


def test_a_replaced_secret_is_another_one(admin: Client, created: dict[str, Any]) -> None:
    answer = post(admin, f"{WEBHOOKS}{created['webhook']['id']}/secret")

    assert answer.status_code == 200
    assert answer.json()["secret"].startswith("whsec_")
    assert answer.json()["secret"] != created["secret"]


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:9/hook", "127.0.0.1"),
        ("https://localhost/hook", "this machine"),
        ("https://169.254.169.254/latest", "metadata"),
        ("https://10.0.0.7/hook", "private network"),
        ("https://[::1]/hook", "this machine"),
        ("https://user:word@example.org/", "name or password"),
        ("http://93.184.216.34/hook", "https://"),
        ("https://2130706433/", "usual form"),
    ],
)
def test_an_address_that_may_not_be_fetched_is_refused(
    admin: Client, receiver: Receiver, url: str, words: str
) -> None:
    answer = post(admin, WEBHOOKS, {"url": url, "kinds": ["run.done"]})

    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert admin.get(WEBHOOKS).json()["webhooks"] == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"url": "https://example.org"},
        {"url": "https://example.org", "kinds": []},
        {"url": "https://example.org", "kinds": ["nothing.known"]},
        {"url": "ftp://example.org", "kinds": ["run.done"]},
        {"url": "https://example.org", "kinds": ["run.done"], "secret": "mine"},
        {"url": "https://example.org/" + "a" * 2000, "kinds": ["run.done"]},
        {"url": "https://example.org", "kinds": ["run.done"], "description": "a\x00b"},
    ],
)
def test_a_body_that_breaks_a_rule_is_refused(admin: Client, body: dict[str, Any]) -> None:
    assert post(admin, WEBHOOKS, body).status_code in (400, 422)


def test_there_is_an_end_to_webhooks(admin: Client, receiver: Receiver) -> None:
    body = {"url": receiver.url, "kinds": ["run.done"]}
    for _ in range(MOST_WEBHOOKS):
        assert post(admin, WEBHOOKS, body).status_code == 201

    assert post(admin, WEBHOOKS, body).status_code == 409


def test_webhooks_are_for_admins(reviewer: Client, viewer: Client, created: dict[str, Any]) -> None:
    place = f"{WEBHOOKS}{created['webhook']['id']}"
    for client in (reviewer, viewer):
        assert client.get(WEBHOOKS).status_code == 403
        assert post(client, f"{place}/test").status_code == 403
        assert client.get(f"{place}/deliveries/").status_code == 403
        assert client.delete(place).status_code == 403


def test_an_admin_of_another_tenant_finds_nothing(
    stranger: Client, admin: Client, created: dict[str, Any]
) -> None:
    place = f"{WEBHOOKS}{created['webhook']['id']}"
    delivery = post(admin, f"{place}/test").json()

    assert stranger.get(WEBHOOKS).json() == {"webhooks": []}
    for path in (place, f"{place}/deliveries/", f"{place}/deliveries/{delivery['id']}"):
        assert stranger.get(path).status_code == 404
    for path in ("secret", "test", f"deliveries/{delivery['id']}/resend"):
        assert post(stranger, f"{place}/{path}").status_code == 404
    assert patch(stranger, place, {"is_active": False}).status_code == 404
    assert stranger.delete(place).status_code == 404
    assert admin.get(place).json() == created["webhook"]
