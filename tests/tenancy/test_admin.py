import pytest
from django.contrib import admin

from pramana.tenancy.contracts import Role
from pramana.tenancy.models import FailedSignIn, User
from pramana.tenancy.services.sign_in import PER_NAME
from pramana.tenancy.testing import make_key, make_member


@pytest.fixture
def superuser(client, db):
    user = User.objects.create_superuser("operator")
    client.force_login(user)
    return user


admin.autodiscover()


@pytest.mark.parametrize(
    "path", sorted(f"{m._meta.app_label}/{m._meta.model_name}" for m in admin.site._registry)
)
def test_every_list_opens_for_a_superuser(client, superuser, scope, path):
    make_key(scope)
    assert client.get(f"/admin/{path}/").status_code == 200


def test_a_key_can_be_looked_at_but_not_its_digest(client, superuser, scope):
    make_key(scope)
    from pramana.tenancy.models import ApiKey

    row = ApiKey.objects.in_scope(scope).get()
    page = client.get(f"/admin/tenancy/apikey/{row.pk}/change/")
    assert page.status_code == 200
    assert b"digest" not in page.content.lower()


def test_the_operators_door_has_the_same_patience_with_guessing(client, db):
    User.objects.create_superuser("operator", password="correct horse")
    door, right = "/admin/login/", {"username": "operator", "password": "correct horse"}

    assert client.post(door, {**right, "password": "wrong"}).status_code == 200
    assert FailedSignIn.objects.filter(name="operator").count() == 1
    FailedSignIn.objects.bulk_create(FailedSignIn(name="operator") for _ in range(PER_NAME))
    assert "Too many failed attempts" in client.post(door, right).content.decode()
    FailedSignIn.objects.all().delete()
    assert client.post(door, right).status_code == 302


def test_staff_and_admins_of_a_tenant_are_kept_out(client, scope):
    user = User.objects.get(pk=make_member(scope, Role.ADMIN).actor_id)
    user.is_staff = True
    user.save()
    client.force_login(user)
    assert client.get("/admin/tenancy/tenant/").status_code == 302
