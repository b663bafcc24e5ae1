"""Pages over HTTP: what they hold, how often they ask, and that nothing inline can run."""

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import reverse

from pramana.documents.contracts import Status
from pramana.documents.services import add_file, set_status
from pramana.jobs.contracts import JobView
from pramana.jobs.models import Job
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import keys_of, members_of
from pramana.tenancy.services import add_member, create_key
from pramana.web.errors import server_error
from tests.web.test_access import signed_in

QUERIES = {
    "home": 27,
    "library": 13,
    "library-sources": 9,
    "library-trash": 9,
    "activity": 11,
    "search": 9,
    "ask": 14,
    "settings-keys": 9,
    "settings-members": 8,
    "settings-models": 14,
    "settings-usage": 17,
    "settings-audit": 14,
}
"""Seven are every page's: session, user, membership, its group, tenants and cases to switch to, and
the number of jobs that run."""


@pytest.mark.parametrize(("name", "most"), QUERIES.items())
def test_a_page_asks_the_database_a_few_times(
    scope: Scope, name: str, most: int, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        add_file(scope, f"{number}.txt", ContentFile(b"words"))
        create_key(scope, f"key {number}", role=Role.VIEWER)
    client = signed_in(scope)

    with django_assert_max_num_queries(most):
        assert client.get(reverse(f"web:{name}")).status_code == 200


def test_the_policy_lets_no_inline_code_run(scope: Scope) -> None:
    response = signed_in(scope).get("/app/")
    policy = response.headers["Content-Security-Policy"]
    page = response.content.decode()

    assert "unsafe" not in policy
    assert " style=" not in page
    assert " onclick=" not in page
    assert page.count("<script") == 2  # the module, and data that is not run


def test_only_the_operators_admin_has_a_looser_policy() -> None:
    assert "unsafe-inline" in Client().get("/admin/login/").headers["Content-Security-Policy"]
    assert "unsafe" not in Client().get("/app/sign-in").headers["Content-Security-Policy"]


def test_words_of_a_document_are_never_markup(scope: Scope) -> None:
    document = add_file(scope, "<b>x.txt", ContentFile(b"<script>alert(1)</script> needle"))
    drain_jobs()
    client = signed_in(scope)

    pages = [
        client.get(reverse("web:library-document", args=[document.id]), {"q": "needle"}),
        client.get(reverse("web:search"), {"q": "needle <img>"}),
        client.get(reverse("web:library")),
    ]

    for response in pages:
        assert response.status_code == 200
        assert "<script>alert" not in response.content.decode()
        assert "<b>x" not in response.content.decode()


@pytest.mark.parametrize(
    "query",
    [
        "?start=99999999999999&end=1",
        "?start=-1&end=x",
        "?q=%00",
        "?q=" + "a" * 3000,
        "?start=2&end=4",
        "?at=999999999&panel=nonsense",
        "?page=999999&panel=reading",
        "?quote=%00&start=5&end=2",
    ],
)
def test_a_reader_address_that_makes_no_sense_still_opens(scope: Scope, query: str) -> None:
    document = add_file(scope, "a.txt", ContentFile(b"some words"))
    drain_jobs()

    address = reverse("web:library-document", args=[document.id]) + query

    assert signed_in(scope).get(address).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/app/library?state=nonsense&after=nonsense&title=%00&kind=%00&sort=x&collection=x",
        "/app/library?after=9999-99-99~00000000-0000-0000-0000-000000000000",
        "/app/library?sort=title&after=%00~00000000-0000-0000-0000-000000000000",
        "/app/activity?state=x&before=99999999999999999999999",
        "/app/activity?before=%E0%A5%AA",
        "/app/search?q=%00",
        "/app/search?q=x&from=nonsense&to=2026-99-99&recipe=nonsense&language=%00",
    ],
)
def test_an_address_that_makes_no_sense_shows_the_page(scope: Scope, address: str) -> None:
    assert signed_in(scope).get(address).status_code == 200


def leads(response: Any) -> list[JobView]:
    return [group.lead for group in response.context["groups"]]


def test_a_list_goes_on_where_it_stopped(scope: Scope) -> None:
    Job.objects.bulk_create(
        Job(tenant_id=scope.tenant_id, trace_id=scope.trace_id, name=f"job.{n}", state="done")
        for n in range(60)
    )
    client = signed_in(scope)
    first = client.get("/app/activity")
    following = client.get(f"/app/activity?before={first.context['next_before']}")

    shown = [job.name for response in (first, following) for job in leads(response)]

    assert len(shown) == len(set(shown)) == 60
    assert following.context["next_before"] is None


def test_a_job_names_what_it_is_about_and_leads_there(scope: Scope) -> None:
    document = add_file(scope, "Harbour log.txt", ContentFile(b"words"))
    client = signed_in(scope)
    listed = client.get("/app/activity")
    [group] = listed.context["groups"]
    job, subject = group.lead, group.subject

    assert "Read a document: Harbour log" in listed.content.decode()
    assert subject.address == reverse("web:library-document", args=[document.id])
    assert subject.address in client.get(f"/app/activity/{job.id}").content.decode()


def test_home_shows_a_failure_until_someone_tries_again(scope: Scope) -> None:
    document = add_file(scope, "Harbour log.txt", ContentFile(b"words"))
    set_status(scope, document.id, Status.FAILED, error="The file holds no text.")
    Job.objects.in_scope(scope).update(state="failed", error="Unreadable: no text")
    client = signed_in(scope)

    waiting = client.get("/app/")
    client.post(reverse("web:library-retry", args=[document.id]))
    after = client.get("/app/")

    [group] = waiting.context["waiting"]
    assert [row.title for row in group.rows] == ["Harbour log"]
    assert "The file holds no text." in waiting.content.decode()
    assert after.context["waiting"] == []


def test_a_key_is_shown_once_and_revoked_after_a_question(scope: Scope) -> None:
    client = signed_in(scope)
    made = client.post(
        "/app/settings/keys", {"name": "robot", "role": "reviewer", "kind": "secret"}
    )
    secret = made.context["new_key"].secret
    revoke = reverse("web:settings-key-revoke", args=[made.context["new_key"].key.id])

    assert secret in made.content.decode()
    assert "no-store" in made.headers["Cache-Control"]
    assert secret not in client.get("/app/settings/keys").content.decode()
    assert "Revoke this key?" in client.post(revoke).content.decode()
    assert keys_of(scope)[0].revoked_at is None
    client.post(revoke, {"confirmed": "yes"})
    assert keys_of(scope)[0].revoked_at is not None


def test_a_key_that_cannot_be_made_says_why(scope: Scope) -> None:
    response = signed_in(scope).post(
        "/app/settings/keys", {"name": "page", "role": "viewer", "kind": "publishable"}
    )

    assert "A publishable key names its origins" in response.content.decode()
    assert keys_of(scope) == []


def test_a_new_member_gets_a_link_to_hand_over(scope: Scope) -> None:
    response = signed_in(scope).post("/app/settings/members", {"name": "maya", "role": "reviewer"})
    link = response.context["link"]

    assert link.startswith("http://testserver/app/sign-in/link/")
    assert Client().post(link).headers["Location"] == "/app/password"


def test_roles_change_and_members_leave_but_one_admin_stays(scope: Scope) -> None:
    user_id, _link = add_member(scope, "maya", Role.VIEWER)
    client = signed_in(scope)

    client.post(reverse("web:settings-member-role", args=[user_id]), {"role": "reviewer"})
    assert [member.role for member in members_of(scope)] == ["admin", "reviewer"]
    client.post(reverse("web:settings-member-remove", args=[user_id]), {"confirmed": "yes"})
    assert len(members_of(scope)) == 1
    refused = client.post(
        reverse("web:settings-member-role", args=[scope.actor_id]), {"role": "viewer"}, follow=True
    )
    assert "last admin" in refused.content.decode()


def test_preferences_are_kept_in_cookies_and_unknown_ones_are_not(db: None) -> None:
    client = Client()
    response = client.post("/app/prefer", {"theme": "dark", "rail": "narrow", "language": "ne"})
    page = client.get("/app/sign-in").content.decode()
    client.post("/app/prefer", {"theme": "pink", "language": "xx", "next": "https://evil.example"})

    assert response.status_code == 302
    assert 'data-theme="dark"' in page
    assert 'lang="ne"' in page
    assert "प्रवेश गर्नुहोस्" in page
    assert client.cookies["pramana_theme"].value == "dark"


def test_what_is_not_there_is_said_in_the_layout(scope: Scope) -> None:
    response = signed_in(scope).get("/app/no/such/page")

    assert response.status_code == 404
    assert 'class="rail"' in response.content.decode()


def test_when_the_database_is_away_the_page_says_so_without_asking_it(
    monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any
) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise OperationalError("could not connect")

    monkeypatch.setattr("pramana.web.access.principal_of", away)
    response = Client().get("/app/library")

    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    assert "Nothing was lost" in response.content.decode()


def test_our_own_mistake_is_told_plainly_without_the_database() -> None:
    try:
        raise ValueError("secret detail")
    except ValueError:
        response = server_error(RequestFactory().get("/app/"))

    assert response.status_code == 500
    assert "Saved work is not affected." in response.content.decode()
    assert "secret detail" not in response.content.decode()
