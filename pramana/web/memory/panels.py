"""What the explorer's address asks for, and the panel that answers it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.links.selectors.links import link_of_entity, suggested_records
from pramana.memory.contracts.messages import MessageState, MessageView
from pramana.memory.errors import EntityNotFound
from pramana.memory.search import search_facts
from pramana.memory.selectors.evidence import EvidenceExcerpt, audited_facts, fact_card
from pramana.memory.selectors.explorer import (
    FACTS_PER_PAGE,
    FactLine,
    community_lines,
    duplicate_lines,
    entities_page,
    fact_lines_by_id,
    facts_page,
    newest_names,
    timeline_of,
)
from pramana.memory.selectors.graph import get_entity, newest_episodes, with_summaries
from pramana.memory.selectors.groups import messages_of, rules_of, unread_words
from pramana.web.highlight import Mark, Paragraph, paragraphs
from pramana.web.memory.history import edit_lines
from pramana.web.memory.settings import settings_context
from pramana.web.memory.wording import ENTITY_TYPES, GRAINS, ROLE_TYPES
from pramana.web.params import parse_id, parse_moment, text_param
from pramana.web.registry.wording import record_titles

PANELS = ("facts", "entity", "audit", "communities", "duplicates", "messages", "settings")
AUDITS = ("weak", "recent", "changes")
LONGEST_QUERY = 500


@dataclass(frozen=True)
class ExplorerQuery:
    """`holds` and `known` are None if the URL omits them; both then mean now."""

    panel: str = "facts"
    entity_id: UUID | None = None
    with_id: UUID | None = None
    fact_id: UUID | None = None
    words: str = ""
    holds: datetime | None = None
    known: datetime | None = None
    has_ended: bool = False
    """Whether ended and future facts are included."""
    after: tuple[datetime, UUID] | None = None
    audit: str = AUDITS[0]
    """What the audit lists: weak facts, recent ones, or what people changed."""

    @property
    def moment(self) -> datetime:
        """The moment facts must be valid at: as requested, else the time of knowledge, else now."""
        return self.holds or self.known or utcnow()

    @property
    def filtered(self) -> datetime | None:
        return None if self.has_ended else self.moment


def explorer_query(request: HttpRequest) -> ExplorerQuery:
    """Read the query from the URL; invalid values are ignored."""
    panel = request.GET.get("panel", "")
    return ExplorerQuery(
        panel=panel if panel in PANELS else PANELS[0],
        entity_id=parse_id(request.GET.get("entity", "")),
        with_id=parse_id(request.GET.get("with", "")),
        fact_id=parse_id(request.GET.get("fact", "")),
        words=text_query(request, "words"),
        holds=parse_moment(request.GET.get("holds", "")),
        known=parse_moment(request.GET.get("known", "")),
        has_ended=request.GET.get("ended") == "yes",
        audit=audit if (audit := request.GET.get("show", "")) in AUDITS else AUDITS[0],
        after=_list_position(request.GET.get("after", "")),
    )


def text_query(request: HttpRequest, name: str) -> str:
    return text_param(request.GET, name, LONGEST_QUERY)


def _list_position(text: str) -> tuple[datetime, UUID] | None:
    written, _, last = text.partition("~")
    moment, fact_id = parse_moment(written), parse_id(last)
    return (moment, fact_id) if moment and fact_id else None


def record_context(scope: Scope, entity_id: UUID) -> dict[str, Any]:
    """The linked record, else possible ones. A name alone never links."""
    link = link_of_entity(scope, entity_id)
    if link is not None:
        return {"link": link, "linked": record_titles(link.record)}
    return {
        "alike": [
            (each, record_titles(each.record)) for each in suggested_records(scope, entity_id)
        ]
    }


EPISODES_LISTED = 30
BAR_WIDTH = 100
"""Width of a timeline bar, in SVG units."""


@dataclass(frozen=True)
class ListedFact:
    """A fact, and whether it was valid, or over, at the requested moment."""

    fact: FactLine
    holds: bool
    has_ended: bool

    @classmethod
    def of(cls, fact: FactLine, query: ExplorerQuery) -> "ListedFact":
        holds = fact.holds_at(query.moment, query.known)
        ended = fact.invalid_at is not None and fact.invalid_at <= query.moment
        return cls(fact, holds, ended and not holds)


@dataclass(frozen=True)
class TimelineBar:
    """A fact's period on its entity's time scale."""

    line: ListedFact
    start: float
    width: float


def panel_context(scope: Scope, group_id: str, query: ExplorerQuery) -> dict[str, Any]:
    if query.fact_id is not None and query.panel in ("facts", "entity"):
        return _fact_panel(scope, group_id, query)
    if query.panel == "settings":
        return settings_context(scope, group_id)
    return {
        "facts": _facts_panel,
        "entity": _entity_panel,
        "audit": _audit_panel,
        "communities": _communities_panel,
        "duplicates": _duplicates_panel,
        "messages": _messages_panel,
    }[query.panel](scope, group_id, query)


def _facts_panel(scope: Scope, group_id: str, query: ExplorerQuery) -> dict[str, Any]:
    found = (
        _search_results(scope, group_id, query)
        if query.words
        else _fact_list(scope, group_id, query)
    )
    goes_on = len(found) > FACTS_PER_PAGE and not query.words
    shown = found[:FACTS_PER_PAGE]
    return {
        "lines": [ListedFact.of(each, query) for each in shown],
        "next_after": f"{shown[-1].created_at.isoformat()}~{shown[-1].id}" if goes_on else None,
        **_form_choices(scope, group_id),
    }


def _form_choices(scope: Scope, group_id: str) -> dict[str, Any]:
    """What forms suggest: the group's relations, the grains of a date, and known names."""
    return {
        "relation_choices": [each.name for each in rules_of(scope, group_id).hints],
        "grains": list(GRAINS.items()),
        "known_names": newest_names(scope, group_id),
        "entity_kinds": [(name, label) for name, (label, _) in ENTITY_TYPES.items()],
    }


def _audit_panel(scope: Scope, group_id: str, query: ExplorerQuery) -> dict[str, Any]:
    if query.audit == "changes":
        return {"edits": edit_lines(scope, group_id)}
    weak = query.audit == "weak"
    return {"audited": audited_facts(scope, group_id, weak_only=weak, limit=FACTS_PER_PAGE)}


def _search_results(scope: Scope, group_id: str, query: ExplorerQuery) -> list[FactLine]:
    found = search_facts(
        scope,
        query.words,
        group_ids=[group_id],
        limit=FACTS_PER_PAGE,
        as_of=query.moment,
        known_at=query.known,
        include_invalid=query.has_ended,
    )
    lines = fact_lines_by_id(scope, [each.id for each in found])
    return [lines[each.id] for each in found if each.id in lines]


def _fact_list(scope: Scope, group_id: str, query: ExplorerQuery) -> list[FactLine]:
    both = (query.entity_id, query.with_id)
    return facts_page(
        scope,
        group_id,
        holds=query.filtered,
        known=query.known,
        ends=[each for each in both if each] if all(both) else (),
        after=query.after,
        limit=FACTS_PER_PAGE + 1,
    )


def _fact_panel(scope: Scope, group_id: str, query: ExplorerQuery) -> dict[str, Any]:
    assert query.fact_id is not None
    card = fact_card(scope, group_id, query.fact_id)
    return {
        "card": card,
        "line": ListedFact.of(card.line, query),
        "evidence": [(each, _evidence_text(each)) for each in card.evidence],
        "edits": edit_lines(scope, group_id, fact_id=card.line.id),
        **_form_choices(scope, group_id),
    }


def _evidence_text(evidence: EvidenceExcerpt) -> list[Paragraph]:
    has_place = evidence.start is not None and evidence.end is not None
    marks = [Mark(evidence.start or 0, evidence.end or 0)] if has_place else []
    return list(paragraphs(evidence.text, marks))


def _entity_panel(scope: Scope, group_id: str, query: ExplorerQuery) -> dict[str, Any]:
    if query.entity_id is None:
        return {"entities": entities_page(scope, group_id)}
    entity = get_entity(scope, query.entity_id)
    if entity.group_id != group_id:
        raise EntityNotFound(entity.id)
    [entity] = with_summaries(scope, [entity], holds=query.moment, known=query.known)
    history = timeline_of(scope, entity.id, known=query.known)
    bars, moment_at = _timeline_bars(
        [ListedFact.of(each, query) for each in history],
        query.moment,
    )
    return {
        "entity": entity,
        "names": duplicate_lines(scope, group_id, entity_id=entity.id),
        "bars": bars,
        "moment_at": moment_at,
        "edits": edit_lines(scope, group_id, entity_id=entity.id),
        **_form_choices(scope, group_id),
        **record_context(scope, entity.id),
    }


def _timeline_bars(
    lines: Sequence[ListedFact], moment: datetime
) -> tuple[list[TimelineBar], float | None]:
    """Each fact on the entity's time scale, and the position of the requested moment."""
    moments = [
        at for line in lines for at in (line.fact.valid_at, line.fact.invalid_at) if at is not None
    ]
    if not moments:
        return [TimelineBar(line, 0, BAR_WIDTH) for line in lines], None
    first, last = min(moments), max(moments)
    span = max((last - first).total_seconds(), 1.0) * 1.12  # room for facts that are still valid
    now = _position(moment, first, span)
    return [_timeline_bar(line, first, span) for line in lines], round(
        min(max(now, 0), BAR_WIDTH - 0.6), 1
    )


def _timeline_bar(line: ListedFact, first: datetime, span: float) -> TimelineBar:
    begins, ends = line.fact.valid_at, line.fact.invalid_at
    start = _position(begins, first, span) if begins else 0.0
    end = _position(ends, first, span) if ends else float(BAR_WIDTH)
    return TimelineBar(line, round(start, 1), round(max(end - start, 2.0), 1))


def _position(at: datetime, first: datetime, span: float) -> float:
    return BAR_WIDTH * (at - first).total_seconds() / span


def _communities_panel(scope: Scope, group_id: str, query: ExplorerQuery) -> dict[str, Any]:
    return {"communities": community_lines(scope, group_id)}


def _duplicates_panel(scope: Scope, group_id: str, query: ExplorerQuery) -> dict[str, Any]:
    found = duplicate_lines(scope, group_id)
    return {
        "open_duplicates": [each for each in found if not each.is_confirmed],
        "settled_duplicates": [each for each in found if each.is_confirmed],
    }


@dataclass(frozen=True)
class UnreadMessages:
    """Messages that were not read, or only in part, each with its first words."""

    id: str
    title: str
    hint: str
    retry: str
    """What the button of each message says."""
    messages: list[tuple[MessageView, str]]


def _unread_messages(scope: Scope, group_id: str) -> tuple[UnreadMessages, ...]:
    def messages_in(state: MessageState) -> list[tuple[MessageView, str]]:
        messages = messages_of(scope, group_id, state=state, limit=FACTS_PER_PAGE)
        words = unread_words(scope, [each.id for each in messages]) if messages else {}
        return [(each, words.get(each.id, "")) for each in messages]

    hint = _(
        "The model did not answer, so parts of these messages were left out. "
        "They are read again once it answers."
    )
    failed, partly = messages_in(MessageState.FAILED), messages_in(MessageState.PARTLY_READ)
    return (
        UnreadMessages("failed-label", _("Could not be read"), "", _("Try again"), failed),
        UnreadMessages("partly-label", _("Read in part"), hint, _("Read again"), partly),
    )


def _messages_panel(scope: Scope, group_id: str, query: ExplorerQuery) -> dict[str, Any]:
    return {
        "unread": [each for each in _unread_messages(scope, group_id) if each.messages],
        "waiting": messages_of(scope, group_id, state=MessageState.QUEUED, limit=5),
        "episodes": newest_episodes(scope, group_id, last=EPISODES_LISTED)[::-1],
        "role_types": list(ROLE_TYPES.items()),
    }
