"""Memory: the groups that were told something, and one group's graph with what stands beside it."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.memory.domain.groups import is_group_id
from pramana.memory.selectors.explorer import MOST_GROUPS, Standing, groups_of, standing_of
from pramana.memory.selectors.graph import check_group_known
from pramana.web.access import PageRequest, page
from pramana.web.keys import LISTS, key
from pramana.web.tabs import Tab
from pramana.web.views.memory_address import PANELS, Asked, asked_of, words_of
from pramana.web.views.memory_panels import panel_context
from pramana.web.views.memory_words import ROLE_TYPES

KEYS = (*LISTS, key("f", later("Find by name")), key("u", later("Tell it something")))
GROUP_KEYS = (
    key("/", later("Find an entity")),
    *LISTS,
    key("b", later("Back to the list")),
    key("e", later("Show neighbours, and theirs")),
    key("x", later("Choose nothing")),
    key("0", later("Fit the graph")),
    key("+", later("Nearer")),
    key("-", later("Farther")),
    key("o", later("Also what ended")),
    key("m", later("Post a message")),
)


@page()
def show(request: PageRequest) -> HttpResponse:
    words = words_of(request, "name")
    found = groups_of(request.principal.scope, words)
    context = {
        "title": _("Memory"),
        "keys": KEYS,
        "words": words,
        "groups": [each for each in found if _has_page(each)],
        "strays": [each for each in found if not _has_page(each)],
        "is_cut": len(found) >= MOST_GROUPS,
        "role_types": list(ROLE_TYPES.items()),
    }
    return render(request, "web/pages/memory.html", context)


def _has_page(group: Standing) -> bool:
    """Messages are accepted under any name; what is no group's name was never read."""
    return is_group_id(group.group_id)


@page()
def show_group(request: PageRequest, group_id: str) -> HttpResponse:
    scope = request.principal.scope
    check_group_known(scope, group_id)
    asked = asked_of(request)
    standing = standing_of(scope, group_id)
    context = {
        "title": group_id,
        "keys": GROUP_KEYS,
        "group_id": group_id,
        "asked": asked,
        "standing": standing,
        "tabs": _tabs(asked, standing),
        **panel_context(scope, group_id, asked),
    }
    return render(request, "web/pages/memory_group.html", context)


def _tabs(asked: Asked, standing: Standing) -> list[Tab]:
    labels = {
        "facts": _("Facts"),
        "entity": _("Timeline"),
        "communities": _("Communities"),
        "duplicates": _("Duplicates"),
        "messages": _("Messages"),
        "settings": _("Settings"),
    }
    counts = {"facts": standing.facts, "messages": standing.waiting + standing.failed or None}
    return [Tab(each, labels[each], each == asked.panel, counts.get(each)) for each in PANELS]
