"""Search: passages that hold the words asked for, best first, with the words marked."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from pramana.documents.search import search
from pramana.web.access import PageRequest, page
from pramana.web.highlight import excerpt
from pramana.web.keys import LISTS

MOST = 30


@page()
def show(request: PageRequest) -> HttpResponse:
    query = request.GET.get("q", "").replace("\x00", "").strip()[:500]
    hits = search(request.principal.scope, query, limit=MOST) if query else []
    context = {
        "title": _("Search"),
        "keys": LISTS,
        "query": query,
        "hits": [(hit, excerpt(hit.text, hit.start, hit.marks)) for hit in hits],
    }
    return render(request, "web/pages/search.html", context)
