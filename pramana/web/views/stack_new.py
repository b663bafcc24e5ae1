"""A new stack: its name, its documents, and the questions each of them is asked."""

from itertools import zip_longest
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods
from pydantic import ValidationError

from pramana.extraction.contracts.stacks.columns import MOST_COLUMNS, ColumnSpec
from pramana.extraction.services.stacks.extracting import start_extraction
from pramana.extraction.services.stacks.keeping import create_stack
from pramana.extraction.services.stacks.tables import create_table
from pramana.kit.errors import AppError, InvalidRequest
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.keys import key
from pramana.web.matter import matter_of
from pramana.web.sentences import sentence
from pramana.web.views.stack_choosing import chosen_of, desk
from pramana.web.views.stack_words import TYPES

KEYS = (key("f", later("Find by title")), key("Ctrl Enter", later("Make the stack")))


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.REVIEWER)
def show(request: PageRequest) -> HttpResponse:
    if request.method == "POST":
        try:
            return redirect("web:stacks-stack", _made(request))
        except AppError as error:
            messages.error(request, sentence(error.message))
    context = {
        "title": _("New stack"),
        "keys": KEYS,
        "types": list(TYPES.items()),
        "name": request.POST.get("name", ""),
        "instructions": request.POST.get("instructions", ""),
        **desk(request),
    }
    return render(request, "web/pages/stack_new.html", context)


@transaction.atomic
def _made(request: PageRequest) -> UUID:
    """The stack with its table, and the reading of it begun."""
    scope = request.principal.scope
    name = " ".join(text_in(request.POST, "name", 200).split())
    if not any(char.isalnum() for char in name):
        raise InvalidRequest(_("Give the stack a name."))
    chosen = chosen_of(request)
    if not chosen:
        raise InvalidRequest(_("Choose documents first: the stack would be empty."))
    stack = create_stack(scope, name, chosen)
    table = create_table(
        scope,
        stack.id,
        name,
        instructions=text_in(request.POST, "instructions", 4000),
        columns=columns_of(request),
    )
    start_extraction(scope, stack.id, table.id, matter=matter_of(request))
    return stack.id


def columns_of(request: PageRequest) -> list[ColumnSpec]:
    """The questions as they were written; none where the agent is to find them."""
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
            _("A column's name has 1 to 100 characters, its instruction 2,000 at most.")
        ) from None
    if not found:
        raise InvalidRequest(_("Name at least one column, or let the agent find them."))
    return found
