"""Signing in, by password and by link."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import FailedSignIn, User
from pramana.tenancy.services import add_member, create_sign_in_link

SIGN_IN = "/app/sign-in"
PASSWORD = "a-long-password"


@pytest.fixture
def person(scope: Scope) -> User:
    user = User.objects.get(pk=scope.actor_id)
    user.set_password(PASSWORD)
    user.save()
    return user


def attempt(name: str, password: str, **rest: str) -> HttpResponse:
    return Client().post(SIGN_IN, {"name": name, "password": password, **rest})


def test_the_right_password_leads_to_the_page_asked_for(person: User) -> None:
    response = attempt(person.username, PASSWORD, next="/app/library")

    assert (response.status_code, response.headers["Location"]) == (302, "/app/library")


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_signing_in_never_leads_to_another_site(person: User, elsewhere: str) -> None:
    assert attempt(person.username, PASSWORD, next=elsewhere).headers["Location"] == "/app/"


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(person: User) -> None:
    known, unknown = attempt(person.username, "wrong"), attempt("nobody", "wrong")

    assert known.status_code == unknown.status_code == 401
    for response in (known, unknown):
        assert "The name or the password is not right." in response.content.decode()


def test_guessing_is_told_when_to_come_back(person: User) -> None:
    for _ in range(5):
        attempt(person.username, "wrong")

    response = attempt(person.username, PASSWORD)

    assert response.status_code == 429
    assert 0 < int(response.headers["Retry-After"]) <= 16
    assert "Try again in 1 minute, at" in response.content.decode()
    assert FailedSignIn.objects.filter(name=person.username).count() == 5


def test_looking_at_a_link_does_not_spend_it(person: User) -> None:
    address = reverse("web:sign-in-link", args=[create_sign_in_link(person.id)])
    client = Client()

    assert client.get(address).status_code == 200
    assert client.get(address).status_code == 200
    assert client.post(address).headers["Location"] == "/app/"
    assert client.get("/app/").status_code == 200


def test_a_spent_link_says_so(person: User) -> None:
    address = reverse("web:sign-in-link", args=[create_sign_in_link(person.id)])
    Client().post(address)

    for response in (Client().post(address), Client().get(address)):
        assert response.status_code == 401
        assert "Ask for a new one." in response.content.decode()
        assert "Welcome" not in response.content.decode()


def test_an_invited_member_sets_a_first_password_and_comes_back(scope: Scope) -> None:
    """An account that was made by an invitation has no password to ask for."""
    _user_id, link = add_member(scope, "maya", Role.VIEWER)
    client = Client()
    words = {"new_password1": "much longer words", "new_password2": "much longer words"}

    arrival = client.post(reverse("web:sign-in-link", args=[link]), follow=True)
    assert "Current password" not in arrival.content.decode()
    assert "Set a password to sign in again" in client.get("/app/").content.decode()
    assert client.post("/app/password", words).status_code == 302
    client.post("/app/sign-out")
    back = client.post("/app/sign-in", {"name": "maya", "password": words["new_password1"]})
    assert back.status_code == 302
    assert "Set a password to sign in again" not in client.get("/app/").content.decode()


def test_an_admin_gives_an_invited_member_a_new_link(scope: Scope) -> None:
    user_id, first = add_member(scope, "maya", Role.VIEWER)
    admin = Client()
    admin.force_login(User.objects.get(pk=scope.actor_id))

    shown = admin.post(reverse("web:settings-member-invite", args=[user_id]))

    assert shown.context["name"] == "maya"
    assert Client().post(reverse("web:sign-in-link", args=[first])).status_code == 401
    assert Client().post(shown.context["link"]).headers["Location"] == "/app/password"


def test_a_first_password_is_set_after_a_link_and_is_recorded(scope: Scope) -> None:
    user = User.objects.get(pk=scope.actor_id)
    client = Client()
    client.force_login(user)
    words = {"new_password1": "much longer words", "new_password2": "much longer words"}

    assert client.post("/app/password", {**words, "new_password2": "other"}).status_code == 400
    assert client.post("/app/password", words).status_code == 302
    assert client.get("/app/").status_code == 200  # still signed in
    user.refresh_from_db()
    assert user.check_password("much longer words")
    assert "set a password" in client.get("/app/settings/audit").content.decode()


def test_a_second_password_needs_the_first(person: User) -> None:
    client = Client()
    client.force_login(person)
    words = {"new_password1": "much longer words", "new_password2": "much longer words"}

    assert client.post("/app/password", words).status_code == 400
    assert client.post("/app/password", {**words, "old_password": PASSWORD}).status_code == 302


def test_a_person_signs_out_everywhere_else(person: User) -> None:
    here, lost = Client(), Client()
    for client in (here, lost):
        client.force_login(person)

    assert here.post("/app/sign-out-elsewhere").headers["Location"] == "/app/password"

    assert here.get("/app/").status_code == 200
    assert lost.get("/app/").status_code == 302
    assert "signed out on all other devices" in here.get("/app/settings/audit").content.decode()


def test_signing_out_needs_a_form_of_ours(person: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person)

    assert client.get("/app/sign-out").status_code == 405
    assert client.post("/app/sign-out").status_code == 403
    assert client.get("/app/").status_code == 200
