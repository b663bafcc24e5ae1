"""What memories know by a name, for the list under the search box."""

from collections.abc import Container, Iterator
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from pramana.kit.scope import Scope
from pramana.language.function_words import content_stems
from pramana.language.stems import stems
from pramana.memory.contracts.views import FactView
from pramana.memory.search import search_facts
from pramana.memory.selectors.explorer import groups_of
from pramana.memory.selectors.finding import entities_named
from pramana.web.views.everything_lines import FEW, Group, Line, cut

WIDE = 12
"""Facts that are looked through for those few."""


def in_memory(scope: Scope, words: str) -> Iterator[Group]:
    """By name, and what is said of those; nothing is asked of memories that are not there."""
    if not groups_of(scope, most=1):
        return
    entities = entities_named(scope, words, limit=FEW)
    yield Group(
        _("Entities in memory"),
        "memory",
        [Line(e.name, e.group_id, _entity(e.group_id, entity=e.id)) for e in entities],
    )
    facts = _speaking(scope, words, {each.id for each in entities})
    yield Group(
        _("Facts"),
        "memory",
        [Line(cut(f.text), f.group_id, _entity(f.group_id, fact=f.id)) for f in facts],
    )


def _speaking(scope: Scope, words: str, called: Container[UUID]) -> list[FactView]:
    """Facts with one of the words, or of whom they name: one that is merely near is no find."""
    wanted = set(content_stems(stems(words)))
    return [
        each
        for each in search_facts(scope, words, limit=WIDE, include_invalid=True)
        if each.subject_id in called or each.object_id in called or wanted & set(stems(each.text))
    ][:FEW]


def _entity(group_id: str, **asked: Any) -> str:
    panel = {"panel": "entity"} if "entity" in asked else {}
    return f"{reverse('web:memory-group', args=[group_id])}?{urlencode({**panel, **asked})}"
