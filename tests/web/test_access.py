"""Who sees which page, and what everyone else is told."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.core.files.base import ContentFile
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from pramana.documents.services import add_file
from pramana.jobs.selectors import jobs_page
from pramana.kit.scope import Scope
from pramana.observability.context import current_ids, fresh_ids
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import Membership, User
from pramana.tenancy.services import create_key
from pramana.tenancy.testing import make_member
from pramana.web.access import PageRequest, page

PAGES = [
    "home",
    "library",
    "library-sources",
    "library-trash",
    "search",
    "everything",
    "ask",
    "activity",
    "password",
    "registry",
    "memory",
    "research",
    "research-sources",
    "cases",
    "activity-runs",
    "extract",
    "stacks",
]
ADMIN_PAGES = [
    "activity-evals",
    "review",
    "settings-keys",
    "settings-members",
    "settings-audit",
    "settings-models",
    "settings-usage",
    "settings-demo",
    "pieces",
]


def signed_in(scope: Scope) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=scope.actor_id))
    return client


def test_a_pages_slow_work_counts_as_its_tenants(
    scope: Scope, other_scope: Scope, rf: RequestFactory
) -> None:
    """Pages of one tenant must not take the turns of all the others in the CPU pool."""
    owners = []

    @page()
    def draw(request: PageRequest) -> HttpResponse:
        owners.append(current_ids().get("tenant_id"))
        return HttpResponse()

    for each in (scope, other_scope):
        request = rf.get("/app/")
        request.user, request.session = User.objects.get(pk=each.actor_id), SessionBase()
        with fresh_ids():
            draw(request)

    assert owners == [scope.tenant_id, other_scope.tenant_id]


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES + ADMIN_PAGES)
def test_a_stranger_is_sent_to_sign_in_and_comes_back(name: str) -> None:
    address = reverse(f"web:{name}")
    response = Client().get(address)

    assert response.status_code == 302
    assert response.headers["Location"] == f"{reverse('web:sign-in')}?next={address}"


@pytest.mark.parametrize("name", PAGES + ADMIN_PAGES)
def test_an_admin_sees_every_page(scope: Scope, name: str) -> None:
    assert signed_in(scope).get(reverse(f"web:{name}")).status_code == 200


@pytest.mark.parametrize("name", ADMIN_PAGES)
def test_a_viewer_is_told_whom_to_ask(scope: Scope, name: str) -> None:
    response = signed_in(make_member(scope, Role.VIEWER)).get(reverse(f"web:{name}"))

    assert response.status_code == 403
    assert "Ask an admin of Ours" in response.content.decode()


def test_a_page_is_kept_by_no_one_in_between(scope: Scope) -> None:
    assert signed_in(scope).get("/app/").headers["Cache-Control"] == "private, no-cache"


def test_another_tenants_things_do_not_exist(scope: Scope, other_scope: Scope) -> None:
    document = add_file(scope, "zanzibar plans.txt", ContentFile(b"words"))
    job = jobs_page(scope).jobs[0]
    key = create_key(scope, "zanzibar key", role=Role.VIEWER).key
    stranger = signed_in(other_scope)

    looked_at = [
        stranger.get(reverse("web:library-document", args=[document.id])),
        stranger.get(reverse("web:activity-job", args=[job.id])),
        stranger.post(reverse("web:library-delete", args=[document.id]), {"confirmed": "yes"}),
        stranger.post(reverse("web:activity-cancel", args=[job.id]), {"confirmed": "yes"}),
    ]
    lists = [stranger.get(reverse(f"web:{name}")) for name in PAGES + ADMIN_PAGES]
    revoked = stranger.post(
        reverse("web:settings-key-revoke", args=[key.id]), {"confirmed": "yes"}, follow=True
    )

    assert [response.status_code for response in looked_at] == [404] * 4
    assert "There is no such key." in revoked.content.decode()
    for response in [*looked_at, *lists, revoked]:
        assert "zanzibar" not in response.content.decode()


def test_a_person_of_two_tenants_switches_between_them(scope: Scope, other_scope: Scope) -> None:
    Membership.objects.create(
        tenant_id=other_scope.tenant_id, user_id=scope.actor_id, role=Role.VIEWER
    )
    client = signed_in(scope)
    switch = reverse("web:choose-tenant")

    assert "Theirs" in client.get(reverse("web:home")).content.decode()
    client.post(switch, {"tenant": str(other_scope.tenant_id)})
    assert client.session["tenant_id"] == str(other_scope.tenant_id)
    assert client.get(reverse("web:settings-keys")).status_code == 403  # a viewer there
    client.post(switch, {"tenant": str(uuid4())})
    assert client.session["tenant_id"] == str(other_scope.tenant_id)


def test_someone_without_a_tenant_is_told_so(db: None) -> None:
    client = Client()
    client.force_login(User.objects.create_user("lonely"))

    response = client.get(reverse("web:home"))

    assert response.status_code == 403
    assert "You do not belong to this tenant." in response.content.decode()


def test_open_mode_serves_the_default_tenant_without_signing_in(
    db: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pramana.tenancy.services import ensure_first_start

    ensure_first_start()
    opened = settings.PRAMANA.model_copy(update={"open": True})
    monkeypatch.setattr("django.conf.settings.PRAMANA", opened)

    response = Client().get(reverse("web:home"))

    assert response.status_code == 200
    assert reverse("web:sign-out") not in response.content.decode()
