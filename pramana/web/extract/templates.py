"""Templates: named sets of fields, imported and exported as JSON Schema."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.extraction.contracts.extractions import TemplateView
from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.domain.json_schema import from_json_schema
from pramana.extraction.selectors.extractions import get_template
from pramana.extraction.services.templates import (
    TemplateDraft,
    create_template,
    delete_template,
    replace_template,
)
from pramana.kit.errors import AppError, InvalidRequest
from pramana.kit.texts import storable
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, confirmation_page, is_confirmed, redirect_back
from pramana.web.errors import error_sentence
from pramana.web.params import parse_id, text_param

LONGEST_SCHEMA = 500_000


class IncompleteTemplate(InvalidRequest):
    def __init__(self) -> None:
        super().__init__(_("A template needs a name and at least one field."))


class InvalidTemplateSchema(InvalidRequest):
    def __init__(self) -> None:
        super().__init__(_("This is not a JSON Schema of an object. Check the file."))


def save_template(
    request: PageRequest, known: Sequence[TemplateView], specs: tuple[FieldSpec, ...]
) -> TemplateView:
    """Save the fields under the posted name, replacing a template with the same name."""
    name = text_param(request.POST, "template_name", 200)
    if not name or not specs:
        raise IncompleteTemplate()
    scope = request.principal.scope
    same = next((each for each in known if each.name == name), None)
    if same:
        draft = TemplateDraft(name, same.document_type, same.description, specs)
        saved = replace_template(scope, same.id, draft)
    else:
        saved = create_template(scope, TemplateDraft(name, "", "", specs))
    messages.success(request, _("Template “%(name)s” saved.") % {"name": name})
    return saved


@require_POST
@page(Role.REVIEWER)
def import_template(request: PageRequest) -> HttpResponse:
    """Create a template from a JSON Schema and use it in the form."""
    address = reverse("web:extract-new")
    document = parse_id(request.POST.get("document", ""))
    query = f"?document={document}" if document else ""
    try:
        schema = _posted_schema(request)
        name = request.POST.get("template_name", "").strip() or str(schema.get("title", ""))
        if not name.strip():
            raise IncompleteTemplate()
        told = str(schema.get("description", ""))[:2000]
        draft = TemplateDraft(storable(name)[:200], "", told, from_json_schema(schema))
        made = create_template(request.principal.scope, draft)
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return redirect(f"{address}{query}")
    return redirect(f"{address}{query or '?'}&template={made.id}")


@require_POST
@page(Role.REVIEWER)
def remove_template(request: PageRequest, template_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    found = get_template(scope, template_id)
    if not is_confirmed(request):
        return confirmation_page(
            request,
            question=_("Delete the template “%(name)s”?") % {"name": found.name},
            text=_("Extractions made with it are not affected."),
            yes=_("Delete the template"),
            back="web:extract-new",
        )
    attempt(request, lambda: delete_template(scope, template_id), _("Deleted."))
    return redirect_back(request, "web:extract-new")


def _posted_schema(request: PageRequest) -> dict[str, Any]:
    """The uploaded schema file, else the text field."""
    file = request.FILES.get("file")
    try:
        held = file.read(LONGEST_SCHEMA + 1).decode() if file else request.POST.get("schema", "")
        read = json.loads(held) if len(held) <= LONGEST_SCHEMA and "\\u0000" not in held else None
    except (ValueError, RecursionError):
        raise InvalidTemplateSchema() from None
    if not isinstance(read, dict):
        raise InvalidTemplateSchema()
    return read
