from datetime import timedelta
from uuid import uuid4

import pytest

from config.environment import Environment
from pramana.documents.services import create_collection
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.errors import BadGrant, KeyNotFound, KeyRefused, NotAMember, OriginNotAllowed
from pramana.tenancy.models import ApiKey, User
from pramana.tenancy.selectors import audit_page, keys_of
from pramana.tenancy.services import create_key, principal_for_key, remove_member, revoke_key
from pramana.tenancy.testing import make_key, make_member
from tests.callers import with_key
from tests.settings import change


def test_a_key_stands_for_its_owner(scope):
    principal = principal_for_key(make_key(scope, Role.REVIEWER))
    assert principal.scope.tenant_id == scope.tenant_id
    assert principal.scope.actor_id == scope.actor_id
    assert principal.role is Role.REVIEWER


def test_the_key_itself_is_stored_nowhere(scope):
    secret = make_key(scope)
    row = ApiKey.objects.in_scope(scope).get()
    assert secret not in str(row.__dict__)
    assert secret.startswith(row.prefix) and len(row.prefix) <= 12
    assert secret not in str(audit_page(scope))


@pytest.mark.parametrize("wrong", ["", "pmn_", "pmn_unknown", "something", "pmn_\ud800", "ключ"])
def test_an_unknown_key_is_refused(scope, wrong):
    with pytest.raises(KeyRefused):
        principal_for_key(wrong)


def test_a_revoked_key_is_refused_at_once(scope):
    secret = make_key(scope)
    revoke_key(scope, keys_of(scope)[0].id)
    with pytest.raises(KeyRefused):
        principal_for_key(secret)


def test_revoking_twice_leaves_one_trace(scope):
    make_key(scope)
    key_id = keys_of(scope)[0].id
    revoke_key(scope, key_id)
    revoke_key(scope, key_id)
    assert [entry.action for entry in audit_page(scope)].count("key.revoked") == 1


def test_another_tenants_key_cannot_be_revoked(scope, other_scope):
    secret = make_key(scope)
    with pytest.raises(KeyNotFound):
        revoke_key(other_scope, keys_of(scope)[0].id)
    assert principal_for_key(secret)


def test_a_key_ends_with_the_membership_of_its_owner(scope):
    member = make_member(scope, Role.REVIEWER)
    secret = make_key(member, Role.REVIEWER)
    remove_member(scope, member.actor_id)
    with pytest.raises(KeyRefused):
        principal_for_key(secret)


def test_a_key_ends_with_its_owners_account(scope):
    secret = make_key(scope)
    User.objects.filter(pk=scope.actor_id).update(is_active=False)
    with pytest.raises(KeyRefused):
        principal_for_key(secret)


def test_a_key_never_does_more_than_its_owner_may(scope):
    viewer = make_member(scope, Role.VIEWER)
    assert principal_for_key(make_key(viewer, Role.ADMIN)).role is Role.VIEWER


def test_another_tenant_in_the_header_is_refused(scope, other_scope):
    secret = make_key(scope)
    assert principal_for_key(secret, tenant_header=str(scope.tenant_id))
    for named in (str(other_scope.tenant_id), str(uuid4()), "default", "'"):
        with pytest.raises(NotAMember):
            principal_for_key(secret, tenant_header=named)


def test_a_publishable_key_works_only_from_its_origins(scope):
    secret = create_key(
        scope,
        "docs",
        role=Role.VIEWER,
        kind=KeyKind.PUBLISHABLE,
        origins=["https://docs.example.org"],
    ).secret
    assert principal_for_key(secret, origin="https://docs.example.org")
    for origin in (
        None,
        "",
        "https://evil.example.org",
        "https://docs.example.org.evil.org",
        "null",
    ):
        with pytest.raises(OriginNotAllowed):
            principal_for_key(secret, origin=origin)


@pytest.mark.parametrize(
    "grant",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"kind": KeyKind.PUBLISHABLE, "role": Role.VIEWER},
        {"kind": KeyKind.PUBLISHABLE, "role": Role.ADMIN, "origins": ["https://a.org"]},
        {"kind": KeyKind.PUBLISHABLE, "role": Role.VIEWER, "origins": ["https://a.org/path"]},
        {"kind": KeyKind.PUBLISHABLE, "role": Role.VIEWER, "origins": ["javascript:x"]},
        {"origins": ["https://a.org"]},
    ],
)
def test_a_key_that_makes_no_sense_is_not_made(scope, grant):
    with pytest.raises(BadGrant):
        create_key(scope, grant.pop("name", "x"), **{"role": Role.VIEWER, **grant})
    assert keys_of(scope) == []


def test_nobody_gets_no_key(scope):
    with pytest.raises(BadGrant):
        create_key(Scope(tenant_id=scope.tenant_id), "x", role=Role.VIEWER)


def test_last_use_is_noted_once_a_minute(scope, django_assert_num_queries):
    secret = make_key(scope)
    principal_for_key(secret)
    with django_assert_num_queries(1):
        principal_for_key(secret)
    ApiKey.objects.in_scope(scope).update(last_used_at=utcnow() - timedelta(minutes=2))
    principal_for_key(secret)
    assert utcnow() - keys_of(scope)[0].last_used_at < timedelta(minutes=1)


def visitor_key(scope):
    return create_key(
        scope, "page", role=Role.VIEWER, kind=KeyKind.PUBLISHABLE, origins=["https://a.org"]
    )


def test_one_visitor_cannot_use_up_a_publishable_key(scope, settings):
    change(settings, visitor_rate_per_minute=4)
    secret = visitor_key(scope).secret

    def ask(address):
        client = with_key(secret, Origin="https://a.org")
        return client.get("/history/" + str(uuid4()), REMOTE_ADDR=address).status_code

    assert [ask("203.0.113.1") for _ in range(4)] == [404, 404, 429, 429]
    assert ask("203.0.113.2") == 404
    assert [ask(f"2001:db8:1:2::{number}") for number in range(4)] == [404, 404, 429, 429]
    assert ask("2001:db8:1:3::1") == 404
    assert Environment().visitor_rate_per_minute == 20


def test_a_secret_key_has_no_limit_per_visitor(scope, settings):
    change(settings, visitor_rate_per_minute=1)
    client = with_key(make_key(scope))
    assert {client.get("/api/me").status_code for _ in range(5)} == {200}


def test_a_key_is_bound_to_collections_of_its_own_tenant_only(admin, scope, other_scope):
    ours, theirs = create_collection(scope, "ours"), create_collection(other_scope, "theirs")

    def create(collection):
        body = {"name": "page", "kind": "publishable", "origins": ["https://a.org"]}
        body["collections"] = [str(collection)]
        return admin.post("/api/keys/", body, content_type="application/json").status_code

    assert create(ours) == 201
    assert (create(theirs), create(uuid4())) == (404, 404)


def test_a_name_cannot_be_written_backwards(scope):
    key = create_key(scope, "safe\u202etxt.exe", role=Role.VIEWER).key
    assert key.name == "safe‹U+202E›txt.exe"
