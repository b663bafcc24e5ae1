"""Edits of fields in the workspace, and the values that people type."""

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.documents.selectors import document_text
from pramana.extraction.contracts.extractions import ExtractionView
from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.domain.field_tree import MISSING, parse_path, value_at
from pramana.extraction.domain.validation import spec_at
from pramana.extraction.errors import PathNotThere, ValueChangeNotFound
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services import extraction_fields
from pramana.extraction.services.extraction_fields import rename_field
from pramana.extraction.services.extractions import keep_selection
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.language.calendar import parse_day
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt
from pramana.web.extract.workspace import posted_text, respond_with_parts
from pramana.web.formatting import is_plain_day
from pramana.web.params import LONGEST_DATE, MOST_DIGITS, parse_id, text_param

NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{2,3})+)(?:\.\d{1,6})?")
"""A number in Western or South Asian grouping, such as 4,87,50,000.00. Text with a leading zero is
a code."""
LONGEST_NEW_NUMBER = 9
"""More digits in a new field make it a phone or registration number, not an amount."""
LONGEST_FIELD_NAME = 200
YES = frozenset({"yes", "true", "1", "हो"})
NO = frozenset({"no", "false", "0", "होइन"})
NUMBER_TYPES = (FieldType.NUMBER, FieldType.INTEGER, FieldType.MONEY)


def parse_value(text: str, before: Any, kind: FieldType | None = None) -> Any:
    """Convert typed text to the field's type or the type of its old value; empty text means null.

    >>> parse_value("11,300.50", 11000)
    11300.5
    >>> parse_value("0912", "0911")
    '0912'
    """
    plain = text.strip()
    if not plain:
        return None
    if kind is FieldType.BOOLEAN or isinstance(before, bool):
        return _parse_boolean(plain)
    if isinstance(before, dict | list):
        return _parse_json(plain)
    if kind is FieldType.DATE or (kind is None and is_plain_day(before)):
        return _parse_day(plain)
    is_counted = kind in NUMBER_TYPES or isinstance(before, int | float)
    return _parse_number(plain) if is_counted else plain


def parse_new_value(text: str, kind: FieldType | None = None) -> Any:
    """The same for a new field: text that looks like an amount becomes a number."""
    plain = text.strip()
    digits = sum(letter.isdigit() for letter in plain)
    if kind is None and NUMBER.fullmatch(plain) and digits <= LONGEST_NEW_NUMBER:
        return _parse_number(plain)
    return parse_value(plain, None, kind)


def _parse_number(plain: str) -> int | float | str:
    if not NUMBER.fullmatch(plain):
        return plain
    bare = plain.replace(",", "")
    return float(bare) if "." in bare else int(bare)


def _parse_day(plain: str) -> str:
    """The day as it is stored. Text with more in it than a day is left to the extraction."""
    day = parse_day(plain) if len(plain) <= LONGEST_DATE else None
    return day.isoformat() if day else plain


def _parse_boolean(plain: str) -> bool | str:
    folded = plain.casefold()
    if folded in YES | NO:
        return folded in YES
    return plain


def _parse_json(plain: str) -> Any:
    try:
        return json.loads(plain)
    except ValueError:
        return plain


@require_POST
@page(Role.REVIEWER)
def edit_field(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """Change the name, the value or both. Unchanged parts are not saved."""
    scope, path = request.principal.scope, posted_text(request, "path")

    def change() -> None:
        found, before = _current_value(scope, extraction_id, path)
        parts = parse_path(path)
        name = posted_text(request, "name").strip()
        value = parse_value(posted_text(request, "value"), before, _field_type(found, path))
        at = path
        if name and isinstance(parts[-1], str) and name != parts[-1]:
            at = rename_field(scope, extraction_id, path, name)
        if value != before:
            extraction_fields.edit_field(scope, extraction_id, at, value)

    return _apply_edit(request, extraction_id, change)


@require_POST
@page(Role.REVIEWER)
def keep_selected_words(request: PageRequest, document_id: UUID) -> HttpResponse:
    """Keep selected words of a document as a field. The reader then shows it beside them."""
    scope, name = request.principal.scope, text_param(request.POST, "name", LONGEST_FIELD_NAME)
    start, end = (_offset(request.POST.get(each, "")) for each in ("start", "end"))

    def keep() -> None:
        if not name:
            raise InvalidRequest(_("Name the field first."))
        words = document_text(scope, document_id)[start:end]
        value = parse_new_value(" ".join(words.split()))
        keep_selection(scope, document_id, name, value, (start, end))

    attempt(request, keep, _("Saved as the field “%(name)s”.") % {"name": name})
    address = reverse("web:library-document", args=[document_id])
    return redirect(f"{address}?start={start}&end={end}&panel=drawn")


def _offset(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0


@require_POST
@page(Role.REVIEWER)
def add_field(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    scope, path = request.principal.scope, posted_text(request, "path").strip()

    def change() -> None:
        found = get_extraction(scope, extraction_id)
        value = parse_new_value(posted_text(request, "value"), _field_type(found, path))
        extraction_fields.edit_field(scope, extraction_id, path, value)

    return _apply_edit(request, extraction_id, change)


@require_POST
@page(Role.REVIEWER)
def remove_field(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """Needs no confirmation, because the history can restore it."""
    scope, path = request.principal.scope, posted_text(request, "path")
    done = _("Removed. You can restore it from the history.")
    attempt(
        request, lambda: extraction_fields.remove_field_by_hand(scope, extraction_id, path), done
    )
    return respond_with_parts(request, extraction_id)


@require_POST
@page(Role.REVIEWER)
def undo_change(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    scope = request.principal.scope

    def change() -> None:
        change_id = parse_id(request.POST.get("change", ""))
        if change_id is None:
            raise ValueChangeNotFound()
        extraction_fields.undo_field_change(scope, extraction_id, change_id)

    attempt(request, change, _("Undone."))
    return respond_with_parts(request, extraction_id)


def _apply_edit(
    request: PageRequest, extraction_id: UUID, change: Callable[[], Any]
) -> HttpResponse:
    """The result is visible in place, so only an error is reported."""
    attempt(request, change)
    return respond_with_parts(request, extraction_id)


def _current_value(scope: Scope, extraction_id: UUID, path: str) -> tuple[ExtractionView, Any]:
    found = get_extraction(scope, extraction_id)
    before = value_at(found.extracted_fields, parse_path(path))
    if before is MISSING:
        raise PathNotThere(path)
    return found, before


def _field_type(found: ExtractionView, path: str) -> FieldType | None:
    spec = spec_at(found.custom_fields, parse_path(path))
    return spec.type if spec else None
