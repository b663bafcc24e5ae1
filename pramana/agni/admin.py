"""Sessions and approved changes in the operators' admin."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.agni.services import ChangeQueue
from pramana.kit.scope import Scope
from pramana.tenancy.operators import ReadOnlyAdmin


@admin.register(StoredExtractionSession)
class SessionAdmin(ReadOnlyAdmin):
    list_display = ("id", "tenant", "status", "task_status", "created_by", "created_at", "review")
    list_filter = ("status",)
    list_select_related = ("tenant", "created_by")

    @admin.display(description="Review")
    def review(self, row: StoredExtractionSession) -> SafeString:
        return format_html('<a href="/app/review/{}">Open</a>', row.pk)


@admin.register(ApprovedEntityChange)
class ChangeAdmin(ReadOnlyAdmin):
    list_display = ("change_type", "entity_type", "nes_entity_id", "state", "tenant", "approved_at")
    list_filter = ("state", "change_type")
    list_select_related = ("tenant",)
    actions = ("apply",)

    @admin.action(description="Apply to the registry")
    def apply(self, request: HttpRequest, rows: "QuerySet[ApprovedEntityChange]") -> None:
        """Apply each change in its own tenant, as the user who asked for it."""
        actor = request.user.pk
        applied = [
            ChangeQueue(Scope(tenant_id=row.tenant_id, actor_id=actor)).apply_change(row.pk)
            for row in rows
        ]
        failed = [change.error for change in applied if change.error]
        self.message_user(request, f"{len(applied) - len(failed)} applied.", messages.SUCCESS)
        for error in failed:
            self.message_user(request, error, messages.ERROR)
