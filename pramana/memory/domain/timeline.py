"""How new facts change known ones. Nothing is deleted: a fact is closed where its successor begins.

A rule closes a fact if both belong to the same relation family and only one of them can hold at a
time. What the rules cannot decide is listed by `contradictions`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from pramana.language.names import normalise
from pramana.memory.contracts.graph import Closing, Fact, Family, UniqueSide
from pramana.memory.domain.drafts import EndingDraft, FactDraft
from pramana.memory.domain.families import (
    DEATH,
    ENDS_WITH_LIFE,
    OFFICE_FAMILIES,
    OPPOSITES,
    SYMMETRIC,
    WORK,
    families_ending_with,
)
from pramana.memory.domain.groups import GroupRules
from pramana.memory.domain.posts import (
    POSITION,
    are_different_posts,
    holds_at,
    is_position_in,
    is_retracted,
    names_same_post,
    post_of_fact,
    previous_holders,
)

SUPERSEDED = "superseded"
"""The reason of a closing by rule: a later fact took the place of this one."""
ENDED = "ended"
"""The reason of a closing that a message states itself."""
CONTRADICTED = "contradicted"
"""The reason of a closing by a judge, where the rules could not decide."""
RETRACTED = "retracted"
"""The reason of a closing of what was never true. Such a fact held at no time."""

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
    two holders at once. Of two facts whose beginnings cannot be compared, the one that was said
    later is the newer. A claim and a fact without any start decide nothing.
    """
    rivals = [fact for fact in known if _contradicts(fact, incoming, family)]
    later = [fact for fact in rivals if _follows(fact, incoming)]
    closings = tuple(_closing(rival, incoming) for rival in rivals if rival not in later)
    if not later:
        return Placement(incoming, closings)
    arrival = _closing(incoming, min(later, key=_start))
    valid = incoming.valid.ending(arrival.at, arrival.grain)
    return Placement(replace(incoming, valid=valid, expired_at=now), closings, arrival)


def _contradicts(fact: Fact, incoming: Fact, family: Family) -> bool:
    side = family.unique_side
    return (
        side is not UniqueSide.NONE
        and fact.family == incoming.family
        and fact.claimant_id is None
        and incoming.claimant_id is None
        and fact.side(side) == incoming.side(side)
        and fact.other_side(side) != incoming.other_side(side)
        and fact.valid.overlaps(incoming.valid)
        and not _begin_together(fact, incoming)
        and not are_different_posts(fact, incoming)
    )


def _begin_together(one: Fact, other: Fact) -> bool:
    """Whether both began at the same moment, or one message says that both hold.

    A message that gives the beginning of the one and of the other orders them itself.
    """
    if one.valid.start == other.valid.start:
        return True
    both_known = one.valid.stated_start is not None and other.valid.stated_start is not None
    if one.asserted_at is None or one.asserted_at != other.asserted_at or both_known:
        return False
    starts = (one.valid.stated_start, other.valid.stated_start)
    return all(start is None or start <= one.asserted_at for start in starts)


def _follows(one: Fact, other: Fact) -> bool:
    """Whether the first fact is the newer one."""
    mine, theirs = one.valid.stated_start, other.valid.stated_start
    if mine is not None and theirs is not None:
        return mine > theirs
    if mine is not None and mine > _start(other):
        return True
    if theirs is not None and theirs > _start(one):
        return False
    return _statement_time(one) > _statement_time(other)


def _start(fact: Fact) -> datetime:
    assert fact.valid.start  # facts that overlap have a start, if only the latest possible one
    return fact.valid.start


def _may_be_corrected(fact: Fact, right: Fact) -> bool:
    """Whether a known fact may be the wrong statement of a right one: one end in common, or the
    same post of somebody else."""
    ends = fact.subject_id == right.subject_id or fact.object_id == right.object_id
    return (fact.family == right.family and ends) or names_same_post(fact, right)


def _statement_time(fact: Fact) -> datetime:
    return fact.asserted_at or _start(fact)


def _closing(fact: Fact, by: Fact) -> Closing:
    """Close a fact where another begins, or at the latest when that one was said to hold."""
    return Closing(fact.id, _start(by), by.id, SUPERSEDED, by.valid.start_grain)


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
    closed: Mapping[UUID, Fact] = field(default_factory=dict)
    """The closed facts, as they are after it."""

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
    endings: Sequence[EndingDraft] = (),
    names: Names | None = None,
) -> FactChanges:
    """Place the drafts one after the other, so that a later one may close an earlier one.

    Endings come first: "I retired, and I now teach" ends the old work and not the new.
    `contradicted` pairs the text of a draft with a known fact that a judge says it ends.
    """
    timeline = _Timeline(rules, now, {fact.id: fact for fact in known}, names or {})
    for ending in endings:
        timeline.end(ending)
    for draft in drafts:
        timeline.add(draft, [id_ for text, id_ in contradicted if text == draft.fact.text])
    return FactChanges(
        tuple(timeline.facts[id_] for id_ in timeline.accepted),
        tuple(dict.fromkeys(id_ for id_ in timeline.restated if id_ not in timeline.accepted)),
        tuple(timeline.closings),
        tuple(timeline.arrivals),
        timeline.evidence,
        {each.fact_id: timeline.facts[each.fact_id] for each in timeline.closings},
    )


@dataclass
class _Timeline:
    """The known facts while the drafts of one message are applied to them."""

    rules: GroupRules
    now: datetime
    facts: dict[UUID, Fact]
    names: Names
    accepted: list[UUID] = field(default_factory=list)
    restated: list[UUID] = field(default_factory=list)
    closings: list[Closing] = field(default_factory=list)
    arrivals: list[tuple[Closing, Fact]] = field(default_factory=list)
    evidence: dict[UUID, FactDraft] = field(default_factory=dict)

    def end(self, ending: EndingDraft) -> None:
        """Close the plain facts of the subject, in these families, that hold at the end."""
        for fact in list(self.facts.values()):
            if ending.concerns(fact) and holds_at(fact, ending.at):
                self._close(Closing(fact.id, ending.at, fact.id, ENDED, ending.grain))

    def add(self, draft: FactDraft, contradicted: Iterable[UUID]) -> None:
        """Accept a new fact, restate a known one, or close those whose end the draft states.

        Before that, the contradicted facts are closed where the draft begins; if its start is
        unknown, none is closed.
        """
        if draft.is_false:
            self._retract(draft)
            return
        begins = draft.fact.valid.start
        for id_ in contradicted:
            if begins is not None and id_ in self.facts and not draft.closes_nothing:
                self._close(Closing(id_, begins, draft.fact.id, CONTRADICTED))
        if draft.only_ends and not draft.closes_nothing and self._end_matches(draft):
            return
        draft = self._correct(draft) if draft.corrects and not draft.closes_nothing else draft
        match = None if draft.only_ends else matching_fact(draft, self.facts.values())
        if match is None:
            self._accept(draft)
            return
        self.evidence[match.id] = draft
        self.restated.append(match.id)

    def _end_matches(self, draft: FactDraft) -> bool:
        """Close the facts that the draft ends; whether there are any."""
        end = draft.fact.valid.end or self.now
        if any(_is_same_post(fact, draft.fact, end) for fact in self.facts.values()):
            return True
        families = families_ending_with(draft.fact.family)
        matches = [
            fact
            for fact in self.facts.values()
            if fact.family in families and _same_pair(fact, draft.fact) and holds_at(fact, end)
        ]
        for fact in matches:
            self.evidence[fact.id] = draft
            if fact.claimant_id is None:
                grain = draft.fact.valid.end_grain
                self._close(Closing(fact.id, end, fact.id, ENDED, grain))
            else:
                self._close(_retraction(fact, fact.id))
        return bool(matches)

    def _retract(self, draft: FactDraft) -> None:
        """Close the facts that were never true. A message that denies the unknown adds nothing."""
        families = families_ending_with(draft.fact.family)
        for fact in list(self.facts.values()):
            if fact.family in families and _same_pair(fact, draft.fact) and not is_retracted(fact):
                self.evidence[fact.id] = draft
                self._close(_retraction(fact, fact.id))

    def _correct(self, draft: FactDraft) -> FactDraft:
        """Retract what the draft corrects; where it gives no date of its own, keep the old one."""
        wrong = normalise(draft.corrects)
        ends = (draft.fact.subject_id, draft.fact.object_id)
        rivals = [
            fact
            for fact in self.facts.values()
            if _may_be_corrected(fact, draft.fact)
            and fact.id != draft.fact.id
            and fact.claimant_id is None
            and fact.asserted_at is not None
            and not is_retracted(fact)
            and not _is_same_statement(fact, draft.fact)
        ]
        named = [each for each in rivals if wrong and wrong in self._words(each)]
        same = [each for each in rivals if (each.subject_id, each.object_id) == ends]
        said = same or sorted(rivals, key=_statement_time)[-1:]
        found = named or ([] if draft.corrects_named_only else said)
        if not found:
            return draft
        for fact in found:
            self.facts[fact.id] = fact
            self._close(_retraction(fact, draft.fact.id))
        if draft.fact.valid.stated_start is None and not draft.only_ends:
            before = found[-1].valid
            valid = replace(draft.fact.valid, start=before.start, start_grain=before.start_grain)
            return replace(draft, fact=replace(draft.fact, valid=valid))
        return draft

    def _words(self, fact: Fact) -> str:
        return normalise(f"{fact.text} {self.names.get(fact.object_id, '')}")

    def _accept(self, draft: FactDraft) -> None:
        fact = draft.fact
        placement = Placement(fact)
        if not draft.closes_nothing:
            family = self.rules.families.of(fact.relation)
            placement = place_fact(self.facts.values(), fact, family, now=self.now)
        self.facts[placement.fact.id] = placement.fact
        self.accepted.append(placement.fact.id)
        self.evidence[placement.fact.id] = draft
        if placement.arrival:
            self.arrivals.append((placement.arrival, draft.fact))
        for closing in placement.closings:
            self._close(closing)
        if draft.closes_nothing or placement.fact.valid.end is not None:
            return
        if bound := self._bound(placement.fact):
            self.arrivals.append((bound, draft.fact))
            self._store_closed(bound)
            return
        self._close_opposite(placement.fact)
        self._close_post(placement.fact)
        self._close_life(placement.fact)

    def _bound(self, fact: Fact) -> Closing | None:
        """The end of a fact that is told after what ended it: the death of its subject, or the
        opposite of it that began later."""
        ends = [
            known
            for known in self.facts.values()
            if known.claimant_id is None
            and not is_retracted(known)
            and known.valid.start is not None
            and (_ends_life(known, fact) or _is_later_opposite(known, fact))
        ]
        if not ends:
            return None
        by = min(ends, key=_start)
        return Closing(fact.id, _start(by), by.id, SUPERSEDED, by.valid.start_grain)

    def _store_closed(self, closing: Closing) -> None:
        fact = self.facts[closing.fact_id]
        valid = fact.valid.ending(closing.at, closing.grain)
        expired = self.now if closing.at <= self.now else None
        self.facts[fact.id] = replace(fact, valid=valid, expired_at=expired)

    def _close_life(self, death: Fact) -> None:
        """With a life end its work, home, studies and memberships."""
        for known in list(self.facts.values()):
            ends = (
                known.claimant_id is None and known.valid.end is None and _ends_life(death, known)
            )
            if ends:
                self._close(_closing(known, death))

    def _close_post(self, fact: Fact) -> None:
        """Whoever is the new treasurer takes the place of the one before."""
        begins = fact.valid.start
        if begins is None:
            return
        open_ = [each for each in self.facts.values() if holds_at(each, begins)]
        for known in previous_holders(fact, open_, self.names):
            self._close(Closing(known.id, begins, fact.id, SUPERSEDED, fact.valid.start_grain))

    def _close_opposite(self, fact: Fact) -> None:
        """Who dislikes something no longer likes it."""
        begins = fact.valid.start
        for known in list(self.facts.values()):
            opposite = known.family == OPPOSITES.get(fact.family) and _same_pair(known, fact)
            if opposite and begins and known.claimant_id is None and holds_at(known, begins):
                self._close(Closing(known.id, begins, fact.id, SUPERSEDED, fact.valid.start_grain))

    def _close(self, closing: Closing) -> None:
        """Close a fact. Of two ends of a fact, the earlier one counts."""
        fact = self.facts[closing.fact_id]
        valid = fact.valid.ending(closing.at, closing.grain)
        if closing.reason == RETRACTED:
            valid = replace(fact.valid, start=closing.at, end=closing.at)
        elif fact.valid.end is not None and fact.valid.end <= closing.at:
            return
        expired = self.now if closing.at <= self.now else None
        self.facts[closing.fact_id] = replace(fact, valid=valid, expired_at=expired)
        self.closings.append(closing)
        if fact.family == WORK and closing.reason != RETRACTED:
            self._close_posts_of(fact, closing)

    def _close_posts_of(self, work: Fact, closing: Closing) -> None:
        """Close what ends with the work for a body: an office in it, and the position that the same
        sentence gave ("I am a cook at Acme")."""
        body = self.names.get(work.object_id, "")
        for known in list(self.facts.values()):
            if known.subject_id != work.subject_id or known.claimant_id is not None:
                continue
            is_office = known.family in OFFICE_FAMILIES and known.object_id == work.object_id
            together = known.family == POSITION and known.asserted_at == work.asserted_at
            ends = is_office or (together and is_position_in(known, body))
            if ends and known.valid.end is None and holds_at(known, closing.at):
                self._close(replace(closing, fact_id=known.id))


def _retraction(fact: Fact, by: UUID) -> Closing:
    at = fact.valid.start or fact.valid.end or _statement_time(fact)
    return Closing(fact.id, at, by, RETRACTED, fact.valid.start_grain)


def _ends_life(death: Fact, fact: Fact) -> bool:
    """Whether a fact ended at the latest with a death, unless it is said to begin after it."""
    if death.family != DEATH or fact.family not in ENDS_WITH_LIFE or death.valid.start is None:
        return False
    start = fact.valid.stated_start
    return fact.subject_id == death.subject_id and (start is None or start < _start(death))


def _is_later_opposite(known: Fact, fact: Fact) -> bool:
    is_opposite = known.family == OPPOSITES.get(fact.family) and _same_pair(known, fact)
    return is_opposite and fact.valid.start is not None and _follows(known, fact)


def _same_pair(one: Fact, other: Fact) -> bool:
    if (one.subject_id, one.object_id) == (other.subject_id, other.object_id):
        return True
    swapped = (one.subject_id, one.object_id) == (other.object_id, other.subject_id)
    return swapped and one.family in SYMMETRIC


def _is_same_post(known: Fact, fact: Fact, end: datetime) -> bool:
    """Whether a known office that ended then is the position whose end a fact states."""
    if fact.family != POSITION or known.subject_id != fact.subject_id or known.valid.end != end:
        return False
    mine, theirs = post_of_fact(known), post_of_fact(fact)
    return mine is not None and theirs is not None and mine.role == theirs.role


def _is_same_statement(known: Fact, fact: Fact) -> bool:
    """Whether a fact says the same of the same time, so that there is nothing to correct."""
    was, start = known.valid.stated_start, fact.valid.stated_start
    return _same_pair(known, fact) and (start is None or start == was)


def matching_fact(draft: FactDraft, facts: Iterable[Fact]) -> Fact | None:
    """The known fact that states the same about the same time, if there is one."""
    fact = draft.fact
    for known in facts:
        same = known.family == fact.family and known.claimant_id == fact.claimant_id
        if same and _same_pair(known, fact) and _may_be_same(known, fact):
            return known
    return None


def _may_be_same(known: Fact, fact: Fact) -> bool:
    if is_retracted(known):
        return False
    begins = fact.valid.start
    return known.valid.end is None or begins is None or begins < known.valid.end
