"""Keys and members over HTTP."""

import pytest
from django.test import Client

from pramana.kit.scope import Scope
from tests.callers import with_key

pytestmark = pytest.mark.django_db
JSON = "application/json"


def test_a_key_is_shown_once_and_works_until_it_is_revoked(admin: Client) -> None:
    made = admin.post("/api/keys/", {"name": "robot", "role": "reviewer"}, content_type=JSON)
    secret, key = made.json()["secret"], made.json()["key"]
    robot = with_key(secret)

    assert made.status_code == 201
    assert robot.get("/api/me").json()["role"] == "reviewer"
    listed = admin.get("/api/keys/")
    assert secret not in listed.content.decode()
    assert key["id"] in {found["id"] for found in listed.json()["keys"]}

    assert admin.delete(f"/api/keys/{key['id']}").status_code == 204
    assert robot.get("/api/me").status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": ""},
        {"name": "   "},
        {"name": "x" * 101},
        {"name": "x", "role": "owner"},
        {"name": "x", "kind": "publishable"},
        {"name": "x", "origins": ["https://a.example"]},
        {"name": "x", "rate_per_minute": 0},
        {"name": "x", "rate_per_minute": 10**30},
        {"name": "x", "rate_per_minute": "5"},
        {"name": "x", "unknown": 1},
    ],
)
def test_a_key_that_cannot_be_given_is_400(admin: Client, body: dict[str, object]) -> None:
    answer = admin.post("/api/keys/", body, content_type=JSON)

    assert answer.status_code == 400
    assert answer.json()["error_code"] == "INVALID_REQUEST"


def test_a_person_is_let_in_given_another_role_and_shown_out(admin: Client) -> None:
    made = admin.post(
        "/api/members/", {"user_name": "sita.rai", "role": "viewer"}, content_type=JSON
    )
    user_id = made.json()["user_id"]
    again = admin.post("/api/members/", {"user_name": "sita.rai"}, content_type=JSON)
    changed = admin.patch(f"/api/members/{user_id}", {"role": "reviewer"}, content_type=JSON)
    roles = {found["user_name"]: found["role"] for found in members(admin)}
    removed = admin.delete(f"/api/members/{user_id}")

    assert made.status_code == 201
    assert made.json()["sign_in_secret"]
    assert again.status_code == 409
    assert (changed.status_code, removed.status_code) == (204, 204)
    assert roles["sita.rai"] == "reviewer"
    assert "sita.rai" not in {found["user_name"] for found in members(admin)}


def test_the_last_admin_stays(admin: Client, scope: Scope) -> None:
    own = f"/api/members/{scope.actor_id}"

    assert admin.delete(own).status_code == 409
    assert admin.patch(own, {"role": "viewer"}, content_type=JSON).status_code == 409


@pytest.mark.parametrize("name", ["", "with space", "x" * 151, "semi;colon"])
def test_a_user_name_has_rules(admin: Client, name: str) -> None:
    answer = admin.post("/api/members/", {"user_name": name}, content_type=JSON)

    assert answer.status_code == 400


def members(client: Client) -> list[dict[str, str]]:
    found: list[dict[str, str]] = client.get("/api/members/").json()["members"]
    return found
