from datetime import timedelta

import pytest

from pramana.kit.clock import utcnow
from pramana.kit.errors import RateLimited, Unauthorized
from pramana.tenancy.errors import LinkRefused
from pramana.tenancy.models import FailedSignIn, Membership, SignInLink, Tenant, User
from pramana.tenancy.services import (
    create_sign_in_link,
    ensure_first_start,
    erase_person,
    sign_in,
    use_sign_in_link,
)
from pramana.tenancy.services.sign_in import PER_ADDRESS, PER_NAME, PER_PAIR


@pytest.fixture
def person(db):
    return User.objects.create_user("sita", password="correct horse")


def test_the_right_password_signs_in(person):
    assert sign_in("sita", "correct horse", address="127.0.0.1") == person


def fail(count, *, name="sita", address="127.0.0.1"):
    FailedSignIn.objects.bulk_create(FailedSignIn(name=name, address=address) for _ in range(count))


def test_who_guesses_waits_and_the_person_does_not(person):
    for _ in range(PER_PAIR):
        with pytest.raises(Unauthorized):
            sign_in("sita", "wrong", address="127.0.0.1")
    with pytest.raises(RateLimited) as refused:
        sign_in("sita", "correct horse", address="127.0.0.1")
    assert 0 < refused.value.retry_after <= 16
    assert sign_in("sita", "correct horse", address="127.0.0.2") == person


def test_who_changes_ipv6_addresses_waits_too(person):
    for number in range(PER_PAIR):
        with pytest.raises(Unauthorized):
            sign_in("sita", "wrong", address=f"2001:db8:1:2::{number}")
    with pytest.raises(RateLimited):
        sign_in("sita", "correct horse", address="2001:db8:1:2::ffff")
    assert sign_in("sita", "correct horse", address="2001:db8:1:3::1") == person


def test_each_further_failure_doubles_the_wait(person):
    waits = []
    fail(PER_PAIR - 1)
    for _ in range(4):
        fail(1)
        with pytest.raises(RateLimited) as refused:
            sign_in("sita", "correct horse", address="127.0.0.1")
        waits.append(refused.value.retry_after)
    assert [round(wait / 15) for wait in waits] == [1, 2, 4, 8]


def test_guessing_from_many_addresses_delays_those_addresses_only(person):
    for number in range(PER_NAME):
        fail(1, address=f"10.0.0.{number}")
    with pytest.raises(RateLimited):
        sign_in("sita", "correct horse", address="10.0.0.1")
    assert sign_in("sita", "correct horse", address="127.0.0.1") == person
    with pytest.raises(RateLimited):  # the person's success forgives nobody else
        sign_in("sita", "correct horse", address="10.0.0.1")


def test_an_erased_person_leaves_no_failures_however_the_name_was_written(person):
    with pytest.raises(Unauthorized):
        sign_in(" SITA", "wrong", address="127.0.0.1")
    erase_person("sita")
    assert not FailedSignIn.objects.exists()


def test_guessing_many_names_from_one_address_has_to_wait(person):
    for number in range(PER_ADDRESS):
        fail(1, name=f"name{number}", address="10.0.0.9")
    with pytest.raises(RateLimited):
        sign_in("sita", "correct horse", address="10.0.0.9")
    assert sign_in("sita", "correct horse", address="10.0.0.8")


def test_patience_returns(person):
    fail(PER_PAIR)
    FailedSignIn.objects.update(at=utcnow() - timedelta(minutes=61))
    assert sign_in("sita", "correct horse", address="127.0.0.1")


def test_odd_names_are_just_wrong(person):
    for name in ("\x00", "x" * 10_000, "' OR 1=1 --"):
        with pytest.raises(Unauthorized):
            sign_in(name, "wrong", address="127.0.0.1")


def test_a_link_signs_in_once(person):
    link = create_sign_in_link(person.pk)
    assert use_sign_in_link(link) == person
    with pytest.raises(LinkRefused):
        use_sign_in_link(link)


def test_an_old_link_is_refused(person):
    link = create_sign_in_link(person.pk)
    SignInLink.objects.update(expires_at=utcnow())
    with pytest.raises(LinkRefused):
        use_sign_in_link(link)


def test_the_first_start_makes_one_tenant_and_one_owner(db):
    first, second = ensure_first_start(), ensure_first_start()
    assert (first.tenant_id, first.actor_id) == (second.tenant_id, second.actor_id)
    assert Tenant.objects.filter(slug="default").count() == 1
    assert Membership.objects.in_scope(first).count() == 1
    assert not User.objects.get(pk=first.actor_id).has_usable_password()
