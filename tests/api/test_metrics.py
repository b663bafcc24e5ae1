"""Figures: for operators, and never an id in them."""

import re

import pytest
from django.test import Client

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import User
from pramana.tenancy.testing import make_key, make_member
from tests.callers import with_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(scope: Scope) -> Client:
    """An admin who is also a superuser."""
    return with_key(make_key(superuser(scope)))


def superuser(scope: Scope) -> Scope:
    person = make_member(scope, Role.ADMIN)
    User.objects.filter(pk=person.actor_id).update(is_superuser=True)
    return person


def test_requests_are_counted_by_route_never_by_address(admin: Client, operator: Client) -> None:
    unknown = "/api/jobs/7b0c5d0e-6a55-4d2c-9e55-0f3f4f9a7f11"
    admin.get(unknown)
    admin.get("/some/hushed/place")

    text = operator.get("/metrics").content.decode()

    assert 'route="/api/jobs/{job_id}",status="404"' in text
    assert 'route="unmatched"' in text
    assert "hushed" not in text
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", text)


def test_only_an_operator_may_see_figures_of_all_tenants(
    client: Client, viewer: Client, admin: Client, operator: Client
) -> None:
    assert client.get("/metrics").status_code == 401
    assert with_key("pmn_wrong").get("/metrics").status_code == 401
    assert viewer.get("/metrics").status_code == 403
    assert admin.get("/metrics").status_code == 403
    answer = operator.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "pramana_database_connections_lent" in answer.content.decode()


def test_a_viewers_key_of_an_operator_is_not_enough(scope: Scope) -> None:
    assert with_key(make_key(superuser(scope), Role.VIEWER)).get("/metrics").status_code == 403
