import pytest

from pramana.kit.errors import ContextError
from pramana.tenancy.models import ApiKey, Case, Workflow
from pramana.tenancy.testing import make_key

QUESTIONS = {
    "list": lambda rows: list(rows),
    "get": lambda rows: rows.get(name="test"),
    "first": lambda rows: rows.first(),
    "count": lambda rows: rows.count(),
    "exists": lambda rows: rows.exists(),
    "aggregate": lambda rows: rows.aggregate(),
    "iterator": lambda rows: list(rows.iterator()),
    "values": lambda rows: list(rows.values_list("name")),
    "update": lambda rows: rows.update(name="x"),
    "delete": lambda rows: rows.delete(),
    "in_bulk": lambda rows: rows.in_bulk(),
    "get_or_create": lambda rows: rows.get_or_create(name="x"),
    "slice": lambda rows: list(rows[:1]),
    "union": lambda rows: list(rows.union(rows)),
    "explain": lambda rows: rows.explain(),
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_a_query_without_a_scope_raises(scope, question):
    with pytest.raises(ContextError):
        question(ApiKey.objects.all())


def test_filters_do_not_open_the_door(scope):
    with pytest.raises(ContextError):
        list(ApiKey.objects.filter(tenant_id=scope.tenant_id).exclude(name="x").order_by("name"))


def test_related_rows_need_a_scope_too(scope):
    case = Case.objects.create(tenant_id=scope.tenant_id, name="c")
    with pytest.raises(ContextError):
        list(case.workflows.all())
    assert list(case.workflows.in_scope(scope)) == []


def test_a_tenant_sees_only_its_own_rows(scope, other_scope):
    make_key(scope)
    assert ApiKey.objects.in_scope(scope).count() == 1
    assert ApiKey.objects.in_scope(other_scope).count() == 0


def test_a_joined_query_cannot_reach_across(scope, other_scope):
    case = Case.objects.create(tenant_id=scope.tenant_id, name="c")
    Workflow.objects.create(tenant_id=scope.tenant_id, case=case, name="w")
    assert not Workflow.objects.in_scope(other_scope).filter(case__name="c").exists()


def test_updates_and_deletes_stay_inside(scope, other_scope):
    make_key(scope)
    assert ApiKey.objects.in_scope(other_scope).update(name="taken") == 0
    assert ApiKey.objects.in_scope(other_scope).delete()[0] == 0
    assert ApiKey.objects.in_scope(scope).get().name == "test"


def test_reading_across_tenants_needs_a_reason(scope):
    with pytest.raises(ContextError):
        ApiKey.objects.unscoped("")
