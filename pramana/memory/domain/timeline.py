"""How new facts change known ones. Nothing is deleted: a fact is closed where its successor begins.

A rule closes a fact if both belong to the same relation family and only one of them can hold at a
time. What the rules cannot decide is listed as a possible contradiction for a judge; only facts of
the same family, with the same pair or the same unique side, are ever listed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from pramana.language.names import normalise
from pramana.memory.contracts.extraction import OpenFact
from pramana.memory.contracts.graph import Closing, Fact, Family, Interval, UniqueSide
from pramana.memory.domain.drafts import FactDraft
from pramana.memory.domain.groups import GroupRules

SUPERSEDED = "superseded"
"""The reason of a closing by rule: a later fact took the place of this one."""
ENDED = "ended"
"""The reason of a closing that a message states itself."""
CONTRADICTED = "contradicted"
"""The reason of a closing by a judge, where the rules could not decide."""

SHORT_WORD = 2
"""Words up to this length carry no meaning, unless they contain a digit."""

Names = Mapping[UUID, str]


@dataclass(frozen=True)
class Placement:
    """The incoming fact as it is to be stored, and the closings of known facts it ends."""

    fact: Fact
    closings: tuple[Closing, ...] = ()
    arrival: Closing | None = None
    """Why the incoming fact is stored already closed, if it is."""


def place_fact(
    known: Iterable[Fact], incoming: Fact, family: Family, *, now: datetime
) -> Placement:
    """Place a fact among the known ones, of which the family may allow only one at a time.

    An older overlapping fact is closed where the new one begins. If a newer fact is already known,
    the incoming one is late news about the past: it is stored closed, and ends nothing that began
    after it. Facts that already ended count for as long as they held, so that history never shows
    two holders at once. A fact with an unknown beginning decides nothing.
    """
    rivals = [fact for fact in known if _contradicts(fact, incoming, family)]
    later = [fact for fact in rivals if _start(fact) > _start(incoming)]
    closings = tuple(_closing(rival, incoming) for rival in rivals if rival not in later)
    if not later:
        return Placement(incoming, closings)
    arrival = _closing(incoming, min(later, key=_start))
    valid = Interval(incoming.valid.start, arrival.at)
    return Placement(replace(incoming, valid=valid, expired_at=now), closings, arrival)


def _contradicts(fact: Fact, incoming: Fact, family: Family) -> bool:
    side = family.unique_side
    return (
        side is not UniqueSide.NONE
        and fact.family == incoming.family
        and fact.side(side) == incoming.side(side)
        and fact.other_side(side) != incoming.other_side(side)
        and fact.valid.overlaps(incoming.valid)
        and fact.valid.start != incoming.valid.start
    )


def _start(fact: Fact) -> datetime:
    assert fact.valid.start  # facts that overlap have a known start
    return fact.valid.start


def _closing(fact: Fact, by: Fact) -> Closing:
    return Closing(fact.id, _start(by), by.id, SUPERSEDED)


@dataclass(frozen=True)
class FactChanges:
    """How a message changes the known facts."""

    accepted: tuple[Fact, ...] = ()
    restated: tuple[UUID, ...] = ()
    """Known facts that the message states again. It becomes another source of them."""
    closings: tuple[Closing, ...] = ()
    arrivals: tuple[tuple[Closing, Fact], ...] = ()
    """Why accepted facts are stored already closed, each with the fact as it was stated."""
    evidence: Mapping[UUID, FactDraft] = field(default_factory=dict)
    """The draft behind each accepted, restated or closed fact."""

    @property
    def fact_ids(self) -> tuple[UUID, ...]:
        closed = (each.fact_id for each in self.closings)
        return tuple(dict.fromkeys((*(f.id for f in self.accepted), *self.restated, *closed)))


def apply_drafts(
    drafts: Sequence[FactDraft],
    known: Sequence[Fact],
    rules: GroupRules,
    *,
    now: datetime,
    contradicted: Collection[tuple[str, UUID]] = (),
) -> FactChanges:
    """Place the drafts one after the other, so that a later one may close an earlier one.

    `contradicted` pairs the text of a draft with a known fact that a judge says it ends.
    """
    timeline = _Timeline(rules, now, {fact.id: fact for fact in known})
    for draft in drafts:
        timeline.add(draft, [id_ for text, id_ in contradicted if text == draft.fact.text])
    return FactChanges(
        tuple(timeline.facts[id_] for id_ in timeline.accepted),
        tuple(dict.fromkeys(id_ for id_ in timeline.restated if id_ not in timeline.accepted)),
        tuple(timeline.closings),
        tuple(timeline.arrivals),
        timeline.evidence,
    )


@dataclass
class _Timeline:
    """The known facts while the drafts of one message are applied to them."""

    rules: GroupRules
    now: datetime
    facts: dict[UUID, Fact]
    accepted: list[UUID] = field(default_factory=list)
    restated: list[UUID] = field(default_factory=list)
    closings: list[Closing] = field(default_factory=list)
    arrivals: list[tuple[Closing, Fact]] = field(default_factory=list)
    evidence: dict[UUID, FactDraft] = field(default_factory=dict)

    def add(self, draft: FactDraft, contradicted: Iterable[UUID]) -> None:
        """Accept a new fact, restate a known one, or close one whose end the draft states.

        Before that, the contradicted facts are closed where the draft begins; if its start is
        unknown, none is closed.
        """
        begins = draft.fact.valid.start
        for id_ in contradicted:
            if begins is not None and id_ in self.facts:
                self._close(Closing(id_, begins, draft.fact.id, CONTRADICTED))
        match = matching_fact(draft, self.facts.values())
        if match is None:
            self._accept(draft)
            return
        self.evidence[match.id] = draft
        if draft.only_ends:
            self._close(Closing(match.id, draft.fact.valid.end or self.now, match.id, ENDED))
        else:
            self.restated.append(match.id)

    def _accept(self, draft: FactDraft) -> None:
        family = self.rules.families.of(draft.fact.relation)
        placement = place_fact(self.facts.values(), draft.fact, family, now=self.now)
        self.facts[placement.fact.id] = placement.fact
        self.accepted.append(placement.fact.id)
        self.evidence[placement.fact.id] = draft
        if placement.arrival:
            self.arrivals.append((placement.arrival, draft.fact))
        for closing in placement.closings:
            self._close(closing)

    def _close(self, closing: Closing) -> None:
        fact = self.facts[closing.fact_id]
        valid = Interval(fact.valid.start, closing.at)
        self.facts[closing.fact_id] = replace(fact, valid=valid, expired_at=self.now)
        self.closings.append(closing)


def matching_fact(draft: FactDraft, facts: Iterable[Fact]) -> Fact | None:
    """The known fact that states the same about the same time, if there is one."""
    fact = draft.fact
    for known in facts:
        same = (known.subject_id, known.family, known.object_id) == (
            fact.subject_id,
            fact.family,
            fact.object_id,
        )
        if same and _may_be_same(known, fact, only_ends=draft.only_ends):
            return known
    return None


def _may_be_same(known: Fact, fact: Fact, *, only_ends: bool) -> bool:
    if only_ends:
        begun = known.valid.start is None or known.valid.start < (fact.valid.end or fact.created_at)
        return begun and known.valid.end is None
    begins = fact.valid.start
    return known.valid.end is None or begins is None or begins < known.valid.end


@dataclass(frozen=True)
class PossibleContradiction:
    """A draft, and the known facts it may contradict."""

    draft: FactDraft
    known: tuple[Fact, ...]

    def as_open(self) -> OpenFact:
        return OpenFact(self.draft.fact.text, tuple(each.text for each in self.known))


def possible_contradictions(
    drafts: Sequence[FactDraft], known: Sequence[Fact], rules: GroupRules, names: Names
) -> list[PossibleContradiction]:
    """The drafts that the rules alone cannot place, with the known facts in question."""
    contestable = (
        (draft, _contestable_facts(draft, known, rules, names))
        for draft in drafts
        if not draft.only_ends
    )
    return [PossibleContradiction(draft, tuple(facts)) for draft, facts in contestable if facts]


def _contestable_facts(
    draft: FactDraft, known: Sequence[Fact], rules: GroupRules, names: Names
) -> list[Fact]:
    fact, family = draft.fact, rules.families.of(draft.fact.relation)
    ignored = _content_words(
        " ".join((family.name, *family.aliases, fact.relation)).replace("_", " ")
    )
    ignored |= _content_words(
        " ".join(names.get(id_, "") for id_ in (fact.subject_id, fact.object_id))
    )
    match = matching_fact(draft, known)
    changed = [match] if match is not None and _may_change(match, fact, ignored) else []
    return changed + [each for each in known if _begin_together(each, fact, family.unique_side)]


def _may_change(known: Fact, fact: Fact, ignored: set[str]) -> bool:
    """Whether a later fact on the same pair says something else, not only in other words."""
    if not (known.valid.start and fact.valid.start and known.valid.start < fact.valid.start):
        return False
    new, old = _content_words(fact.text) - ignored, _content_words(known.text) - ignored
    return bool(new - old) and bool(old - new)


def _begin_together(known: Fact, fact: Fact, side: UniqueSide) -> bool:
    """Whether only one of both can hold and they began at the same moment."""
    return (
        side is not UniqueSide.NONE
        and known.family == fact.family
        and known.side(side) == fact.side(side)
        and known.other_side(side) != fact.other_side(side)
        and known.valid.end is None
        and known.valid.start is not None
        and known.valid.start == fact.valid.start
    )


def _content_words(text: str) -> set[str]:
    return {
        word
        for word in normalise(text).split()
        if len(word) > SHORT_WORD or any(map(str.isdigit, word))
    }


def confirmed_contradictions(
    open_: Sequence[PossibleContradiction], answers: Sequence[Sequence[int]]
) -> frozenset[tuple[str, UUID]]:
    """A judge's answers as pairs: the text of a draft, and a known fact that it contradicts.

    A number that belongs to no known fact is ignored.
    """
    return frozenset(
        (each.draft.fact.text, each.known[number - 1].id)
        for each, numbers in zip(open_, answers, strict=False)
        for number in numbers
        if 1 <= number <= len(each.known)
    )
