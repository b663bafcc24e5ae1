"""Memory: the list of groups, one group's explorer, and the data of its graph."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.memory.domain.groups import is_group_id
from pramana.memory.selectors.explorer import GraphDrawing, find_entities, graph_drawing
from pramana.memory.selectors.groups import (
    MOST_GROUPS,
    GroupSummary,
    check_group_known,
    group_summary,
    groups_of,
)
from pramana.web.access import PageRequest, page
from pramana.web.memory import edits, settings
from pramana.web.memory.panels import (
    PANELS,
    ExplorerQuery,
    explorer_query,
    panel_context,
    text_query,
)
from pramana.web.memory.wording import (
    ENTITY_TYPES,
    ROLE_TYPES,
    entity_type_letter,
    entity_type_name,
    entity_type_shape,
    relation_name,
)
from pramana.web.navigation import LIST_SHORTCUTS, Tab, shortcut
from pramana.web.threads import link_entity_record

MEMORY_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("f", later("Find by name")),
    shortcut("u", later("Post a message")),
)
GROUP_SHORTCUTS = (
    shortcut("/", later("Find an entity")),
    *LIST_SHORTCUTS,
    shortcut("b", later("Back to list")),
    shortcut("c", later("Confirm the duplicate")),
    shortcut("p", later("Keep the duplicate separate")),
    shortcut("e", later("Show neighbours; again for theirs")),
    shortcut("x", later("Clear selection")),
    shortcut("0", later("Fit to view")),
    shortcut("+", later("Zoom in")),
    shortcut("-", later("Zoom out")),
    shortcut("o", later("Include ended facts")),
    shortcut("m", later("Post a message")),
)


@page()
def show_groups(request: PageRequest) -> HttpResponse:
    words = text_query(request, "name")
    found = groups_of(request.principal.scope, words)
    context = {
        "title": _("Memory"),
        "keys": MEMORY_SHORTCUTS,
        "words": words,
        "groups": [each for each in found if _has_page(each)],
        "strays": [each for each in found if not _has_page(each)],
        "is_cut": len(found) >= MOST_GROUPS,
        "role_types": list(ROLE_TYPES.items()),
    }
    return render(request, "web/memory/groups.html", context)


def _has_page(group: GroupSummary) -> bool:
    """Whether the group has a page. Messages with an invalid group name are never read."""
    return is_group_id(group.group_id)


@page()
def show_group(request: PageRequest, group_id: str) -> HttpResponse:
    scope = request.principal.scope
    check_group_known(scope, group_id)
    query = explorer_query(request)
    standing = group_summary(scope, group_id)
    context = {
        "title": group_id,
        "keys": GROUP_SHORTCUTS,
        "group_id": group_id,
        "query": query,
        "standing": standing,
        "tabs": _panel_tabs(query, standing),
        **panel_context(scope, group_id, query),
    }
    return render(request, "web/memory/group.html", context)


def _panel_tabs(query: ExplorerQuery, standing: GroupSummary) -> list[Tab]:
    labels = {
        "facts": _("Facts"),
        "entity": _("Entities"),
        "audit": _("Audit"),
        "communities": _("Communities"),
        "duplicates": _("Duplicates"),
        "messages": _("Messages"),
        "settings": _("Settings"),
    }
    counts = {
        "facts": standing.facts,
        "messages": standing.waiting + standing.partly_read + standing.failed or None,
    }
    return [Tab(each, labels[each], each == query.panel, counts.get(each)) for each in PANELS]


@page()
def show_graph(request: PageRequest, group_id: str) -> HttpResponse:
    """The graph as JSON. Times filter it only if it is too large to send whole."""
    scope, query = request.principal.scope, explorer_query(request)
    check_group_known(scope, group_id)
    drawing = graph_drawing(
        scope, group_id, holds=query.holds, known=query.known, around=query.entity_id
    )
    return JsonResponse(_graph_rows(drawing))


@page()
def suggest_entities(request: PageRequest, group_id: str) -> HttpResponse:
    found = find_entities(request.principal.scope, group_id, text_query(request, "words"))
    said = [
        {"id": each.id, "name": each.name, "type": entity_type_name(each.type)} for each in found
    ]
    return JsonResponse({"entities": said})


def _graph_rows(drawing: GraphDrawing) -> dict[str, Any]:
    """Compact rows: types, relations and ends as list positions, moments as seconds."""
    places = {each.id: place for place, each in enumerate(drawing.entities)}
    types = _numbering((each.type for each in drawing.entities), list(ENTITY_TYPES))
    relations = _numbering(fact[3] for fact in drawing.facts)
    return {
        "whole": drawing.is_whole,
        "types": [
            [entity_type_name(name), entity_type_shape(name), entity_type_letter(name)]
            for name in types
        ],
        "relations": [relation_name(name) for name in relations],
        "entities": [[each.id, each.name, types[each.type]] for each in drawing.entities],
        "facts": [
            [
                fact[0],
                places[fact[1]],
                places[fact[2]],
                relations[fact[3]],
                *map(_seconds, fact[4:]),
            ]
            for fact in drawing.facts
        ],
    }


def _numbering(names: Iterable[str], first: Sequence[str] = ()) -> dict[str, int]:
    """Number the names: known ones first, the others alphabetically."""
    found = set(names)
    order = [*(name for name in first if name in found), *sorted(found.difference(first))]
    return {name: place for place, name in enumerate(order)}


def _seconds(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp())


urlpatterns = [
    path("memory", show_groups, name="memory"),
    path("memory/messages/post", edits.post_message, name="memory-post"),
    path("memory/groups/delete", edits.remove_group, name="memory-delete"),
    path("memory/<slug:group_id>", show_group, name="memory-group"),
    path("memory/<slug:group_id>/graph", show_graph, name="memory-graph"),
    path("memory/<slug:group_id>/find", suggest_entities, name="memory-find"),
    path("memory/<slug:group_id>/settings", settings.save_settings, name="memory-settings"),
    path("memory/<slug:group_id>/export", settings.export_group, name="memory-export"),
    path("memory/<slug:group_id>/import", settings.import_file, name="memory-import"),
    path("memory/<slug:group_id>/communities", edits.build_communities, name="memory-communities"),
    path(
        "memory/messages/<uuid:message_id>/retry",
        edits.retry_failed_message,
        name="memory-message-retry",
    ),
    path("memory/facts/<uuid:fact_id>/reopen", edits.reopen_one_fact, name="memory-fact-reopen"),
    path("memory/facts/<uuid:fact_id>/delete", edits.remove_fact, name="memory-fact-delete"),
    path("memory/<slug:group_id>/facts/add", edits.add_one_fact, name="memory-fact-add"),
    path(
        "memory/<slug:group_id>/facts/refuse", edits.refuse_chosen_facts, name="memory-facts-refuse"
    ),
    path("memory/facts/<uuid:fact_id>/correct", edits.correct_one_fact, name="memory-fact-correct"),
    path("memory/facts/<uuid:fact_id>/confirm", edits.confirm_one_fact, name="memory-fact-confirm"),
    path("memory/facts/<uuid:fact_id>/refuse", edits.refuse_one_fact, name="memory-fact-refuse"),
    path("memory/edits/<uuid:edit_id>/undo", edits.undo_one_edit, name="memory-edit-undo"),
    path(
        "memory/entities/<uuid:entity_id>/rename",
        edits.rename_one_entity,
        name="memory-entity-rename",
    ),
    path(
        "memory/entities/<uuid:entity_id>/merge", edits.merge_one_entity, name="memory-entity-merge"
    ),
    path(
        "memory/entities/<uuid:entity_id>/split", edits.split_one_entity, name="memory-entity-split"
    ),
    path("memory/entities/<uuid:entity_id>/link", link_entity_record, name="memory-entity-link"),
    path(
        "memory/duplicates/<uuid:duplicate_id>/confirm",
        edits.merge_duplicate,
        name="memory-duplicate-confirm",
    ),
    path(
        "memory/duplicates/<uuid:duplicate_id>/part",
        edits.separate_duplicate,
        name="memory-duplicate-part",
    ),
]
