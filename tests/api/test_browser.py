"""Browsers come with a session and need CSRF; programs with a key pass their layer untouched."""

import pytest
from django.test import Client, RequestFactory

from pramana.api.middleware import PARTS, BrowserMiddleware, carries_key
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_key, make_member
from tests.settings import change

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in(scope: Scope) -> Client:
    from django.contrib.auth import get_user_model

    client = Client(enforce_csrf_checks=True)
    client.force_login(get_user_model().objects.get(pk=scope.actor_id))
    return client


def test_a_session_may_read(signed_in: Client, scope: Scope) -> None:
    answer = signed_in.get("/api/me")

    assert answer.status_code == 200
    assert answer.json()["tenant"]["id"] == str(scope.tenant_id)
    assert answer.json()["key_id"] is None


def test_a_session_that_changes_something_needs_the_csrf_token(signed_in: Client) -> None:
    body = {"name": "from a page", "role": "viewer"}

    refused = signed_in.post("/api/keys/", body, content_type="application/json")
    signed_in.cookies["pramana_csrf"] = token = "a" * 32
    allowed = signed_in.post(
        "/api/keys/", body, content_type="application/json", headers={"X-CSRFToken": token}
    )

    assert refused.status_code == 403
    assert refused.json()["error_code"] == "FORBIDDEN"
    assert allowed.status_code == 201


def test_cookies_given_over_tls_come_back_over_tls_only(scope: Scope) -> None:
    plain = Client().get("/app/sign-in").cookies["pramana_csrf"]
    over_tls = Client().get("/app/sign-in", secure=True).cookies["pramana_csrf"]

    assert (plain["secure"], over_tls["secure"]) == ("", True)
    assert (plain["samesite"], over_tls["samesite"]) == ("Lax", "Lax")


def test_a_wrong_key_is_not_saved_by_a_session(signed_in: Client) -> None:
    answer = signed_in.get("/api/me", headers={"Authorization": "Bearer pmn_wrong"})

    assert answer.status_code == 401


def test_a_session_may_name_another_of_its_tenants(
    signed_in: Client, scope: Scope, other_scope: Scope
) -> None:
    from pramana.tenancy.models import Membership

    named = {"X-Tenant-ID": str(other_scope.tenant_id)}
    before = signed_in.get("/api/me", headers=named)
    Membership(tenant_id=other_scope.tenant_id, user_id=scope.actor_id, role=Role.VIEWER).save(
        force_insert=True
    )
    after = signed_in.get("/api/me", headers=named)

    assert before.status_code == 403
    assert (after.status_code, after.json()["role"]) == (200, "viewer")


def test_a_request_with_a_key_sets_no_cookie_and_costs_one_query(
    scope: Scope, django_assert_num_queries
) -> None:
    client = Client(headers={"Authorization": f"Bearer {make_key(scope)}"})
    client.get("/api/me")

    with django_assert_num_queries(1):
        answer = client.get("/api/me")

    assert not answer.cookies
    assert "Vary" not in answer.headers


def test_a_page_is_a_page_whatever_header_comes_with_it(rf: RequestFactory) -> None:
    key = {"Authorization": "Bearer pmn_x"}

    assert carries_key(rf.get("/api/me", headers=key))
    assert not carries_key(rf.get("/app/", headers=key))
    assert not carries_key(rf.get("/admin/", headers=key))
    assert not carries_key(rf.get("/api/me"))


def test_a_part_that_answers_early_is_wrapped_by_the_parts_before_it_only(
    rf: RequestFactory,
) -> None:
    layer = BrowserMiddleware(lambda request: None)
    seen: list[str] = []

    class Part:
        def __init__(self, name: str, answers: bool = False) -> None:
            self.name, self.answers = name, answers

        def process_request(self, request: object) -> object:
            seen.append(f"in {self.name}")
            return "early" if self.answers else None

        def process_response(self, request: object, response: object) -> object:
            seen.append(f"out {self.name}")
            return response

    layer.parts = [Part("a"), Part("b", answers=True), Part("c")]

    assert layer(rf.get("/")) == "early"
    assert seen == ["in a", "in b", "out a"]
    assert len(PARTS) == 8


def test_open_mode_serves_the_default_tenant_without_a_key(settings, db: None) -> None:
    from pramana.tenancy.services import ensure_first_start

    ensure_first_start()
    change(settings, open=True)

    assert Client().get("/api/me").status_code == 200
    assert Client().get("/api/me", headers={"Authorization": "Bearer no"}).status_code == 401


def test_a_members_role_is_what_counts_not_staff(scope: Scope) -> None:
    member = make_member(scope, Role.VIEWER)
    client = Client(headers={"Authorization": f"Bearer {make_key(member, Role.ADMIN)}"})

    assert client.get("/api/me").json()["role"] == "viewer"
    assert client.get("/api/keys/").status_code == 403


def test_browsers_are_told_to_keep_to_tls_where_there_is_tls(client: Client) -> None:
    assert "Strict-Transport-Security" not in client.get("/app/sign-in").headers
    secure = client.get("/app/sign-in", headers={"X-Forwarded-Proto": "https"})
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_a_page_that_calls_with_a_key_is_told_the_same(scope: Scope) -> None:
    client = Client(headers={"Authorization": f"Bearer {make_key(scope)}"})

    assert "Strict-Transport-Security" not in client.get("/api/me").headers
    secure = client.get("/api/me", headers={"X-Forwarded-Proto": "https"})
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"
