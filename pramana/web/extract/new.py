"""Start an extraction: choose a document and the fields, or a template that holds them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST
from pydantic import ValidationError

from pramana.documents.contracts import DocumentView
from pramana.documents.selectors import READABLE, LibraryQuery, get_document, library_page
from pramana.documents.services import EXTENSIONS, add_file
from pramana.extraction.contracts.extractions import ExtractionMode, TemplateView
from pramana.extraction.contracts.fields import MOST_FIELDS, FieldSpec, FieldType
from pramana.extraction.domain.json_schema import from_json_schema
from pramana.extraction.selectors.extractions import all_templates, get_extraction, get_template
from pramana.extraction.services.extractions import start_extraction
from pramana.extraction.services.templates import (
    TemplateDraft,
    create_template,
    delete_template,
    replace_template,
)
from pramana.kit.errors import AppError, InvalidRequest
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, current_matter, page
from pramana.web.actions import attempt_confirmed, attempt_result, safe_next
from pramana.web.errors import error_sentence
from pramana.web.extract.wording import FIELD_TYPES
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
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
    return attempt_confirmed(
        request,
        lambda: delete_template(scope, template_id),
        _("Deleted."),
        question=_("Delete the template “%(name)s”?") % {"name": found.name},
        text=_("Extractions made with it are not affected."),
        yes=_("Delete the template"),
        back="web:extract-new",
        to=safe_next(request),
    )


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


DEEPEST = 3
BLANK_ROWS = 3
"""Empty rows at the end of the form, for use without scripts."""


class InvalidFieldName(InvalidRequest):
    def __init__(self, name: str) -> None:
        said = _("The field “%(name)s” is not valid. Use a shorter name.")
        super().__init__(said % {"name": name[:60]})


@dataclass(frozen=True)
class FieldRow:
    name: str = ""
    type: FieldType = FieldType.STRING
    description: str = ""
    required: bool = False
    depth: int = 0


def field_rows(specs: Sequence[FieldSpec], depth: int = 0) -> Iterator[FieldRow]:
    """All fields in order, each followed by its children."""
    for spec in specs:
        yield FieldRow(spec.name, spec.type, spec.description, spec.required, min(depth, DEEPEST))
        yield from field_rows(spec.children, depth + 1)


def posted_rows(sent: QueryDict) -> list[FieldRow]:
    """The rows of the form that have a name."""
    lists = [sent.getlist(name) for name in ("name", "type", "description", "needed", "depth")]
    rows = zip(*(each[: 4 * MOST_FIELDS] for each in lists), strict=False)
    read = (_parse_row(*(storable(value).strip() for value in row)) for row in rows)
    return [row for row in read if row.name]


def field_specs(rows: Sequence[FieldRow]) -> tuple[FieldSpec, ...]:
    """The field specifications that the rows describe."""
    found = []
    at = 0
    while at < len(rows):
        inside = _nested_rows(rows, at)
        found.append(_field_spec(rows[at], field_specs(inside)))
        at += 1 + len(inside)
    return tuple(found)


def _parse_row(name: str, kind: str, description: str, needed: str, depth: str) -> FieldRow:
    return FieldRow(
        name=name,
        type=FieldType(kind) if kind in set(FieldType) else FieldType.STRING,
        description=description[:2000],
        required=needed == "yes",
        depth=min(int(depth), DEEPEST) if depth.isdecimal() and len(depth) < 3 else 0,
    )


def _nested_rows(rows: Sequence[FieldRow], at: int) -> Sequence[FieldRow]:
    """The rows that follow one and are nested inside it."""
    end = at + 1
    while end < len(rows) and rows[end].depth > rows[at].depth:
        end += 1
    return rows[at + 1 : end]


def _field_spec(row: FieldRow, children: tuple[FieldSpec, ...]) -> FieldSpec:
    """A field with children is at least a group; a list with several is a table."""
    kind = row.type if row.type.has_parts or not children else FieldType.OBJECT
    if kind is FieldType.LIST and len(children) > 1:
        kind = FieldType.TABLE
    try:
        return FieldSpec(
            name=row.name,
            type=kind,
            description=row.description,
            required=row.required,
            children=children,
        )
    except ValidationError:
        raise InvalidFieldName(row.name) from None


PAGE = 30
EXAMPLE_SCHEMA = '{"type": "object", "properties": {"total": {"type": "number"}}}'
CHOOSER_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("f", later("Find by title")),
    shortcut("u", later("Upload a file")),
)


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.REVIEWER)
def show_new_extraction(request: PageRequest) -> HttpResponse:
    document_id = parse_id(request.GET.get("document", ""))
    if document_id is None:
        return _choose_document(request)
    scope = request.principal.scope
    document = get_document(scope, document_id)
    templates = all_templates(scope)
    if request.method == "POST":
        answer = _submit_form(request, scope, document_id, templates)
        if answer:
            return answer
    return _form_page(request, document, templates)


@require_POST
@page(Role.REVIEWER)
def upload_document(request: PageRequest) -> HttpResponse:
    """Add a file to the library; the form appears once it is read."""
    file = request.FILES.get("file")
    if file is None:
        messages.error(request, _("Choose a document first."))
        return redirect("web:extract-new")
    scope = request.principal.scope
    added = attempt_result(request, lambda: add_file(scope, file.name or "", file))
    query = f"?document={added.id}" if added else ""
    return redirect(reverse("web:extract-new") + query)


def _choose_document(request: PageRequest) -> HttpResponse:
    words = text_param(request.GET, "title", 200)
    after = request.GET.get("after", "")[:600]
    found = library_page(
        request.principal.scope, LibraryQuery(words=words), after=after, limit=PAGE
    )
    context = {
        "title": _("Choose a document to extract from"),
        "keys": CHOOSER_SHORTCUTS,
        "documents": found.documents,
        "next_after": found.next,
        "words": words,
        "extensions": EXTENSIONS,
        "limit_mb": settings.PRAMANA.upload_limit_mb,
    }
    return render(request, "web/extract/choose_document.html", context)


def _submit_form(
    request: PageRequest, scope: Scope, document_id: UUID, templates: Sequence[TemplateView]
) -> HttpResponse | None:
    """The next page, or None if the form is shown again with its values."""
    try:
        specs = field_specs(posted_rows(request.POST))
        if "save" in request.POST:
            saved = save_template(request, templates, specs)
            address = reverse("web:extract-new")
            return redirect(f"{address}?document={document_id}&template={saved.id}")
        mode = ExtractionMode(request.POST.get("mode", ExtractionMode.AUTO))
        begun = start_extraction(
            scope,
            document_id,
            mode=mode,
            custom_fields=specs,
            overwrite=request.POST.get("overwrite") == "yes",
            matter=current_matter(request),
        )
    except (AppError, ValueError) as error:
        said = error.message if isinstance(error, AppError) else _("This cannot be done")
        messages.error(request, error_sentence(said))
        return None
    return redirect("web:extract-one", begun.id)


def _form_page(
    request: PageRequest, document: DocumentView, templates: Sequence[TemplateView]
) -> HttpResponse:
    scope = request.principal.scope
    chosen = next((each for each in templates if str(each.id) == request.GET.get("template")), None)
    rows, mode = _initial_rows(request, scope, chosen)
    context: dict[str, Any] = {
        "title": _("Extract"),
        "keys": (shortcut("b", _("Choose another document")),),
        "document": document,
        "is_readable": document.status in READABLE,
        "templates": templates,
        "template": chosen,
        "mode": mode,
        "rows": [*rows, *[FieldRow()] * BLANK_ROWS],
        "blank": FieldRow(),
        "types": [(kind, FIELD_TYPES[kind]) for kind in FieldType],
        "example": EXAMPLE_SCHEMA,
        "again": parse_id(request.GET.get("from", "")),
        "overwrite": request.POST.get("overwrite") == "yes",
        "template_name": request.POST.get("template_name", chosen.name if chosen else ""),
    }
    return render(request, "web/extract/new.html", context)


def _initial_rows(
    request: PageRequest, scope: Scope, chosen: TemplateView | None
) -> tuple[list[FieldRow], ExtractionMode]:
    """Rows from the posted form, the template, or the extraction that is run again."""
    if request.method == "POST":
        is_custom = request.POST.get("mode") == ExtractionMode.CUSTOM or "save" in request.POST
        mode = ExtractionMode.CUSTOM if is_custom else ExtractionMode.AUTO
        return posted_rows(request.POST), mode
    if chosen:
        return list(field_rows(chosen.fields)), ExtractionMode.CUSTOM
    earlier = parse_id(request.GET.get("from", ""))
    if earlier:
        found = get_extraction(scope, earlier)
        return list(field_rows(found.custom_fields)), found.mode
    return [], ExtractionMode.AUTO
