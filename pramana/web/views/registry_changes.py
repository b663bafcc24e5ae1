"""What is done to a record from its page: relations, the way back, the end."""

from collections.abc import Callable
from datetime import date
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.registry import selectors, services
from pramana.registry.contracts import NewRelationship, RelationshipType
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.flow import ask, attempt, is_confirmed
from pramana.web.views.registry import titles


@require_POST
@page(Role.REVIEWER)
def restore(request: PageRequest, record_id: UUID, number: int) -> HttpResponse:
    return _changed(
        request,
        record_id,
        lambda: services.restore_version(
            request.principal.scope, record_id, number, author=request.principal.user_name
        ),
        _("The earlier version is back, as a new one."),
    )


@require_POST
@page(Role.REVIEWER)
def relate(request: PageRequest, record_id: UUID) -> HttpResponse:
    kind = request.POST.get("type", "")
    new = NewRelationship(
        RelationshipType(kind) if kind in set(RelationshipType) else RelationshipType.MEMBER_OF,
        text_in(request.POST, "target", 300),
        _day(request.POST.get("start", "")),
        _day(request.POST.get("end", "")),
    )
    author = request.principal.user_name
    return _changed(
        request,
        record_id,
        lambda: services.link(request.principal.scope, record_id, new, author=author),
        _("The relation is kept."),
    )


@require_POST
@page(Role.REVIEWER)
def unrelate(request: PageRequest, record_id: UUID, relationship_id: UUID) -> HttpResponse:
    author = request.principal.user_name
    return _changed(
        request,
        record_id,
        lambda: services.unlink(request.principal.scope, record_id, relationship_id, author=author),
        _("The relation is taken away. Earlier versions still show it."),
    )


def _changed(
    request: PageRequest, record_id: UUID, change: Callable[[], object], done: str
) -> HttpResponse:
    attempt(request, change, done)
    return redirect("web:registry-record", record_id=record_id)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@require_POST
@page(Role.ADMIN)
def delete(request: PageRequest, record_id: UUID) -> HttpResponse:
    record = selectors.get_record(request.principal.scope, record_id)
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Delete “%(title)s”?") % titles(record),
            text=_("The record goes with all its versions and relations. This cannot be undone."),
            yes=_("Delete the record"),
            back="web:registry",
        )
    scope, author = request.principal.scope, request.principal.user_name
    attempt(request, lambda: services.delete_record(scope, record_id, author=author), _("Deleted."))
    return redirect("web:registry")
