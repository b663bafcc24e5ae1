"""An erased tenant or person leaves nothing in any column of any table, nor on the disk."""

from uuid import UUID

import pytest
from django.db import connection

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.errors import LastAdmin, PersonNotFound, TenantNotFound
from pramana.tenancy.models import Tenant, User
from pramana.tenancy.services import erase_person, erase_tenant, open_tenant
from pramana.tenancy.testing import make_key, make_member
from tests.api.test_tenants import ours  # noqa: F401  (a fixture: one of everything)
from tests.documents.traces import traces_of

pytestmark = pytest.mark.django_db


def slug_of(scope: Scope) -> str:
    return Tenant.objects.get(pk=scope.tenant_id).slug


def name_of(scope: Scope) -> str:
    return User.objects.get(pk=scope.actor_id).username


def test_an_erased_tenant_leaves_nothing(
    scope: Scope,
    ours: dict[str, UUID],  # noqa: F811
    django_capture_on_commit_callbacks,
) -> None:
    assert len(traces_of(str(scope.tenant_id), scope)) > 20
    with django_capture_on_commit_callbacks(execute=True):
        erase_tenant(slug_of(scope))
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what a commit would check

    assert traces_of(str(scope.tenant_id), scope) == []
    assert traces_of(str(scope.actor_id), scope) == []
    assert traces_of("some words", scope) == []


def test_another_tenant_keeps_everything(
    scope: Scope,
    other_scope: Scope,
    ours: dict[str, UUID],  # noqa: F811
) -> None:
    before = traces_of(str(scope.tenant_id), scope)
    erase_tenant(slug_of(other_scope))

    assert traces_of(str(scope.tenant_id), scope) == before


def test_a_member_of_two_tenants_stays_in_the_other(scope: Scope, other_scope: Scope) -> None:
    from pramana.tenancy.services import add_member

    both = make_member(scope, Role.VIEWER, user_name="both")
    add_member(other_scope, "both", Role.VIEWER)
    erase_tenant(slug_of(scope))

    assert User.objects.filter(pk=both.actor_id).exists()


def test_an_erased_person_leaves_decisions_without_a_name(
    scope: Scope,
    ours: dict[str, UUID],  # noqa: F811
) -> None:
    from tests.chat.saved_questions import make_turn
    from tests.registry.sample_records import make_relation

    leaver = make_member(scope, Role.ADMIN, user_name="zyxleaver")
    make_key(leaver)
    make_turn(leaver, "What did zyxleaver sign?")
    make_relation(leaver)
    erase_person("zyxleaver")

    assert traces_of("zyxleaver", scope) == []
    assert not User.objects.filter(pk=leaver.actor_id).exists()
    assert "chat_session" not in " ".join(traces_of(str(leaver.actor_id), scope))


def test_the_last_admin_is_not_erased(scope: Scope) -> None:
    with pytest.raises(LastAdmin):
        erase_person(name_of(scope))
    with pytest.raises(PersonNotFound):
        erase_person("nobody")
    with pytest.raises(TenantNotFound):
        erase_tenant("nowhere")


def test_a_tenant_is_opened_with_an_admin_who_gets_a_link() -> None:
    scope, link = open_tenant("suryakot", "sita")

    assert link and name_of(scope) == "sita" and slug_of(scope) == "suryakot"
    assert open_tenant("chandani", "sita")[1] is None
