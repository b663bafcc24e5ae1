"""From what was read to facts: drafted on resolved entities, then placed among the known ones."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from pramana.kit.evidence import Span, Text
from pramana.memory.contracts.extraction import FactFound
from pramana.memory.contracts.graph import Closing, Fact, Interval
from pramana.memory.domain.families import canonical
from pramana.memory.domain.groups import Rules
from pramana.memory.domain.resolution import Resolution
from pramana.memory.domain.timeline import settle

ENDED = "ended"
"""The reason of a closing that a message states outright."""


@dataclass(frozen=True)
class Drafted:
    """A fact on resolved entities, with the words it rests on."""

    fact: Fact
    quote: str
    span: Span | None
    confidence: float
    only_ends: bool = False
    """It says when something ceased, and nothing about when it began."""


@dataclass(frozen=True)
class Relations:
    """What a message makes of the known facts."""

    accepted: tuple[Fact, ...] = ()
    restated: tuple[UUID, ...] = ()
    """Known facts that the message states again: their provenance grows."""
    closings: tuple[Closing, ...] = ()
    evidence: Mapping[UUID, Drafted] = field(default_factory=dict)
    """By the fact it ended up in."""

    @property
    def fact_ids(self) -> tuple[UUID, ...]:
        ended = (each.fact_id for each in self.closings)
        return tuple(dict.fromkeys((*(f.id for f in self.accepted), *self.restated, *ended)))


def draft(
    found: Sequence[FactFound],
    resolution: Resolution,
    rules: Rules,
    *,
    body: str,
    at: datetime,
    now: datetime,
    group_id: str,
    new_id: Callable[[], UUID],
) -> list[Drafted]:
    """Facts whose both ends are entities we keep, and whose relation the group allows there.

    A fact holds from the message's time unless the message says since when.
    """
    text = Text(body)
    drafts = []
    for each in found:
        subject, target = resolution.id_of(each.subject), resolution.id_of(each.object)
        if subject is None or target is None or subject == target:
            continue
        types = [resolution.entities[id_].type for id_ in (subject, target)]
        if not rules.allows(types[0], each.relation, types[1]):
            continue
        only_ends = each.invalid_at is not None and each.valid_at is None
        valid = _interval(each, at)
        fact = Fact(
            id=new_id(),
            group_id=group_id,
            subject_id=subject,
            relation=canonical(each.relation)[:100],
            object_id=target,
            text=each.fact.strip(),
            created_at=now,
            family=rules.families.of(each.relation).name[:100],
            valid=valid,
            expired_at=now if valid.end and valid.end <= now else None,
        )
        span = text.locate(each.quote) if each.quote.strip() else None
        drafts.append(Drafted(fact, each.quote, span, each.confidence, only_ends))
    return drafts


def _interval(found: FactFound, at: datetime) -> Interval:
    begins, ends = _aware(found.valid_at, at), _aware(found.invalid_at, at)
    if begins is None and ends is None:
        return Interval(at, None)
    if begins and ends and ends <= begins:
        return Interval(begins, None)
    return Interval(begins, ends)


def _aware(moment: datetime | None, at: datetime) -> datetime | None:
    """A moment written without an offset is by the sender's clock."""
    if moment is None or moment.tzinfo is not None:
        return moment
    return moment.replace(tzinfo=at.tzinfo)


def place(
    drafts: Sequence[Drafted], known: Sequence[Fact], rules: Rules, *, now: datetime
) -> Relations:
    """Settle each fact in turn, so that one message may also contradict itself in good order."""
    facts = {fact.id: fact for fact in known}
    accepted: list[UUID] = []
    restated: list[UUID] = []
    closings: list[Closing] = []
    evidence: dict[UUID, Drafted] = {}
    for each in drafts:
        twin = _twin(each, facts.values())
        if twin is not None and each.only_ends:
            ends = each.fact.valid.end or now
            made: Sequence[Closing] = (Closing(twin.id, ends, twin.id, ENDED),)
            evidence[twin.id] = each
        elif twin is not None:
            restated.append(twin.id)
            evidence[twin.id], made = each, ()
        else:
            family = rules.families.of(each.fact.relation)
            settled = settle(facts.values(), each.fact, family, now=now)
            facts[settled.fact.id] = settled.fact
            accepted.append(settled.fact.id)
            evidence[settled.fact.id], made = each, settled.closings
        for closing in made:
            facts[closing.fact_id] = _ended(facts[closing.fact_id], closing, now)
        closings.extend(made)
    return Relations(
        tuple(facts[id_] for id_ in accepted),
        tuple(dict.fromkeys(id_ for id_ in restated if id_ not in accepted)),
        tuple(closings),
        evidence,
    )


def _twin(drafted: Drafted, facts: Iterable[Fact]) -> Fact | None:
    """The known fact that says the same of the same time."""
    fact = drafted.fact
    for known in facts:
        same = (known.subject_id, known.family, known.object_id) == (
            fact.subject_id,
            fact.family,
            fact.object_id,
        )
        if same and _may_be_one(known, fact, only_ends=drafted.only_ends):
            return known
    return None


def _may_be_one(known: Fact, fact: Fact, *, only_ends: bool) -> bool:
    if only_ends:
        begun = known.valid.start is None or known.valid.start < (fact.valid.end or fact.created_at)
        return begun and known.valid.end is None
    begins = fact.valid.start
    return known.valid.end is None or begins is None or begins < known.valid.end


def _ended(fact: Fact, closing: Closing, now: datetime) -> Fact:
    return replace(fact, valid=Interval(fact.valid.start, closing.at), expired_at=now)
