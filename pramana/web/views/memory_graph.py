"""A group's graph for its picture, as rows of plain values: small to send, quick to read."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpResponse, JsonResponse

from pramana.memory.selectors.explorer_graph import Drawing, drawing_of, find_entities
from pramana.memory.selectors.graph import check_group_known
from pramana.web.access import PageRequest, page
from pramana.web.views.memory_address import asked_of, words_of
from pramana.web.views.memory_words import (
    TYPES,
    relation_words,
    type_letter,
    type_shape,
    type_words,
)


@page()
def show(request: PageRequest, group_id: str) -> HttpResponse:
    """Times are given only where the graph is too large to be sent whole."""
    scope, asked = request.principal.scope, asked_of(request)
    check_group_known(scope, group_id)
    drawing = drawing_of(
        scope, group_id, holds=asked.holds, known=asked.known, around=asked.entity_id
    )
    return JsonResponse(_rows(drawing))


@page()
def find(request: PageRequest, group_id: str) -> HttpResponse:
    found = find_entities(request.principal.scope, group_id, words_of(request, "words"))
    said = [{"id": each.id, "name": each.name, "type": type_words(each.type)} for each in found]
    return JsonResponse({"entities": said})


def _rows(drawing: Drawing) -> dict[str, Any]:
    """Types, relations and ends by their place in a list; moments as seconds, none as null."""
    places = {each.id: place for place, each in enumerate(drawing.entities)}
    types = _numbered((each.type for each in drawing.entities), list(TYPES))
    relations = _numbered(fact[3] for fact in drawing.facts)
    return {
        "whole": drawing.is_whole,
        "types": [[type_words(name), type_shape(name), type_letter(name)] for name in types],
        "relations": [relation_words(name) for name in relations],
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


def _numbered(names: Iterable[str], first: Sequence[str] = ()) -> dict[str, int]:
    """Each name once with its place: known ones first, the others by the alphabet."""
    found = set(names)
    order = [*(name for name in first if name in found), *sorted(found.difference(first))]
    return {name: place for place, name in enumerate(order)}


def _seconds(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp())
