"""What can be done with documents of the library: one, or all that are chosen."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from pramana.documents.selectors import documents_by_id, get_document
from pramana.documents.services import (
    delete_document,
    erase_documents,
    move_documents,
    retry_document,
)
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import id_of
from pramana.web.figures import figure
from pramana.web.flow import ask, attempt, back_to, is_confirmed

MOST = 500
"""Documents that are moved or deleted in one go."""


@require_POST
@page(Role.REVIEWER)
def retry(request: PageRequest, document_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: retry_document(request.principal.scope, document_id),
        _("It will be read again."),
    )
    return back_to(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def delete(request: PageRequest, document_id: UUID) -> HttpResponse:
    document = get_document(request.principal.scope, document_id)
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Delete “%(title)s”?") % {"title": document.title},
            text=_("The file, its text and its passages go. This cannot be undone."),
            yes=_("Delete the document"),
            back="web:library",
        )
    attempt(request, lambda: delete_document(request.principal.scope, document_id), _("Deleted."))
    return redirect("web:library")


@require_POST
@page(Role.REVIEWER)
def move(request: PageRequest) -> HttpResponse:
    """Into the collection that was picked; an empty choice takes them out of theirs."""
    chosen, wanted = _chosen(request), request.POST.get("collection", "")
    attempt(
        request,
        lambda: move_documents(request.principal.scope, chosen, id_of(wanted)),
        ngettext("%(count)s document moved.", "%(count)s documents moved.", len(chosen))
        % {"count": figure(len(chosen))},
    )
    return back_to(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def delete_many(request: PageRequest) -> HttpResponse:
    documents = documents_by_id(request.principal.scope, _chosen(request))
    if not documents:
        messages.error(request, _("Choose documents first."))
        return back_to(request, "web:library")
    count = {"count": figure(len(documents))}
    if not is_confirmed(request):
        passages = sum(document.passage_count for document in documents)
        return ask(
            request,
            question=ngettext(
                "Delete %(count)s document?", "Delete %(count)s documents?", len(documents)
            )
            % count,
            text=_("Their files, their text and %(passages)s passages go. This cannot be undone.")
            % {"passages": figure(passages)},
            yes=_("Delete the documents"),
            back="web:library",
            kept=[("document", str(document.id)) for document in documents],
        )
    erase_documents(request.principal.scope, [document.id for document in documents])
    done = ngettext("%(count)s document deleted.", "%(count)s documents deleted.", len(documents))
    messages.success(request, done % count)
    return back_to(request, "web:library")


def _chosen(request: PageRequest) -> list[UUID]:
    given = [id_of(each) for each in request.POST.getlist("document")[:MOST]]
    return [each for each in given if each]
