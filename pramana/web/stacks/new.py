"""Create a stack: name, documents and columns."""

from collections.abc import Iterator
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
from django.views.decorators.http import require_http_methods
from pydantic import ValidationError

from pramana.documents.selectors import LibraryQuery, Sort, collections_of, library_page
from pramana.documents.services import EXTENSIONS, add_files
from pramana.extraction.contracts.stacks import MOST_COLUMNS, ColumnSpec
from pramana.extraction.services.stack_runs import start_table_extraction
from pramana.extraction.services.stacks import create_stack, create_table
from pramana.kit.errors import AppError, InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, current_matter, page
from pramana.web.errors import error_sentence
from pramana.web.navigation import shortcut
from pramana.web.params import parse_id, text_param
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
