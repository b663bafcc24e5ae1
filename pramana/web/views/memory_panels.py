"""What stands beside the graph: facts, an entity through time, communities, duplicates, messages,
settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import MessageState
from pramana.memory.errors import EntityNotFound
from pramana.memory.search import search_facts
from pramana.memory.selectors.explorer_card import Evidence, fact_card
from pramana.memory.selectors.explorer_communities import community_lines
from pramana.memory.selectors.explorer_facts import (
    MOST,
    FactLine,
    facts_page,
    lines_by_id,
    timeline_of,
)
from pramana.memory.selectors.explorer_graph import duplicates_of, entities_page
from pramana.memory.selectors.graph import get_entity, newest_episodes
from pramana.memory.selectors.inbox import messages_of
from pramana.web.highlight import Mark, Paragraph, paragraphs
from pramana.web.views.memory_address import Asked
from pramana.web.views.memory_record import record_context
from pramana.web.views.memory_settings import settings_context
from pramana.web.views.memory_words import ROLE_TYPES

EPISODES = 30
WIDTH = 100
"""A timeline's bar in units of its own picture."""


@dataclass(frozen=True)
class Line:
    """A fact and how it stands at the moment that is asked about."""

    fact: FactLine
    holds: bool


@dataclass(frozen=True)
class Bar:
    """A fact's time as a share of its entity's."""

    line: Line
    start: float
    width: float


def panel_context(scope: Scope, group_id: str, asked: Asked) -> dict[str, Any]:
    if asked.fact_id is not None and asked.panel in ("facts", "entity"):
        return _card(scope, group_id, asked)
    return {
        "facts": _facts,
        "entity": _entity,
        "communities": _communities,
        "duplicates": _duplicates,
        "messages": _messages,
        "settings": settings_context,
    }[asked.panel](scope, group_id, asked)


def _facts(scope: Scope, group_id: str, asked: Asked) -> dict[str, Any]:
    found = _searched(scope, group_id, asked) if asked.words else _listed(scope, group_id, asked)
    goes_on = len(found) > MOST and not asked.words
    shown = found[:MOST]
    return {
        "lines": [Line(each, each.is_told(asked.moment, asked.known)) for each in shown],
        "next_after": f"{shown[-1].created_at.isoformat()}~{shown[-1].id}" if goes_on else None,
    }


def _searched(scope: Scope, group_id: str, asked: Asked) -> list[FactLine]:
    found = search_facts(
        scope,
        asked.words,
        group_ids=[group_id],
        limit=MOST,
        as_of=asked.moment,
        known_at=asked.known,
        include_invalid=asked.has_ended,
    )
    lines = lines_by_id(scope, [each.id for each in found])
    return [lines[each.id] for each in found if each.id in lines]


def _listed(scope: Scope, group_id: str, asked: Asked) -> list[FactLine]:
    both = (asked.entity_id, asked.with_id)
    return facts_page(
        scope,
        group_id,
        holds=asked.filtered,
        known=asked.known,
        ends=[each for each in both if each] if all(both) else (),
        after=asked.after,
        limit=MOST + 1,
    )


def _card(scope: Scope, group_id: str, asked: Asked) -> dict[str, Any]:
    assert asked.fact_id is not None
    card = fact_card(scope, group_id, asked.fact_id)
    return {
        "card": card,
        "line": Line(card.line, card.line.is_told(asked.moment, asked.known)),
        "evidence": [(each, _marked(each)) for each in card.evidence],
    }


def _marked(evidence: Evidence) -> list[Paragraph]:
    has_place = evidence.start is not None and evidence.end is not None
    marks = [Mark(evidence.start or 0, evidence.end or 0)] if has_place else []
    return list(paragraphs(evidence.text, marks))


def _entity(scope: Scope, group_id: str, asked: Asked) -> dict[str, Any]:
    if asked.entity_id is None:
        return {"entities": entities_page(scope, group_id)}
    entity = get_entity(scope, asked.entity_id)
    if entity.group_id != group_id:
        raise EntityNotFound(entity.id)
    history = timeline_of(scope, entity.id, known=asked.known)
    bars, moment_at = _bars(
        [Line(each, each.is_told(asked.moment, asked.known)) for each in history], asked.moment
    )
    return {
        "entity": entity,
        "names": duplicates_of(scope, group_id, entity_id=entity.id),
        "bars": bars,
        "moment_at": moment_at,
        **record_context(scope, entity.id),
    }


def _bars(lines: Sequence[Line], moment: datetime) -> tuple[list[Bar], float | None]:
    """Each fact on the entity's own scale, and where on it the moment stands."""
    moments = [
        at for line in lines for at in (line.fact.valid_at, line.fact.invalid_at) if at is not None
    ]
    if not moments:
        return [Bar(line, 0, WIDTH) for line in lines], None
    first, last = min(moments), max(moments)
    span = max((last - first).total_seconds(), 1.0) * 1.12  # room for what goes on
    now = _share(moment, first, span)
    return [_bar(line, first, span) for line in lines], round(min(max(now, 0), WIDTH - 0.6), 1)


def _bar(line: Line, first: datetime, span: float) -> Bar:
    begins, ends = line.fact.valid_at, line.fact.invalid_at
    start = _share(begins, first, span) if begins else 0.0
    end = _share(ends, first, span) if ends else float(WIDTH)
    return Bar(line, round(start, 1), round(max(end - start, 2.0), 1))


def _share(at: datetime, first: datetime, span: float) -> float:
    return WIDTH * (at - first).total_seconds() / span


def _communities(scope: Scope, group_id: str, asked: Asked) -> dict[str, Any]:
    return {"communities": community_lines(scope, group_id)}


def _duplicates(scope: Scope, group_id: str, asked: Asked) -> dict[str, Any]:
    found = duplicates_of(scope, group_id)
    return {
        "open_duplicates": [each for each in found if not each.is_confirmed],
        "settled_duplicates": [each for each in found if each.is_confirmed],
    }


def _messages(scope: Scope, group_id: str, asked: Asked) -> dict[str, Any]:
    return {
        "failed": messages_of(scope, group_id, state=MessageState.FAILED, limit=MOST),
        "waiting": messages_of(scope, group_id, state=MessageState.QUEUED, limit=5),
        "episodes": newest_episodes(scope, group_id, last=EPISODES)[::-1],
        "role_types": list(ROLE_TYPES.items()),
    }
