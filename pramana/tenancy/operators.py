"""The operators' admin: for superusers, across all tenants, mostly read-only."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.forms import AuthenticationForm
from unfold.sites import UnfoldAdminSite

from pramana.kit.errors import AppError
from pramana.tenancy.services import sign_in


class OperatorSignIn(AuthenticationForm):
    """Limits failed attempts exactly as the sign-in page does."""

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = self.cleaned_data
        if not {"username", "password"} <= values.keys():
            return values
        address = self.request.META.get("REMOTE_ADDR", "")
        try:
            self.user_cache = sign_in(values["username"], values["password"], address=address)
        except AppError as error:
            raise ValidationError(error.message) from error
        self.confirm_login_allowed(self.user_cache)
        return values


class OperatorSite(UnfoldAdminSite):
    """Only superusers may enter, because the site shows every tenant. `is_staff` is not enough."""

    login_form = OperatorSignIn

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)


class ReadOnlyAdmin(ModelAdmin):
    """Shows the rows of every tenant. Changes go through services instead."""

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
