from datetime import timedelta

import pytest
from django.contrib.auth.models import Group

from pramana.kit.clock import utcnow
from pramana.tenancy.contracts import Role
from pramana.tenancy.errors import (
    AlreadyAMember,
    BadGrant,
    LastAdmin,
    LinkRefused,
    MemberNotFound,
    NotAMember,
    NotInvited,
)
from pramana.tenancy.models import SignInLink, User
from pramana.tenancy.selectors import audit_page, members_of, tenants_of
from pramana.tenancy.services import (
    add_member,
    change_role,
    is_link_open,
    principal_for_user,
    remove_member,
    renew_invitation,
    use_sign_in_link,
)
from pramana.tenancy.testing import make_member


def test_someone_new_gets_a_link_that_works_once(scope):
    user_id, link = add_member(scope, "sita", Role.REVIEWER)
    assert link and use_sign_in_link(link).pk == user_id
    assert [member.user_name for member in members_of(scope)][-1] == "sita"


def test_a_new_invitation_ends_the_one_before(scope):
    user_id, first = add_member(scope, "sita", Role.VIEWER)
    second = renew_invitation(scope, user_id)
    with pytest.raises(LinkRefused):
        use_sign_in_link(first)
    assert use_sign_in_link(second).pk == user_id
    assert [member.is_invited for member in members_of(scope)][-1]


def test_an_invitation_lasts_a_week_and_ends_with_the_membership(scope, other_scope):
    user_id, link = add_member(scope, "sita", Role.VIEWER)
    left = SignInLink.objects.get(user_id=user_id).expires_at - utcnow()
    assert timedelta(days=6) < left <= timedelta(days=7)
    remove_member(scope, user_id)
    assert not is_link_open(link)


def test_no_link_is_given_out_for_someone_with_a_password_or_another_house(scope, other_scope):
    user_id, _link = add_member(other_scope, "sita", Role.VIEWER)
    add_member(scope, "sita", Role.VIEWER)
    with pytest.raises(NotInvited):
        renew_invitation(scope, user_id)
    user = User.objects.get(pk=user_id)
    user.set_password("much longer words")
    user.save()
    with pytest.raises(NotInvited):
        renew_invitation(other_scope, user_id)
    with pytest.raises(MemberNotFound):
        renew_invitation(scope, other_scope.actor_id)
    assert not any(member.is_invited for member in members_of(scope) if member.user_id == user_id)


def test_someone_with_an_account_elsewhere_gets_no_link(scope, other_scope):
    add_member(other_scope, "sita", Role.ADMIN)
    user_id, link = add_member(scope, "sita", Role.VIEWER)
    assert link is None
    assert len(tenants_of(user_id)) == 2


def test_an_address_is_told_where_the_person_came_first(scope, other_scope):
    add_member(other_scope, "sita", Role.VIEWER, email="sita@example.org")
    add_member(scope, "sita", Role.VIEWER)
    assert [member.email for member in members_of(scope)][-1] == ""
    assert [member.email for member in members_of(other_scope)][-1] == "sita@example.org"


def test_a_member_is_added_once(scope):
    add_member(scope, "sita", Role.VIEWER)
    with pytest.raises(AlreadyAMember):
        add_member(scope, "sita", Role.ADMIN)


@pytest.mark.parametrize("name", ["", " ", "a b", "x" * 151, "a\x00", "<script>"])
def test_names_that_are_none_are_refused(scope, name):
    with pytest.raises(BadGrant):
        add_member(scope, name, Role.VIEWER)


def test_the_last_admin_stays(scope):
    with pytest.raises(LastAdmin):
        change_role(scope, scope.actor_id, Role.VIEWER)
    with pytest.raises(LastAdmin):
        remove_member(scope, scope.actor_id)
    second = make_member(scope, Role.ADMIN)
    change_role(scope, scope.actor_id, Role.VIEWER)
    assert second.actor_id in {m.user_id for m in members_of(scope) if m.role is Role.ADMIN}


def test_another_tenants_members_cannot_be_touched(scope, other_scope):
    member = make_member(scope, Role.VIEWER)
    with pytest.raises(MemberNotFound):
        change_role(other_scope, member.actor_id, Role.ADMIN)
    with pytest.raises(MemberNotFound):
        remove_member(other_scope, member.actor_id)


def test_every_change_of_access_is_in_the_audit(scope):
    user_id, _ = add_member(scope, "sita", Role.VIEWER)
    change_role(scope, user_id, Role.REVIEWER)
    remove_member(scope, user_id)
    actions = [entry.action for entry in audit_page(scope)]
    assert actions[:3] == ["member.removed", "member.role_changed", "member.added"]
    assert audit_page(scope)[1].details == {"before": "viewer", "after": "reviewer"}


def test_the_audit_is_the_tenants_own(scope, other_scope):
    add_member(scope, "sita", Role.VIEWER)
    assert audit_page(other_scope) == []


def test_a_superuser_is_admin_where_they_belong_and_nobody_elsewhere(scope, other_scope):
    member = make_member(scope, Role.VIEWER)
    user = User.objects.get(pk=member.actor_id)
    user.is_superuser = True
    user.save()
    assert principal_for_user(user).role is Role.ADMIN
    with pytest.raises(NotAMember):
        principal_for_user(user, tenant_header=str(other_scope.tenant_id))


def test_the_group_admin_counts_and_staff_does_not(scope):
    user = User.objects.get(pk=make_member(scope, Role.VIEWER).actor_id)
    user.is_staff = True
    user.save()
    assert principal_for_user(user).role is Role.VIEWER
    user.groups.add(Group.objects.create(name="Admin"))
    assert principal_for_user(user).role is Role.ADMIN


def test_a_person_in_several_tenants_chooses(scope, other_scope):
    user_id, _ = add_member(scope, "sita", Role.VIEWER)
    add_member(other_scope, "sita", Role.ADMIN)
    user = User.objects.get(pk=user_id)
    assert principal_for_user(user).scope.tenant_id == scope.tenant_id
    chosen = principal_for_user(user, chosen=str(other_scope.tenant_id))
    assert chosen.scope.tenant_id == other_scope.tenant_id and chosen.role is Role.ADMIN
