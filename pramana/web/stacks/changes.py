"""Starting a stack, and what people change in one: columns, rows, cells and the table itself."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST
from pydantic import ValidationError

from pramana.documents.selectors import LibraryQuery, Sort, collections_of, library_page
from pramana.documents.services import EXTENSIONS, add_files
from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.stacks import COLUMN_TYPES, MOST_COLUMNS, ColumnSpec, TableStatus
from pramana.extraction.selectors.extractions import get_template
from pramana.extraction.selectors.stacks import (
    documents_of_stack,
    get_stack,
    get_table,
    tables_of_stack,
)
from pramana.extraction.services.stack_runs import start_table_extraction
from pramana.extraction.services.stacks import (
    add_documents,
    create_stack,
    create_table,
    delete_stack,
    extend_columns,
    remove_document,
    update_stack,
)
from pramana.kit.errors import AppError, InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Matter, Role
from pramana.web.access import PageRequest, current_matter, page
from pramana.web.actions import attempt, attempt_confirmed, safe_next
from pramana.web.errors import error_sentence
from pramana.web.formatting import count_text
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import number_param, parse_id, text_param
from pramana.web.review.wording import attribute_label
from pramana.web.stacks.wording import COLUMN_TYPE_NAMES

DOCUMENTS_LISTED = 50
MOST_DOCUMENTS = 1000
"""Documents added to a stack at once."""
MOST_FILES = 50


@page(Role.REVIEWER)
def show_choices(request: PageRequest) -> HttpResponse:
    """Documents to choose from, as a part of the page."""
    return render(request, "web/stacks/chooser_list.html", chooser_page(request))


def chooser_page(request: PageRequest) -> dict[str, Any]:
    """The documents that match the chooser's filters."""
    shelf = _chooser_query(request.GET)
    found = library_page(
        request.principal.scope,
        shelf,
        after=request.GET.get("after", "")[:600],
        limit=DOCUMENTS_LISTED,
    )
    return {"documents": found.documents, "next_after": found.next, "shelf": shelf}


def chooser_context(request: PageRequest) -> dict[str, Any]:
    """Context of the whole chooser."""
    return {
        **chooser_page(request),
        "collections": collections_of(request.principal.scope),
        "extensions": EXTENSIONS,
        "limit_mb": settings.PRAMANA.upload_limit_mb,
    }


def selected_documents(request: PageRequest) -> list[UUID]:
    """The documents selected in a form. Uploaded files are added to the library first."""
    scope = request.principal.scope
    ids = [
        found
        for text in request.POST.getlist("document")[:MOST_DOCUMENTS]
        if (found := parse_id(text))
    ]
    if request.POST.get("all") == "yes":
        ids += _matching_documents(scope, _chooser_query(request.POST))
    files = request.FILES.getlist("file")[:MOST_FILES]
    if files:
        ids += [each.id for each in add_files(scope, [(file.name or "", file) for file in files])]
    return list(dict.fromkeys(ids))[:MOST_DOCUMENTS]


def _chooser_query(asked: Any) -> LibraryQuery:
    return LibraryQuery(
        words=text_param(asked, "title", 200),
        collection_id=parse_id(asked.get("collection", "")),
        sort=Sort.TITLE if asked.get("title") else Sort.NEWEST,
    )


def _matching_documents(scope: Scope, shelf: LibraryQuery) -> Iterator[UUID]:
    """Every matching document, up to `MOST_DOCUMENTS`."""
    after: str | None = ""
    left = MOST_DOCUMENTS
    while after is not None and left > 0:
        found = library_page(scope, shelf, after=after, limit=min(left, 200))
        yield from (each.id for each in found.documents)
        after, left = found.next, left - len(found.documents)


NEW_STACK_SHORTCUTS = (
    shortcut("f", later("Find by title")),
    shortcut("Ctrl Enter", later("Create stack")),
)


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.REVIEWER)
def show_new_stack(request: PageRequest) -> HttpResponse:
    if request.method == "POST":
        try:
            return redirect("web:stacks-stack", _create_stack(request))
        except AppError as error:
            messages.error(request, error_sentence(error.message))
    context = {
        "title": _("New stack"),
        "keys": NEW_STACK_SHORTCUTS,
        "types": list(COLUMN_TYPE_NAMES.items()),
        "name": request.POST.get("name", ""),
        "instructions": request.POST.get("instructions", ""),
        **chooser_context(request),
    }
    return render(request, "web/stacks/new.html", context)


@transaction.atomic
def _create_stack(request: PageRequest) -> UUID:
    """Create the stack and its table, and start the extraction."""
    scope = request.principal.scope
    name = " ".join(text_param(request.POST, "name", 200).split())
    if not any(char.isalnum() for char in name):
        raise InvalidRequest(_("Enter a name for the stack."))
    chosen = selected_documents(request)
    if not chosen:
        raise InvalidRequest(_("Select documents first; the stack would be empty."))
    stack = create_stack(scope, name, chosen)
    table = create_table(
        scope,
        stack.id,
        name,
        instructions=text_param(request.POST, "instructions", 4000),
        columns=posted_columns(request),
    )
    start_table_extraction(scope, stack.id, table.id, matter=current_matter(request))
    return stack.id


def posted_columns(request: PageRequest) -> list[ColumnSpec]:
    """The posted columns; none if the agent is to find them."""
    if request.POST.get("columns") != "given":
        return []
    asked = zip_longest(
        request.POST.getlist("column_name")[:MOST_COLUMNS],
        request.POST.getlist("column_type")[:MOST_COLUMNS],
        request.POST.getlist("column_instructions")[:MOST_COLUMNS],
        fillvalue="",
    )
    try:
        found = [
            ColumnSpec.model_validate({"name": name, "type": kind, "instructions": words})
            for name, kind, words in asked
            if name.strip()
        ]
    except ValidationError:
        raise InvalidRequest(
            _("A column name has 1 to 100 characters and an instruction at most 2,000.")
        ) from None
    if not found:
        raise InvalidRequest(_("Name at least one column, or let the agent find them."))
    return found


PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.REVIEWER)
def show_stack_documents(request: PageRequest, stack_id: UUID) -> HttpResponse:
    """Show the documents of a stack, and add more."""
    scope = request.principal.scope
    stack = get_stack(scope, stack_id)
    if request.method == "POST" and _add_selected(request, stack_id):
        return redirect("web:stacks-stack", stack_id)
    after = number_param(request, "from") or 0
    found = documents_of_stack(scope, stack_id, after=after, limit=PAGE + 1)
    context = {
        "title": _("Documents of “%(name)s”") % {"name": stack.name},
        "keys": (*LIST_SHORTCUTS, shortcut("f", _("Find by title"))),
        "stack": stack,
        "stacked": found[:PAGE],
        "next_from": found[PAGE - 1].position if len(found) > PAGE else None,
        **chooser_context(request),
    }
    return render(request, "web/stacks/documents.html", context)


def _add_selected(request: PageRequest, stack_id: UUID) -> bool:
    scope = request.principal.scope
    try:
        chosen = selected_documents(request)
        if not chosen:
            messages.error(request, _("Select documents first."))
            return False
        count = add_documents(scope, stack_id, chosen)
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return False
    said = count_text("%(count)s document added.", "%(count)s documents added.", count)
    messages.success(request, said)
    if count:
        _extract_new_rows(scope, stack_id, current_matter(request))
    return True


def _extract_new_rows(scope: Scope, stack_id: UUID, matter: Matter) -> None:
    """Extract the new rows of every table that has columns and is not running."""
    for table in tables_of_stack(scope, stack_id):
        if table.columns and table.status is not TableStatus.IN_PROGRESS:
            start_table_extraction(scope, stack_id, table.id, matter=matter)


@require_POST
@page(Role.REVIEWER)
def remove_from_stack(request: PageRequest, stack_id: UUID, document_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    return attempt_confirmed(
        request,
        lambda: remove_document(scope, stack_id, document_id),
        _("Removed."),
        question=_("Remove this document from the stack?"),
        text=_(
            "Its row is deleted with everything written and decided there. The document is kept."
        ),
        yes=_("Remove"),
        back="web:stacks",
        kept=[("next", request.POST.get("next", ""))],
        to=safe_next(request),
    )


@require_POST
@page(Role.REVIEWER)
def edit_stack(request: PageRequest, stack_id: UUID) -> HttpResponse:
    """Rename a stack, share it with the tenant, or stop sharing."""
    scope = request.principal.scope
    name = " ".join(text_param(request.POST, "name", 200).split())
    wish = {"yes": True, "no": False}.get(request.POST.get("shared", ""))
    said = {
        True: _("Everyone in this tenant can now see it."),
        False: _("Only you can see it now."),
        None: _("Saved."),
    }
    usable = name if any(char.isalnum() for char in name) else None
    attempt(request, lambda: update_stack(scope, stack_id, name=usable, shared=wish), said[wish])
    return redirect("web:stacks-stack", stack_id)


@require_POST
@page(Role.REVIEWER)
def add_template_columns(request: PageRequest, stack_id: UUID, table_id: UUID) -> HttpResponse:
    """Add a column for each field of a template that the table does not have yet."""
    scope = request.principal.scope
    template_id = parse_id(request.POST.get("template", ""))
    if template_id is not None:
        template = get_template(scope, template_id)
        known = {column.name for column in get_table(scope, stack_id, table_id).columns}
        wanted = [each for each in template_columns(template.fields) if each.name not in known]
        attempt(
            request,
            lambda: extend_columns(scope, stack_id, table_id, wanted),
            _("Columns added. Extract to fill them."),
        )
    return redirect("web:stacks-stack", stack_id)


def template_columns(fields: Sequence[FieldSpec], group: str = "") -> list[ColumnSpec]:
    """A column for each single value; fields of a group are named after it, lists are left out."""
    found: list[ColumnSpec] = []
    for field in fields:
        name = attribute_label(f"{group}_{field.name}" if group else field.name)
        if field.type is FieldType.OBJECT:
            found += template_columns(field.children, field.name)
        elif field.type in COLUMN_TYPES:
            words = " ".join(filter(None, (field.description, field.instructions)))
            found.append(ColumnSpec(name=name[:100], type=field.type, instructions=words[:2000]))
    return found


@require_POST
@page(Role.REVIEWER)
def remove_stack(request: PageRequest, stack_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    stack = get_stack(scope, stack_id)
    return attempt_confirmed(
        request,
        lambda: delete_stack(scope, stack_id),
        _("Stack deleted."),
        question=_("Delete the stack “%(name)s”?") % {"name": stack.name},
        text=_(
            "Its table is deleted with all values, decisions and history. The documents "
            "are kept. This cannot be undone."
        ),
        yes=_("Delete the stack"),
        back="web:stacks",
    )
