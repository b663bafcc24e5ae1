"""Source policies: whose they are, what they may say, and that nobody else's count."""

import json

import pytest

from pramana.external import contracts as contracts
from pramana.external import policies
from pramana.external.errors import PolicyExists, PolicyNotFound, TooManyPolicies
from pramana.external.selectors import policies_of, scoring_policies
from pramana.external.services import add_policy, remove_policy
from pramana.retrieval.scoring.contracts import PolicyEffect, PolicyRule
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_key, make_member
from tests.callers import with_key
from tests.external.policies import make_policy

pytestmark = pytest.mark.django_db
ADDRESS = "/api/research/policies"


def post(client, **body):
    return client.post(ADDRESS, json.dumps(body), content_type="application/json")


def test_a_policy_is_kept_in_one_spelling_with_who_set_it(scope):
    made = add_policy(
        scope, "https://Docs.Example.org/A", PolicyEffect.BOOST, points=20, note="ours"
    )
    assert (made.pattern, made.effect, made.points) == (
        "docs.example.org/A",
        PolicyEffect.BOOST,
        20,
    )
    assert (made.note, made.created_by_id) == ("ours", scope.actor_id)
    assert scoring_policies(scope) == (PolicyRule("docs.example.org/A", PolicyEffect.BOOST, 20),)


def test_a_rejection_has_no_points(scope):
    assert add_policy(scope, "a.example", PolicyEffect.REJECT, points=20).points == 0


def test_a_source_has_one_policy(scope):
    add_policy(scope, "a.example", PolicyEffect.REJECT)
    with pytest.raises(PolicyExists, match=r"a\.example has a policy already"):
        add_policy(scope, "https://A.example", PolicyEffect.BOOST)
    assert [each.effect for each in policies_of(scope)] == [PolicyEffect.REJECT]


def test_there_is_an_end_to_them(scope, monkeypatch):
    monkeypatch.setattr(policies, "MOST_POLICIES", 1)
    add_policy(scope, "a.example", PolicyEffect.REJECT)
    with pytest.raises(TooManyPolicies, match=str(contracts.MOST_POLICIES)):
        add_policy(scope, "b.example", PolicyEffect.REJECT)


def test_another_tenants_policies_are_unseen_and_stay(scope, other_scope):
    theirs = make_policy(other_scope)["policy_id"]
    assert policies_of(scope) == [] == list(scoring_policies(scope))
    with pytest.raises(PolicyNotFound):
        remove_policy(scope, theirs)
    assert len(policies_of(other_scope)) == 1
    make_policy(scope)  # the same source may have a policy in each


def test_over_http_a_policy_is_set_listed_and_taken_back(scope, admin):
    made = post(admin, pattern="*.gov.np", effect="boost")
    assert made.status_code == 201
    assert {**made.json(), "id": "", "created_at": "", "created_by_id": ""} == {
        "id": "", "created_at": "", "created_by_id": "",
        "pattern": "*.gov.np", "effect": "boost", "points": 10, "note": "",
    }  # fmt: skip
    assert post(admin, pattern="*.gov.np", effect="reject").status_code == 409
    assert admin.get(ADDRESS).json() == {"policies": [made.json()]}
    gone = f"{ADDRESS}/{made.json()['id']}"
    assert [admin.delete(gone).status_code for _ in range(2)] == [204, 404]
    assert policies_of(scope) == []


@pytest.mark.parametrize(
    "body",
    [
        {"pattern": "a.example"},
        {"pattern": "a.example", "effect": "bless"},
        {"pattern": "*", "effect": "reject"},
        {"pattern": "two words", "effect": "reject"},
        {"pattern": "a\x00b", "effect": "reject"},
        {"pattern": "x" * 301, "effect": "reject"},
        {"pattern": "a.example", "effect": "boost", "points": 51},
        {"pattern": "a.example", "effect": "boost", "points": 0},
        {"pattern": "a.example", "effect": "boost", "more": 1},
    ],
)
def test_what_is_no_policy_is_refused(scope, admin, body):
    assert post(admin, **body).status_code == 400
    assert policies_of(scope) == []


def test_reviewers_look_and_admins_decide(scope):
    reviewer = with_key(make_key(make_member(scope, Role.REVIEWER), Role.REVIEWER))
    mine = make_policy(scope)["policy_id"]
    assert reviewer.get(ADDRESS).status_code == 200
    assert post(reviewer, pattern="a.example", effect="reject").status_code == 403
    assert reviewer.delete(f"{ADDRESS}/{mine}").status_code == 403
