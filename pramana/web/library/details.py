"""What people say about a document, the tenant's properties, and saved views of the library."""

from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.documents.contracts import DocumentChanges, DocumentView, PropertyKind
from pramana.documents.selectors import properties_of, tag_counts
from pramana.documents.services import (
    change_document,
    define_property,
    delete_property,
    delete_view,
    save_view,
)
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, attempt_result, redirect_back
from pramana.web.params import choice_param, text_param, typed_day
from pramana.web.wording import Label

PROPERTY_KINDS: dict[PropertyKind, Label] = {
    PropertyKind.TEXT: later("Text"),
    PropertyKind.NUMBER: later("Number"),
    PropertyKind.DATE: later("Date"),
    PropertyKind.BOOLEAN: later("Yes or no"),
}
PREFIX = "property-"
"""Form fields of properties are named by this and the property's id."""
TAGS_OFFERED = 100


def details_context(scope: Scope, document: DocumentView) -> dict[str, Any]:
    """The document's details as a form shows them."""
    return {
        "tag_line": ", ".join(document.tags),
        "known_tags": tag_counts(scope, limit=TAGS_OFFERED),
        "properties": [
            (each, _field_value(each.kind, document.properties.get(each.name)))
            for each in properties_of(scope)
        ],
        "property_kinds": PROPERTY_KINDS.items(),
    }


def _field_value(kind: PropertyKind, value: object) -> str | date:
    """A value as its form field takes it."""
    if kind is PropertyKind.DATE and isinstance(value, str):
        return date.fromisoformat(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


@require_POST
@page(Role.REVIEWER)
def save_details(request: PageRequest, document_id: UUID) -> HttpResponse:
    """Save the parts of the details that the form has."""
    scope, sent = request.principal.scope, request.POST

    def save() -> None:
        changes = DocumentChanges(
            title=sent.get("title"),
            tags=sent["tags"].split(",") if "tags" in sent else None,
            notes=sent.get("notes"),
            properties={
                each.name: _typed_value(each.kind, sent[f"{PREFIX}{each.id}"])
                for each in properties_of(scope)
                if f"{PREFIX}{each.id}" in sent
            }
            or None,
        )
        change_document(scope, document_id, changes)

    attempt(request, save, _("Saved."))
    return _back_to_details(request, document_id)


def _typed_value(kind: PropertyKind, text: str) -> str:
    """What a person typed, as the API takes it: a date by the Gregorian calendar."""
    day = typed_day(text) if kind is PropertyKind.DATE else None
    return day.isoformat() if day else text


@require_POST
@page(Role.REVIEWER)
def add_property(request: PageRequest) -> HttpResponse:
    scope, name = request.principal.scope, request.POST.get("name", "")
    kind = choice_param(request.POST, "kind", PropertyKind) or PropertyKind.TEXT
    attempt(
        request,
        lambda: define_property(scope, name, kind),
        _("Property added. Every document can have it now."),
    )
    return redirect_back(request, "web:library")


@require_POST
@page(Role.ADMIN)
def remove_property(request: PageRequest, property_id: UUID) -> HttpResponse:
    attempt(request, lambda: delete_property(request.principal.scope, property_id), _("Deleted."))
    return redirect_back(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def add_view(request: PageRequest) -> HttpResponse:
    """Save the filters and order of the library under a name, and open the view."""
    scope, name = request.principal.scope, request.POST.get("name", "")
    query = text_param(request.POST, "query", 4000)
    saved = attempt_result(request, lambda: save_view(scope, name, query))
    if saved is None:
        return redirect_back(request, "web:library")
    messages.success(request, _("View saved."))
    return HttpResponseRedirect(f"{reverse('web:library')}?{saved.query}")


@require_POST
@page(Role.REVIEWER)
def remove_view(request: PageRequest, view_id: UUID) -> HttpResponse:
    attempt(request, lambda: delete_view(request.principal.scope, view_id), _("View deleted."))
    return redirect_back(request, "web:library")


def _back_to_details(request: PageRequest, document_id: UUID) -> HttpResponseRedirect:
    address = reverse("web:library-document", args=[document_id])
    return redirect_back(request, f"{address}?panel=reading")
