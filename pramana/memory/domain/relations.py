"""From what was read to facts: drafted on resolved entities, then placed among the known ones."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
CONTRADICTED = "contradicted"
"""The reason of a closing that a judge decided, where the rules left it open."""


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
    drafts: Sequence[Drafted],
    known: Sequence[Fact],
    rules: Rules,
    *,
    now: datetime,
    contradicted: Collection[tuple[str, UUID]] = (),
) -> Relations:
    """Settle each fact in turn, so that one message may also contradict itself in good order.

    `contradicted`: the words of a drafted fact with a known one that a judge says they end.
    """
    placing = _Placing(rules, now, {fact.id: fact for fact in known})
    for each in drafts:
        struck = [id_ for text, id_ in contradicted if text == each.fact.text]
        placing.strike(each, struck)
        placing.settle(each)
    return Relations(
        tuple(placing.facts[id_] for id_ in placing.accepted),
        tuple(dict.fromkeys(id_ for id_ in placing.restated if id_ not in placing.accepted)),
        tuple(placing.closings),
        placing.evidence,
    )


@dataclass
class _Placing:
    rules: Rules
    now: datetime
    facts: dict[UUID, Fact]
    accepted: list[UUID] = field(default_factory=list)
    restated: list[UUID] = field(default_factory=list)
    closings: list[Closing] = field(default_factory=list)
    evidence: dict[UUID, Drafted] = field(default_factory=dict)

    def strike(self, drafted: Drafted, known: Iterable[UUID]) -> None:
        """Close what a judge says this fact contradicts, where it begins; an unknown beginning
        closes nothing."""
        begins = drafted.fact.valid.start
        for id_ in known:
            if begins is not None and id_ in self.facts:
                self._close(Closing(id_, begins, drafted.fact.id, CONTRADICTED))

    def settle(self, drafted: Drafted) -> None:
        twin = twin_of(drafted, self.facts.values())
        if twin is None:
            self._accept(drafted)
            return
        self.evidence[twin.id] = drafted
        if drafted.only_ends:
            self._close(Closing(twin.id, drafted.fact.valid.end or self.now, twin.id, ENDED))
        else:
            self.restated.append(twin.id)

    def _accept(self, drafted: Drafted) -> None:
        family = self.rules.families.of(drafted.fact.relation)
        settled = settle(self.facts.values(), drafted.fact, family, now=self.now)
        self.facts[settled.fact.id] = settled.fact
        self.accepted.append(settled.fact.id)
        self.evidence[settled.fact.id] = drafted
        for closing in settled.closings:
            self._close(closing)

    def _close(self, closing: Closing) -> None:
        ended = Interval(self.facts[closing.fact_id].valid.start, closing.at)
        self.facts[closing.fact_id] = replace(
            self.facts[closing.fact_id], valid=ended, expired_at=self.now
        )
        self.closings.append(closing)


def twin_of(drafted: Drafted, facts: Iterable[Fact]) -> Fact | None:
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
