"""Signing in with an OpenID provider, over real HTTP against one on loopback."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from django.http import HttpResponse
from django.test import Client

from pramana.kit.scope import Scope
from pramana.tenancy import openid as protocol
from pramana.tenancy.contracts import IdentityProvider, Role
from pramana.tenancy.models import AuditEntry, ExternalIdentity, Membership, Tenant, User
from pramana.tenancy.selectors import members_of
from pramana.tenancy.services import change_role, end_sessions, erase_person
from pramana.tenancy.testing import make_tenant
from pramana.tenancy.testing.openid import LoopbackOpenId, OpenIdFault, serve_openid

GITA = {
    "preferred_username": "gita",
    "email": "gita@office.example",
    "email_verified": True,
    "groups": ["staff", "editors"],
}


@pytest.fixture
def openid() -> Iterator[LoopbackOpenId]:
    protocol._known.clear()
    with serve_openid(people={"s-1": dict(GITA)}) as served:
        yield served


@pytest.fixture
def office(db: None) -> Scope:
    return make_tenant("office")


@pytest.fixture
def provider(openid: LoopbackOpenId, office: Scope, settings) -> IdentityProvider:
    tenants = {
        "office": {"staff": Role.VIEWER, "editors": Role.REVIEWER, "chiefs": Role.ADMIN},
        "not-there": {"*": Role.ADMIN},
    }
    return install(settings, openid.provider(tenants))


def install(settings, provider: IdentityProvider, **rest: object) -> IdentityProvider:
    settings.PRAMANA = settings.PRAMANA.model_copy(update={"oidc": (provider,), **rest})
    return provider


def visit_provider(client: Client, subject: str = "s-1", query: str = "") -> str:
    """Go to the provider, say who we are, and return the address it sends us back to."""
    start = client.get(f"/app/sign-in/with/house{query}")
    assert start.status_code == 302, start.content
    answer = httpx.post(start.headers["Location"], data={"subject": subject})
    return answer.headers["Location"]


def sign_on(client: Client, subject: str = "s-1", query: str = "") -> HttpResponse:
    back = urlsplit(visit_provider(client, subject, query))
    return client.get(f"{back.path}?{back.query}")


def roles(scope: Scope) -> dict[str, str]:
    return {each.user_name: str(each.role) for each in members_of(scope)}


def test_a_person_is_admitted_with_the_highest_role_of_their_groups(provider, office) -> None:
    client = Client()
    response = sign_on(client, query="?next=/app/library")

    assert (response.status_code, response.headers["Location"]) == (302, "/app/library")
    assert client.get("/app/").status_code == 200
    assert roles(office)["gita"] == Role.REVIEWER
    user = User.objects.get(username="gita")
    assert (user.email, user.has_usable_password()) == ("gita@office.example", False)
    assert not any(each.is_invited for each in members_of(office) if each.user_name == "gita")
    assert "Set a password" not in client.get("/app/").content.decode()


def test_the_request_to_the_provider_carries_pkce_state_and_nonce(provider) -> None:
    address = Client().get("/app/sign-in/with/house").headers["Location"]
    query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}

    assert query["code_challenge_method"] == "S256"
    assert query["scope"] == "openid profile email"
    assert len({query["state"], query["nonce"], query["code_challenge"]}) == 3
    assert query["redirect_uri"].endswith("/app/sign-in/return")


@pytest.mark.parametrize(
    "fault",
    [
        OpenIdFault.OTHER_KEY,
        OpenIdFault.NO_SIGNATURE,
        OpenIdFault.SHARED_SECRET,
        OpenIdFault.OTHER_NONCE,
        OpenIdFault.OTHER_AUDIENCE,
        OpenIdFault.OTHER_ISSUER,
        OpenIdFault.OTHER_PARTY,
        OpenIdFault.EXPIRED,
        OpenIdFault.NO_SUBJECT,
    ],
)
def test_a_token_that_proves_nothing_admits_nobody(provider, openid, fault) -> None:
    openid.fault = fault
    client = Client()

    response = sign_on(client)

    assert response.status_code == 401
    assert "could not be completed" in response.content.decode()
    assert client.get("/app/").status_code == 302
    assert not ExternalIdentity.objects.exists()


def test_an_answer_counts_once_and_only_in_the_browser_that_asked(provider) -> None:
    client, thief = Client(), Client()
    back = urlsplit(visit_provider(client))
    address = f"{back.path}?{back.query}"

    assert thief.get(address).status_code == 401
    assert client.get(address).status_code == 302
    client.post("/app/sign-out")
    assert client.get(address).status_code == 401


def test_signing_out_ends_the_session_at_the_provider_too(provider, openid) -> None:
    client = Client()
    sign_on(client)
    assert openid.signed_in == {"s-1"}

    response = client.post("/app/sign-out")
    address = response.headers["Refresh"].removeprefix("0; url=")

    assert client.get("/app/").status_code == 302, "the session here has ended whatever comes next"
    assert address.replace("&", "&amp;") in response.content.decode()
    assert "no-store" in response.headers["Cache-Control"]
    sent_back = httpx.get(address)
    assert (sent_back.status_code, openid.signed_in) == (303, set())
    assert sent_back.headers["Location"] == "http://testserver/app/sign-in"


@pytest.mark.parametrize("fault", [OpenIdFault.NO_SIGN_OUT, OpenIdFault.AWAY])
def test_a_provider_that_cannot_end_sessions_does_not_stop_signing_out(
    provider, openid, fault
) -> None:
    client = Client()
    sign_on(client)
    openid.fault = fault
    protocol._known.clear()

    response = client.post("/app/sign-out")

    assert (response.status_code, response.headers["Location"]) == (302, "/app/sign-in")
    assert client.get("/app/").status_code == 302


def test_a_token_too_long_for_an_address_is_not_sent(provider) -> None:
    address = protocol.sign_out_address(provider, "x" * 5000, "http://here/app/sign-in")

    assert "id_token_hint" not in address
    assert parse_qs(urlsplit(address).query)["client_id"] == [provider.client_id]


def test_people_are_not_sent_over_an_unprotected_connection_to_sign_out(provider) -> None:
    secure = provider.model_copy(update={"issuer": "https://id.example"})
    known = protocol._metadata_of(provider)
    for endpoint, is_used in (("http://id.example/out", False), ("https://id.example/out", True)):
        metadata = known.model_copy(update={"end_session_endpoint": endpoint})
        protocol._known[secure.issuer] = protocol._KnownMetadata(metadata, float("inf"))
        address = protocol.sign_out_address(secure, "token", "https://here/app/sign-in")
        assert bool(address) is is_used


def test_an_answer_of_another_issuer_is_refused(provider) -> None:
    client = Client()
    back = urlsplit(visit_provider(client))
    query = back.query.replace("iss=", "iss=https%3A%2F%2Felse.example&was=")

    assert client.get(f"{back.path}?{query}").status_code == 401


def test_an_old_answer_is_refused(provider, monkeypatch) -> None:
    client = Client()
    back = urlsplit(visit_provider(client))
    monkeypatch.setattr(protocol, "LONGEST_SIGN_ON", -1)

    assert client.get(f"{back.path}?{back.query}").status_code == 401


def test_a_person_who_cancels_is_told_so(provider) -> None:
    response = sign_on(Client(), subject="")

    assert response.status_code == 401
    assert "cancelled or refused" in response.content.decode()


@pytest.mark.parametrize("query", ["", "?state=x", "?code=x", "?state=x&code=y&error=z"])
def test_an_answer_nobody_asked_for_is_refused(provider, query) -> None:
    assert Client().get(f"/app/sign-in/return{query}").status_code == 401


def test_an_unknown_provider_is_refused(provider) -> None:
    assert Client().get("/app/sign-in/with/elsewhere").status_code == 401


def test_a_provider_that_is_away_is_told_apart(provider, openid) -> None:
    openid.fault = OpenIdFault.AWAY
    response = Client().get("/app/sign-in/with/house")

    assert (response.status_code, response.headers["Retry-After"]) == (503, "30")


def test_a_new_key_of_the_provider_is_found(provider, openid) -> None:
    assert sign_on(Client()).status_code == 302
    openid.rotate_key()
    assert sign_on(Client()).status_code == 302


def test_groups_may_come_from_the_user_information(provider, openid, office) -> None:
    openid.groups_in_token = False
    assert sign_on(Client()).status_code == 302
    assert roles(office)["gita"] == Role.REVIEWER


def test_user_information_about_someone_else_is_refused(provider, openid) -> None:
    openid.groups_in_token, openid.fault = False, OpenIdFault.OTHER_USERINFO
    assert sign_on(Client()).status_code == 401


def test_groups_decide_at_every_sign_in(provider, openid, office) -> None:
    sign_on(Client())
    openid.people["s-1"]["groups"] = ["staff"]
    sign_on(Client())
    assert roles(office)["gita"] == Role.VIEWER

    openid.people["s-1"]["groups"] = ["visitors"]
    refused = sign_on(Client())
    assert refused.status_code == 403
    assert "gita" not in roles(office)
    actions = AuditEntry.objects.in_scope(office).values_list("action", flat=True)
    assert {"member.added", "member.role_changed", "member.removed"} <= set(actions)


def test_a_role_that_a_person_gave_is_not_taken_away(provider, openid, office) -> None:
    sign_on(Client())
    user = User.objects.get(username="gita")
    change_role(office, user.id, Role.ADMIN)
    openid.people["s-1"]["groups"] = []

    assert sign_on(Client()).status_code == 302
    assert roles(office)["gita"] == Role.ADMIN


def test_groups_do_not_take_the_last_admin(provider, openid, office) -> None:
    openid.people["s-1"]["groups"] = ["chiefs"]
    sign_on(Client())
    Membership.objects.in_scope(office).exclude(user__username="gita").delete()
    openid.people["s-1"]["groups"] = []

    sign_on(Client())
    assert roles(office) == {"gita": Role.ADMIN}


def test_people_without_a_group_get_no_account(provider, openid) -> None:
    openid.people["s-2"] = {"preferred_username": "visitor", "groups": ["others"]}

    assert sign_on(Client(), "s-2").status_code == 403
    assert not User.objects.filter(username="visitor").exists()


def test_one_provider_serves_several_tenants(openid, office, settings) -> None:
    school = make_tenant("school")
    everyone = {"office": {"editors": Role.REVIEWER}, "school": {"*": Role.VIEWER}}
    install(settings, openid.provider(everyone))
    client = Client()

    sign_on(client)
    assert (roles(office)["gita"], roles(school)["gita"]) == (Role.REVIEWER, Role.VIEWER)
    client.post("/app/tenant", {"tenant": str(school.tenant_id)})
    assert Tenant.objects.get(slug="school").name in client.get("/app/").content.decode()


def test_a_name_proves_nothing(provider, office) -> None:
    """Someone here already has the name, and is not the provider's person."""
    local = User.objects.create_user("gita", password="a-long-password")

    sign_on(Client())

    assert "gita-2" in roles(office)
    assert not ExternalIdentity.objects.filter(user=local).exists()


def test_a_verified_address_links_an_account_if_the_operator_says_so(
    openid, office, settings
) -> None:
    install(settings, openid.provider({"office": {"*": Role.VIEWER}}, link_by_email=True))
    local = User.objects.create_user("gita-k", email="Gita@office.example")
    openid.people["s-2"] = {**GITA, "email_verified": False, "preferred_username": "other"}

    sign_on(Client(), "s-2")
    assert not ExternalIdentity.objects.filter(user=local).exists()
    sign_on(Client())
    assert ExternalIdentity.objects.get(user=local).subject == "s-1"


def test_signing_out_everywhere_ends_these_sessions_too(provider) -> None:
    client = Client()
    sign_on(client)
    end_sessions(User.objects.get(username="gita"))

    assert client.get("/app/").status_code == 302


def test_a_closed_account_stays_closed(provider) -> None:
    sign_on(Client())
    User.objects.filter(username="gita").update(is_active=False)

    assert sign_on(Client()).status_code == 401


def test_an_erased_person_leaves_no_identity(provider) -> None:
    sign_on(Client())
    erase_person("gita")

    assert not ExternalIdentity.objects.exists()


def test_passwords_can_be_switched_off(provider, settings) -> None:
    install(settings, provider, passwords=False)
    page = Client().get("/app/sign-in").content.decode()

    assert "Sign in with House of records" in page
    assert 'name="password"' not in page
    refused = Client().post("/app/sign-in", {"name": "gita", "password": "x"})
    assert refused.status_code == 403
    client = Client()
    sign_on(client)
    assert 'type="password"' not in client.get("/app/password").content.decode()


def test_a_session_ends_when_it_was_said_to(provider, settings) -> None:
    install(settings, provider, session_hours=8)
    client = Client()
    sign_on(client)
    began = client.session.get_expiry_date()

    client.post("/app/tenant", {"tenant": "none"})
    assert client.session.get_expiry_date() == began
    assert 7 * 3600 < client.session.get_expiry_age() <= 8 * 3600
