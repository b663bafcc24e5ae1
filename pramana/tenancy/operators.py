"""The operators' admin: for superusers, across tenants, mostly to look."""

from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.sites import UnfoldAdminSite


class OperatorSite(UnfoldAdminSite):
    """`is_staff` opens nothing here: whoever gets in sees every tenant."""

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)


class ReadOnlyAdmin(ModelAdmin):
    """Rows of every tenant, to look at. What may be changed is changed by services."""

    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        rows: QuerySet[Model] = self.model._default_manager.unscoped("the operators' admin")
        return rows

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, row: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, row: Any = None) -> bool:
        return False
