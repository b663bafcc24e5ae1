"""What stands behind a fact: the words that state it, what people changed, and its weaknesses."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest, Substr

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import EditKind, Grain, GraphEditView, Weakness
from pramana.memory.contracts.messages import prefix_of, speaker_of, with_offset
from pramana.memory.errors import FactNotFound
from pramana.memory.models import FactClosing, FactRow, FactSource, GraphEdit
from pramana.memory.selectors.explorer import FactLine, fact_line, fact_lines_by_id, fact_rows
from pramana.memory.selectors.graph import temporal_condition
from pramana.postgres.sql import fetch_rows

LONGEST_QUOTE = 2_000
SPEAKER_LENGTH = 300
"""Characters at the start of an episode that contain its speaker."""
MOST_SOURCES = 20
BEFORE, AROUND = 400, 1600
"""Characters of an episode shown before the evidence, and in total. Some are a megabyte long."""
MOST_EPISODES = 100
"""Episodes listed for one fact. Some facts are restated in every other message."""

EPISODES_STATING = """
    SELECT asked.id AS fact, stated.episode
      FROM unnest(%(facts)s::uuid[]) AS asked (id)
     CROSS JOIN LATERAL (
        SELECT source.episode_id AS episode, episode.valid_at
          FROM memory_fact_source source
          JOIN memory_episode episode ON episode.id = source.episode_id
         WHERE source.tenant_id = %(tenant)s AND source.fact_id = asked.id
         ORDER BY episode.valid_at DESC, episode.id LIMIT %(most)s
     ) AS stated
     ORDER BY stated.valid_at, stated.episode
"""


@dataclass(frozen=True)
class FactEvidence:
    """The words in an episode that state a fact, and where they start."""

    fact_id: UUID
    episode_id: UUID
    words: str = field(repr=False)
    start: int
    said_at: datetime
    """In the sender's offset."""
    said_by: str = ""
    source: str = ""


def evidence_of(scope: Scope, fact_ids: Collection[UUID]) -> dict[UUID, FactEvidence]:
    """The newest statement of each fact whose words were located in its episode.

    Facts of episodes whose content is not stored have none, and cannot be cited.
    """
    sources = (
        FactSource.objects.in_scope(scope)
        .filter(fact_id__in=fact_ids, start__isnull=False, end__gt=F("start"))
        .exclude(episode__content="")
        .annotate(
            words=Substr("episode__content", F("start") + 1, F("end") - F("start")),
            head=Substr("episode__content", 1, SPEAKER_LENGTH),
            said_at=F("episode__valid_at"),
            offset=F("episode__offset_minutes"),
            source=F("episode__source_description"),
        )
        .order_by("episode__valid_at", "pk")
        .values("fact_id", "episode_id", "words", "start", "said_at", "offset", "head", "source")
    )
    return {
        row["fact_id"]: FactEvidence(
            fact_id=row["fact_id"],
            episode_id=row["episode_id"],
            words=row["words"],
            start=row["start"],
            said_at=with_offset(row["said_at"], row["offset"]),
            said_by=speaker_of(row["head"]).role,
            source=row["source"],
        )
        for row in sources
        if row["start"] is not None and 0 < len(row["words"]) <= LONGEST_QUOTE
    }


def episodes_stating(scope: Scope, fact_ids: Sequence[UUID]) -> dict[UUID, list[UUID]]:
    """The newest episodes that state each fact, oldest first."""
    episodes: dict[UUID, list[UUID]] = defaultdict(list)
    arguments = {"tenant": scope.tenant_id, "facts": list(fact_ids), "most": MOST_EPISODES}
    for row in fetch_rows(EPISODES_STATING, arguments):
        episodes[row["fact"]].append(row["episode"])
    return episodes


def closing_reasons(scope: Scope, fact_ids: Collection[UUID]) -> dict[UUID, str]:
    """Why each fact that no longer holds was last closed."""
    closings = FactClosing.objects.in_scope(scope).filter(
        fact_id__in=fact_ids, undone_at=None, fact__invalid_at__lte=utcnow()
    )
    return dict(closings.order_by("created_at", "pk").values_list("fact_id", "reason"))


@dataclass(frozen=True)
class EvidenceExcerpt:
    """An excerpt of an episode that states a fact; `start` and `end` are offsets in `text`."""

    episode_id: UUID
    text: str = field(repr=False)
    """Without the name of the speaker, with which an episode begins."""
    quote: str = field(repr=False)
    start: int | None
    end: int | None
    is_cut_before: bool
    valid_at: datetime
    speaker: str = ""


@dataclass(frozen=True)
class FactEnding:
    """Why a fact ceased to hold, and the fact that ended it."""

    reason: str
    at: datetime | None
    """When it ceased to hold, in the sender's offset; None if it held at no time."""
    grain: Grain
    created_at: datetime
    undone_at: datetime | None
    by: FactLine | None


@dataclass(frozen=True)
class FactCard:
    line: FactLine
    evidence: tuple[EvidenceExcerpt, ...]
    endings: tuple[FactEnding, ...]

    @property
    def is_confirmed(self) -> bool:
        """Whether a person stated or confirmed it."""
        return self.line.claimant is None and self.line.confidence == CERTAIN

    @property
    def can_reopen(self) -> bool:
        return any(each.undone_at is None for each in self.endings)


def fact_card(scope: Scope, group_id: str, fact_id: UUID) -> FactCard:
    """A fact of this group, with its evidence and its closings."""
    row = fact_rows(scope).filter(pk=fact_id, group_id=group_id).first()
    if row is None:
        raise FactNotFound(fact_id)
    return FactCard(fact_line(row), _evidence(scope, fact_id), _endings(scope, row))


def _evidence(scope: Scope, fact_id: UUID) -> tuple[EvidenceExcerpt, ...]:
    first = Greatest(Coalesce("start", 0) - BEFORE, 0)
    sources = (
        FactSource.objects.in_scope(scope)
        .filter(fact_id=fact_id)
        .annotate(first=first, cut=Substr("episode__content", first + 1, AROUND))
        .order_by("-episode__valid_at", "pk")
        .values_list(
            *("episode_id", "cut", "quote", "start", "end", "first", "episode__valid_at"),
            "episode__offset_minutes",
        )
    )
    return tuple(_evidence_excerpt(*row) for row in sources[:MOST_SOURCES])


def _evidence_excerpt(
    episode_id: UUID,
    cut: str,
    quote: str,
    start: int | None,
    end: int | None,
    first: int,
    valid_at: datetime,
    offset: int,
) -> EvidenceExcerpt:
    has_place = start is not None and end is not None and bool(cut)
    prefix = "" if first else prefix_of(cut)
    before = first + len(prefix)
    return EvidenceExcerpt(
        episode_id=episode_id,
        text=cut[len(prefix) :],
        quote=quote,
        start=max(start - before, 0) if has_place and start is not None else None,
        end=end - before if has_place and end is not None else None,
        is_cut_before=first > 0,
        valid_at=with_offset(valid_at, offset),
        speaker=speaker_of(prefix).role,
    )


VOIDING = frozenset(("refused", "merged", "retracted"))
"""Reasons of closings after which the fact held at no time."""


def _endings(scope: Scope, fact: FactRow) -> tuple[FactEnding, ...]:
    rows = FactClosing.objects.in_scope(scope).filter(fact_id=fact.pk).order_by("-created_at")
    closings = list(rows[:MOST_SOURCES])
    by = fact_lines_by_id(scope, {each.by_id for each in closings if each.by_id} - {fact.pk})
    return tuple(
        FactEnding(
            each.reason,
            None if each.reason in VOIDING else with_offset(each.at, fact.offset_minutes),
            Grain(fact.end_grain) if each.at == fact.invalid_at else Grain.DAY,
            each.created_at,
            each.undone_at,
            by.get(each.by_id) if each.by_id else None,
        )
        for each in closings
    )


CERTAIN = 1.0
"""The confidence of a fact that a person stated or confirmed."""
WEAK = 0.55
"""Confidence below which a fact says little."""
JUDGEMENTS = (EditKind.FACT_ADDED, EditKind.FACT_CORRECTED, EditKind.FACT_CONFIRMED)
"""Edits by which a person vouches for a fact."""


def edit_view(row: GraphEdit) -> GraphEditView:
    return GraphEditView(
        id=row.pk,
        group_id=row.group_id,
        kind=EditKind(row.kind),
        actor_id=row.actor_id,
        reason=row.reason,
        created_at=row.created_at,
        undone_at=row.undone_at,
        undone_by_id=row.undone_by_id,
        fact_id=row.fact_id,
        entity_id=row.entity_id,
        before=row.before,
        after=row.after,
    )


def edits_of(
    scope: Scope,
    group_id: str,
    *,
    fact_id: UUID | None = None,
    entity_id: UUID | None = None,
    offset: int = 0,
    limit: int = 100,
) -> list[GraphEditView]:
    """What people changed in a group, newest first; optionally one fact's or one entity's edits."""
    rows = GraphEdit.objects.in_scope(scope).filter(group_id=group_id)
    if fact_id is not None:
        rows = rows.filter(fact_id=fact_id)
    if entity_id is not None:
        rows = rows.filter(entity_id=entity_id)
    page = rows.order_by("-created_at", "pk")[offset : offset + limit]
    return [edit_view(row) for row in page]


@dataclass(frozen=True)
class AuditedFact:
    """A fact with the reasons for which it deserves a second look."""

    line: FactLine
    weaknesses: tuple[Weakness, ...]


def audited_facts(
    scope: Scope, group_id: str, *, weak_only: bool, offset: int = 0, limit: int = 100
) -> list[AuditedFact]:
    """Facts that hold and that nobody has judged yet, newest first; `weak_only`: the weak ones."""
    rows = _unjudged(scope, group_id)
    if weak_only:
        rows = rows.filter(
            Q(confidence__lt=WEAK)
            | Q(claimant__isnull=False)
            | Q(subject__is_placeholder=True)
            | Q(object__is_placeholder=True)
            | Q(has_quote=False)
        )
    page = list(rows.order_by("-created_at", "-pk")[offset : offset + limit])
    sources = FactSource.objects.in_scope(scope).filter(fact__in=page, start__isnull=False)
    quoted = set(sources.values_list("fact_id", flat=True))
    return [AuditedFact(fact_line(row), _weaknesses(row, row.pk in quoted)) for row in page]


def _unjudged(scope: Scope, group_id: str) -> QuerySet[FactRow]:
    quotes = FactSource.objects.in_scope(scope).filter(fact_id=OuterRef("pk"), start__isnull=False)
    judgements = GraphEdit.objects.in_scope(scope).filter(
        fact_id=OuterRef("pk"), undone_at=None, kind__in=[each.value for each in JUDGEMENTS]
    )
    return (
        fact_rows(scope)
        .filter(temporal_condition(utcnow(), None), group_id=group_id)
        .annotate(has_quote=Exists(quotes))
        .exclude(Exists(judgements))
    )


def _weaknesses(row: FactRow, has_quote: bool) -> tuple[Weakness, ...]:
    signs: Sequence[tuple[bool, Weakness]] = (
        (row.claimant_id is not None, Weakness.CLAIM),
        (row.confidence < WEAK, Weakness.LOW_CONFIDENCE),
        (row.subject.is_placeholder or row.object.is_placeholder, Weakness.UNNAMED),
        (not has_quote, Weakness.NO_QUOTE),
    )
    return tuple(weakness for is_present, weakness in signs if is_present)
