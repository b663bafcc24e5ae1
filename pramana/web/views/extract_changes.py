"""What a person does to fields in the workspace: edit, add, remove, undo."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.domain.paths import parse_path
from pramana.extraction.domain.tree import MISSING, value_at
from pramana.extraction.domain.validation import spec_at
from pramana.extraction.errors.extractions import ChangeNotFound, PathNotThere
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services import editing
from pramana.extraction.services.renaming import rename_field
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import id_of
from pramana.web.flow import attempt
from pramana.web.views.extract_parts import answer, sent_text, tried
from pramana.web.views.extract_values import new_value, typed_value


@require_POST
@page(Role.REVIEWER)
def edit(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """Another name, another value, or both. What was not changed is not written."""
    scope, path = request.principal.scope, sent_text(request, "path")

    def change() -> None:
        found, before = _found(scope, extraction_id, path)
        parts = parse_path(path)
        name = sent_text(request, "name").strip()
        value = typed_value(sent_text(request, "value"), before, _kind(found, path))
        at = path
        if name and isinstance(parts[-1], str) and name != parts[-1]:
            at = rename_field(scope, extraction_id, path, name)
        if value != before:
            editing.edit_field(scope, extraction_id, at, value)

    return _changed(request, extraction_id, change)


@require_POST
@page(Role.REVIEWER)
def add(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    scope, path = request.principal.scope, sent_text(request, "path").strip()

    def change() -> None:
        found = get_extraction(scope, extraction_id)
        value = new_value(sent_text(request, "value"), _kind(found, path))
        editing.edit_field(scope, extraction_id, path, value)

    return _changed(request, extraction_id, change)


@require_POST
@page(Role.REVIEWER)
def remove(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """The history has it, so it needs no question."""
    scope, path = request.principal.scope, sent_text(request, "path")
    done = _("Removed. The history can bring it back.")
    attempt(request, lambda: editing.drop_field(scope, extraction_id, path), done)
    return answer(request, extraction_id)


@require_POST
@page(Role.REVIEWER)
def undo(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    scope = request.principal.scope

    def change() -> None:
        change_id = id_of(request.POST.get("change", ""))
        if change_id is None:
            raise ChangeNotFound()
        editing.undo_change(scope, extraction_id, change_id)

    attempt(request, change, _("Undone."))
    return answer(request, extraction_id)


def _changed(request: PageRequest, extraction_id: UUID, change: Callable[[], Any]) -> HttpResponse:
    """An edit is seen where it was made, so only a refusal is said."""
    tried(request, change)
    return answer(request, extraction_id)


def _found(scope: Scope, extraction_id: UUID, path: str) -> tuple[ExtractionView, Any]:
    found = get_extraction(scope, extraction_id)
    before = value_at(found.extracted_fields, parse_path(path))
    if before is MISSING:
        raise PathNotThere(path)
    return found, before


def _kind(found: ExtractionView, path: str) -> FieldType | None:
    spec = spec_at(found.custom_fields, parse_path(path))
    return spec.type if spec else None
