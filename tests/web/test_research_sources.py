"""Source rules on their page: seen by everyone, set and taken back by admins."""

import pytest
from django.urls import reverse

from pramana.external.policies import policy_for
from pramana.external.selectors import policies_of
from pramana.external.services import add_policy
from pramana.kit.scope import Scope
from pramana.retrieval.scoring.contracts import PolicyEffect
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from tests.web.test_access import signed_in

pytestmark = pytest.mark.django_db
PAGE = "/app/research/sources"


def test_a_rule_is_set_listed_and_taken_back(scope: Scope) -> None:
    client = signed_in(scope)
    assert "No rules yet" in client.get(PAGE).content.decode()
    sent = {"pattern": "https://Gov.np", "effect": "boost", "points": "20", "note": "the state"}
    page = client.post(f"{PAGE}/add", sent, follow=True).content.decode()
    assert "gov.np ranks higher now." in page and "+20 points" in page and "the state" in page
    client.post(f"{PAGE}/add", {"pattern": "*.spam.example", "effect": "reject", "points": "99"})
    rules = {each.pattern: (each.effect, each.points) for each in policies_of(scope)}
    assert rules == {"gov.np": (PolicyEffect.BOOST, 20), "*.spam.example": (PolicyEffect.REJECT, 0)}

    [first] = [each for each in policies_of(scope) if each.pattern == "gov.np"]
    address = reverse("web:research-source-remove", args=[first.id])
    assert "Remove this rule?" in client.post(address).content.decode()
    assert len(policies_of(scope)) == 2
    client.post(address, {"confirmed": "yes"})
    assert [each.pattern for each in policies_of(scope)] == ["*.spam.example"]


@pytest.mark.parametrize("pattern", ["", "   ", "***", "two words", "x" * 301])
def test_what_is_no_source_is_refused_and_stays_on_the_page(scope: Scope, pattern: str) -> None:
    sent = {"pattern": pattern, "effect": "reject", "note": "because of this"}
    answer = signed_in(scope).post(f"{PAGE}/add", sent)
    assert answer.status_code == 400
    assert (
        "Enter a host" in answer.content.decode() and "because of this" in answer.content.decode()
    )
    assert policies_of(scope) == []


def test_a_source_with_a_rule_is_refused_with_what_to_do(scope: Scope) -> None:
    add_policy(scope, "a.example", PolicyEffect.REJECT)
    answer = signed_in(scope).post(f"{PAGE}/add", {"pattern": "A.example", "effect": "boost"})
    assert answer.status_code == 400
    assert "a.example has a policy already" in answer.content.decode()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://news.a.example/x", "The rule for a.example rejects it."),
        ("b.example/docs/1", "The rule for b.example/docs adds 30 points."),
        ("https://c.example", "No rule matches this URL"),
        ("nothing at all://", "This is not a valid web address."),
    ],
)
def test_an_address_is_tried_against_the_rules(scope: Scope, url: str, said: str) -> None:
    add_policy(scope, "a.example", PolicyEffect.REJECT)
    add_policy(scope, "*.a.example", PolicyEffect.BOOST, points=50)
    add_policy(scope, "b.example", PolicyEffect.BOOST, points=5)
    add_policy(scope, "b.example/docs", PolicyEffect.BOOST, points=30)
    viewer = signed_in(make_member(scope, Role.VIEWER))
    assert said in viewer.get(PAGE, {"url": url}).content.decode()


def test_only_admins_change_rules(scope: Scope) -> None:
    made = add_policy(scope, "a.example", PolicyEffect.REJECT)
    for role in (Role.VIEWER, Role.REVIEWER):
        person = signed_in(make_member(scope, role, user_name=role.value))
        page = person.get(PAGE).content.decode()
        assert "a.example" in page and "Add rule" not in page
        assert person.post(f"{PAGE}/add", {"pattern": "b.example"}).status_code == 403
        address = reverse("web:research-source-remove", args=[made.id])
        assert person.post(address, {"confirmed": "yes"}).status_code == 403
    assert len(policies_of(scope)) == 1


def test_another_tenants_rules_are_unseen_and_stay(scope: Scope, other_scope: Scope) -> None:
    theirs = add_policy(other_scope, "zanzibar.example", PolicyEffect.REJECT)
    client = signed_in(scope)
    assert "zanzibar" not in client.get(PAGE).content.decode()
    assert "No rule" in client.get(PAGE, {"url": "https://zanzibar.example"}).content.decode()
    client.post(reverse("web:research-source-remove", args=[theirs.id]), {"confirmed": "yes"})
    assert len(policies_of(other_scope)) == 1


def test_a_rejection_comes_before_any_boost(scope: Scope) -> None:
    add_policy(scope, "*.example", PolicyEffect.BOOST, points=50)
    rejected = add_policy(scope, "a.example", PolicyEffect.REJECT)
    assert policy_for(policies_of(scope), "https://a.example/x") == rejected
    assert policy_for(policies_of(scope), "https://nowhere.test") is None
