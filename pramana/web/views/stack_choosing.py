"""Which documents go into a stack: chosen one by one, all that fit, or brought as files."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from pramana.documents.selectors import Shelf, Sort, collections_of, library_page
from pramana.documents.services import EXTENSIONS, add_files
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import id_of, text_in

LISTED = 50
MOST = 1000
"""Documents that go into a stack in one go."""
MOST_FILES = 50


@page(Role.REVIEWER)
def choose(request: PageRequest) -> HttpResponse:
    """Documents of the library to choose from: a part of the page, asked for while one types."""
    return render(request, "web/pages/stack_choose.html", choices(request))


def choices(request: PageRequest) -> dict[str, Any]:
    """What the chooser shows for this address."""
    shelf = _shelf(request.GET)
    found = library_page(
        request.principal.scope, shelf, after=request.GET.get("after", "")[:600], limit=LISTED
    )
    return {"documents": found.documents, "next_after": found.next, "shelf": shelf}


def desk(request: PageRequest) -> dict[str, Any]:
    """The chooser with what stands around it."""
    return {
        **choices(request),
        "collections": collections_of(request.principal.scope),
        "extensions": EXTENSIONS,
        "limit_mb": settings.PRAMANA.upload_limit_mb,
    }


def chosen_of(request: PageRequest) -> list[UUID]:
    """The documents a form names. Files come into the library first, and stay there."""
    scope = request.principal.scope
    ids = [found for text in request.POST.getlist("document")[:MOST] if (found := id_of(text))]
    if request.POST.get("all") == "yes":
        ids += _fitting(scope, _shelf(request.POST))
    files = request.FILES.getlist("file")[:MOST_FILES]
    if files:
        ids += [each.id for each in add_files(scope, [(file.name or "", file) for file in files])]
    return list(dict.fromkeys(ids))[:MOST]


def _shelf(asked: Any) -> Shelf:
    return Shelf(
        words=text_in(asked, "title", 200),
        collection_id=id_of(asked.get("collection", "")),
        sort=Sort.TITLE if asked.get("title") else Sort.NEWEST,
    )


def _fitting(scope: Scope, shelf: Shelf) -> Iterator[UUID]:
    """Every document that fits, up to what one form may bring."""
    after: str | None = ""
    left = MOST
    while after is not None and left > 0:
        found = library_page(scope, shelf, after=after, limit=min(left, 200))
        yield from (each.id for each in found.documents)
        after, left = found.next, left - len(found.documents)
