"""Changes of a whole stack: its documents, name, sharing, and deletion."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.stacks import COLUMN_TYPES, ColumnSpec, TableStatus
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
    delete_stack,
    extend_columns,
    remove_document,
    update_stack,
)
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Matter, Role
from pramana.web.access import PageRequest, current_matter, page
from pramana.web.actions import attempt, confirmation_page, is_confirmed, redirect_back
from pramana.web.errors import error_sentence
from pramana.web.formatting import format_number
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import number_param, parse_id, text_param
from pramana.web.review.wording import attribute_label
from pramana.web.stacks.new import chooser_context, selected_documents

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
    said = ngettext("%(count)s document added.", "%(count)s documents added.", count)
    messages.success(request, said % {"count": format_number(count)})
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
    if not is_confirmed(request):
        return confirmation_page(
            request,
            question=_("Remove this document from the stack?"),
            text=_(
                "Its row is deleted with everything written and decided there. The document "
                "is kept."
            ),
            yes=_("Remove"),
            back="web:stacks",
            kept=[("next", request.POST.get("next", ""))],
        )
    scope = request.principal.scope
    attempt(request, lambda: remove_document(scope, stack_id, document_id), _("Removed."))
    return redirect_back(request, "web:stacks")


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
    if not is_confirmed(request):
        return confirmation_page(
            request,
            question=_("Delete the stack “%(name)s”?") % {"name": stack.name},
            text=_(
                "Its table is deleted with all values, decisions and history. The documents "
                "are kept. This cannot be undone."
            ),
            yes=_("Delete the stack"),
            back="web:stacks",
        )
    attempt(request, lambda: delete_stack(scope, stack_id), _("Stack deleted."))
    return redirect("web:stacks")
