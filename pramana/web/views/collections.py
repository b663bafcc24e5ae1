"""Collections: made, renamed, and erased after saying exactly what goes with them."""

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pramana.documents.selectors import Contents, contents_of, get_collection
from pramana.documents.services import create_collection, delete_collection, rename_collection
from pramana.kit.errors import AppError
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.figures import figure
from pramana.web.flow import ask, attempt, back_to, is_confirmed
from pramana.web.sentences import sentence


@require_POST
@page(Role.REVIEWER)
def create(request: PageRequest) -> HttpResponse:
    """A new collection opens at once: it is empty, and says how to fill it."""
    try:
        made = create_collection(request.principal.scope, request.POST.get("name", ""))
    except AppError as error:
        messages.error(request, sentence(error.message))
        return back_to(request, "web:library")
    return _opened(made)


@require_POST
@page(Role.REVIEWER)
def rename(request: PageRequest, collection_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: rename_collection(
            request.principal.scope, collection_id, request.POST.get("name", "")
        ),
        _("Renamed."),
    )
    return _opened(collection_id)


@require_POST
@page(Role.REVIEWER)
def delete(request: PageRequest, collection_id: UUID) -> HttpResponse:
    """With all that is in it; or, with `?keep=documents`, only the collection itself."""
    scope, keeps = request.principal.scope, request.GET.get("keep") == "documents"
    collection = get_collection(scope, collection_id)
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Delete the collection “%(name)s”?") % {"name": collection.name},
            text=what_stays() if keeps else what_goes(contents_of(scope, collection_id)),
            yes=_("Delete the collection"),
            back="web:library",
        )
    attempt(
        request,
        lambda: delete_collection(scope, collection_id, with_documents=not keeps),
        _("Deleted."),
    )
    return redirect("web:library")


def what_goes(contents: Contents) -> str:
    """The loss in numbers, before it happens."""
    if not contents.documents and not contents.sources:
        return _("It is empty; only its name goes.")
    return _(
        "Documents that go with their files and text: %(documents)s. Passages: %(passages)s. "
        "Sources that are not fetched any more: %(sources)s. This cannot be undone."
    ) % {
        "documents": figure(contents.documents),
        "passages": figure(contents.passages),
        "sources": figure(contents.sources),
    }


def what_stays() -> str:
    return _("Its documents and sources stay, and are in no collection.")


def _opened(collection_id: UUID) -> HttpResponseRedirect:
    query = urlencode({"collection": collection_id})
    return HttpResponseRedirect(f"{reverse('web:library')}?{query}")
