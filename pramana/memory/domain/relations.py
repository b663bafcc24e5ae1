"""What drafted facts make of the known ones: each is placed among them, in its time."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from pramana.memory.contracts.graph import Closing, Fact, Interval
from pramana.memory.domain.drafting import Drafted
from pramana.memory.domain.groups import Rules
from pramana.memory.domain.timeline import settle

ENDED = "ended"
"""The reason of a closing that a message states outright."""
CONTRADICTED = "contradicted"
"""The reason of a closing that a judge decided, where the rules left it open."""


@dataclass(frozen=True)
class Relations:
    """What a message makes of the known facts."""

    accepted: tuple[Fact, ...] = ()
    restated: tuple[UUID, ...] = ()
    """Known facts that the message states again: their provenance grows."""
    closings: tuple[Closing, ...] = ()
    arrivals: tuple[tuple[Closing, Fact], ...] = ()
    """Why accepted facts arrive already closed, each with how it was told."""
    evidence: Mapping[UUID, Drafted] = field(default_factory=dict)
    """By the fact it ended up in."""

    @property
    def fact_ids(self) -> tuple[UUID, ...]:
        ended = (each.fact_id for each in self.closings)
        return tuple(dict.fromkeys((*(f.id for f in self.accepted), *self.restated, *ended)))


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
        tuple(placing.arrivals),
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
    arrivals: list[tuple[Closing, Fact]] = field(default_factory=list)
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
        if settled.arrival:
            self.arrivals.append((settled.arrival, drafted.fact))
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
