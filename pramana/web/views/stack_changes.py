"""What is done with a whole stack: documents come and go, it is named, shared and deleted."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from pramana.extraction.contracts.stacks.cells import TableStatus
from pramana.extraction.selectors.stacks.stack import get_stack, stacked_documents
from pramana.extraction.selectors.stacks.tables import tables_of
from pramana.extraction.services.stacks.extracting import start_extraction
from pramana.extraction.services.stacks.keeping import change_stack, delete_stack
from pramana.extraction.services.stacks.papers import add_documents, remove_document
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.matters import Matter
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.figures import figure
from pramana.web.flow import ask, attempt, back_to, is_confirmed
from pramana.web.keys import LISTS, key
from pramana.web.matter import matter_of
from pramana.web.places import number_of
from pramana.web.sentences import sentence
from pramana.web.views.stack_choosing import chosen_of, desk

PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.REVIEWER)
def papers(request: PageRequest, stack_id: UUID) -> HttpResponse:
    """The documents of a stack, and the way to bring more."""
    scope = request.principal.scope
    stack = get_stack(scope, stack_id)
    if request.method == "POST" and _added(request, stack_id):
        return redirect("web:stacks-stack", stack_id)
    after = number_of(request, "from") or 0
    found = stacked_documents(scope, stack_id, after=after, limit=PAGE + 1)
    context = {
        "title": _("Documents of “%(name)s”") % {"name": stack.name},
        "keys": (*LISTS, key("f", _("Find by title"))),
        "stack": stack,
        "stacked": found[:PAGE],
        "next_from": found[PAGE - 1].position if len(found) > PAGE else None,
        **desk(request),
    }
    return render(request, "web/pages/stack_papers.html", context)


def _added(request: PageRequest, stack_id: UUID) -> bool:
    scope = request.principal.scope
    try:
        chosen = chosen_of(request)
        if not chosen:
            messages.error(request, _("Choose documents first."))
            return False
        count = add_documents(scope, stack_id, chosen)
    except AppError as error:
        messages.error(request, sentence(error.message))
        return False
    said = ngettext("%(count)s document added.", "%(count)s documents added.", count)
    messages.success(request, said % {"count": figure(count)})
    if count:
        _read_on(scope, stack_id, matter_of(request))
    return True


def _read_on(scope: Scope, stack_id: UUID, matter: Matter) -> None:
    """Read what is new wherever nothing is under way and the questions are known."""
    for table in tables_of(scope, stack_id):
        if table.columns and table.status is not TableStatus.IN_PROGRESS:
            start_extraction(scope, stack_id, table.id, matter=matter)


@require_POST
@page(Role.REVIEWER)
def take_out(request: PageRequest, stack_id: UUID, document_id: UUID) -> HttpResponse:
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Take this document out of the stack?"),
            text=_("Its row goes, with what was written and decided there. The document stays."),
            yes=_("Take it out"),
            back="web:stacks",
            kept=[("next", request.POST.get("next", ""))],
        )
    scope = request.principal.scope
    attempt(request, lambda: remove_document(scope, stack_id, document_id), _("Taken out."))
    return back_to(request, "web:stacks")


@require_POST
@page(Role.REVIEWER)
def change(request: PageRequest, stack_id: UUID) -> HttpResponse:
    """Called otherwise, shared with everyone here, or no longer."""
    scope = request.principal.scope
    name = " ".join(text_in(request.POST, "name", 200).split())
    wish = {"yes": True, "no": False}.get(request.POST.get("shared", ""))
    said = {
        True: _("Shared: everyone in this tenant sees it now."),
        False: _("It is yours alone again."),
        None: _("Saved."),
    }
    usable = name if any(char.isalnum() for char in name) else None
    attempt(request, lambda: change_stack(scope, stack_id, name=usable, shared=wish), said[wish])
    return redirect("web:stacks-stack", stack_id)


@require_POST
@page(Role.REVIEWER)
def delete(request: PageRequest, stack_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    stack = get_stack(scope, stack_id)
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Delete the stack “%(name)s”?") % {"name": stack.name},
            text=_(
                "Its table goes, with what was written and decided there, and its history. "
                "The documents stay. This cannot be undone."
            ),
            yes=_("Delete the stack"),
            back="web:stacks",
        )
    attempt(request, lambda: delete_stack(scope, stack_id), _("The stack is deleted."))
    return redirect("web:stacks")
