"""The operators' admin: for superusers, across tenants, mostly to look."""

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
    """The same patience with guessing as at the pages' door: it is the same password."""

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = self.cleaned_data
        if not {"username", "password"} <= given.keys():
            return given
        address = self.request.META.get("REMOTE_ADDR", "")
        try:
            self.user_cache = sign_in(given["username"], given["password"], address=address)
        except AppError as error:
            raise ValidationError(error.message) from error
        self.confirm_login_allowed(self.user_cache)
        return given


class OperatorSite(UnfoldAdminSite):
    """`is_staff` opens nothing here: whoever gets in sees every tenant."""

    login_form = OperatorSignIn

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
