"""Tenants and access in the operators' admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from pramana.tenancy.models import (
    ApiKey,
    AuditEntry,
    Case,
    Membership,
    Run,
    StoredFile,
    Tenant,
    User,
)
from pramana.tenancy.operators import ReadOnlyAdmin


@admin.register(Tenant)
class TenantAdmin(ModelAdmin):
    list_display = ("slug", "name", "created_at")
    search_fields = ("slug", "name")


@admin.register(User)
class PersonAdmin(UserAdmin, ModelAdmin):
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ("user", "tenant", "role", "created_at")
    list_select_related = ("user", "tenant")


@admin.register(ApiKey)
class ApiKeyAdmin(ReadOnlyAdmin):
    list_display = (
        "name",
        "prefix",
        "tenant",
        "user",
        "role",
        "kind",
        "last_used_at",
        "revoked_at",
    )
    list_select_related = ("user", "tenant")
    exclude = ("digest",)


@admin.register(AuditEntry)
class AuditAdmin(ReadOnlyAdmin):
    list_display = ("at", "tenant", "action", "subject_type", "subject_id", "actor_id")
    list_select_related = ("tenant",)


@admin.register(Case, Run, StoredFile)
class WorkAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "tenant", "created_at")
    list_select_related = ("tenant",)


admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(ModelAdmin):
    """The group `Admin` makes its members admins in every tenant they belong to."""

    list_display = ("name",)
