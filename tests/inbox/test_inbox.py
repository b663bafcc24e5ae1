"""What waits for a person: all of it, for those who may decide, and nobody else's."""

from typing import Any

import pytest

from pramana.inbox import decisions_to_make, failures_to_retry
from pramana.kit.listings import WaitingKind, WaitingPage
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from tests.inbox.pending_work import make_review, make_unread, make_waiting

FOR_ADMINS = {WaitingKind.REVIEW, WaitingKind.REGISTRY_CHANGE}
FAILURES = {WaitingKind.READING, WaitingKind.JOB}


def by_kind(scope: Scope, role: Role = Role.ADMIN, limit: int = 3) -> dict[str, WaitingPage]:
    pages = [
        *decisions_to_make(scope, role, limit=limit),
        *failures_to_retry(scope, role, limit=limit),
    ]
    return {page.kind: page for page in pages}


def test_everything_that_waits_is_found_where_it_waits(scope: Scope) -> None:
    made = make_waiting(scope)
    found = by_kind(scope)

    assert {kind: page.items[0].id for kind, page in found.items()} == made
    assert all(page.total == 1 for page in found.values())
    counts = {kind: (page.items[0].open, page.items[0].parts) for kind, page in found.items()}
    assert counts[WaitingKind.REVIEW] == (1, 2)
    assert counts[WaitingKind.STACK] == (2, 3)
    assert counts[WaitingKind.SOURCES] == (1, 1)
    assert found[WaitingKind.DUPLICATE].items[0].detail == "Ram"
    assert found[WaitingKind.READING].items[0].detail == "The file holds no text."


def test_only_what_a_person_may_decide_waits_for_them(scope: Scope) -> None:
    kinds = set(make_waiting(scope))

    assert set(by_kind(scope, Role.ADMIN)) == kinds
    assert set(by_kind(scope, Role.REVIEWER)) == kinds - FOR_ADMINS
    assert by_kind(scope, Role.VIEWER) == {}


def test_what_belongs_to_another_person_waits_for_them_alone(scope: Scope) -> None:
    from pramana.tenancy.testing import make_member

    make_waiting(scope)
    colleague = make_member(scope, Role.ADMIN, user_name="colleague")

    assert not {WaitingKind.EXTRACTION, WaitingKind.STACK} & set(by_kind(colleague))


def test_another_tenant_sees_nothing(scope: Scope, other_scope: Scope) -> None:
    make_waiting(scope)

    assert by_kind(other_scope) == {}


def test_the_newest_are_shown_and_all_are_counted(scope: Scope) -> None:
    made = [make_review(scope, f"Release {number}") for number in range(5)]
    unread = [make_unread(scope, f"Scan {number}") for number in range(4)]
    found = by_kind(scope)

    reviews = found[WaitingKind.REVIEW]
    assert [item.id for item in reviews.items] == made[:-4:-1]
    assert reviews.total == 5
    assert [item.id for item in found[WaitingKind.READING].items] == unread[:-4:-1]
    assert found[WaitingKind.READING].total == 4
    assert WaitingKind.JOB not in found  # a reading is told by its document


@pytest.mark.parametrize("copies", [1, 4])
def test_it_takes_the_same_few_statements_however_much_waits(
    scope: Scope, copies: int, django_assert_max_num_queries: Any
) -> None:
    for number in range(copies):
        make_review(scope, f"Release {number}")
        make_unread(scope, f"Scan {number}")
    make_waiting(scope)

    with django_assert_max_num_queries(12):
        by_kind(scope)
