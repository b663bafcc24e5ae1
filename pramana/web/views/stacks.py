"""Stacks: the piles of documents that became tables, and how far each is."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.extraction.selectors.stacks.page import Standing, standings
from pramana.web.access import PageRequest, page
from pramana.web.addresses import moment_of
from pramana.web.keys import LISTS, key
from pramana.web.views.stack_words import TABLE_STATES

PAGE = 30
KEYS = (*LISTS, key("n", later("New stack")))


@page()
def show(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    found = standings(scope, before=moment_of(request.GET.get("before", "")), limit=PAGE + 1)
    listed = found[:PAGE]
    context = {
        "title": _("Stacks"),
        "keys": KEYS,
        "rows": [_row(each, mine=each.stack.owner_id == scope.actor_id) for each in listed],
        "next_before": listed[-1].stack.created_at.isoformat() if len(found) > PAGE else None,
    }
    return render(request, "web/pages/stacks.html", context)


def _row(standing: Standing, *, mine: bool) -> dict[str, Any]:
    table = standing.table
    tone, word = TABLE_STATES[table.status] if table else ("waiting", _("No table yet"))
    return {
        "stack": standing.stack,
        "table": table,
        "tone": tone,
        "word": word,
        "to_look_at": standing.to_look_at,
        "mine": mine,
    }
