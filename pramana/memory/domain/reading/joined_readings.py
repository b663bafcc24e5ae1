"""The claims of grammar and statement model together: which of two readings of the same words is
kept."""

import re
from collections.abc import Iterable
from dataclasses import replace

from pramana.language.scripts import contains_devanagari
from pramana.memory.contracts.graph import Grain, Interval
from pramana.memory.domain.families import DEFAULTS, OFFICE_FAMILIES, SPHERES, SYMMETRIC
from pramana.memory.domain.reading.claims import RelationClaim
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.proposals import (
    BELIEFS,
    POSITION,
    RELATIONS,
    SURE,
    UNBELIEVED,
    ProposedClaim,
)
from pramana.memory.domain.reading.statement_head import Proposal

FAMILY_NAMES = frozenset(each.name for each in DEFAULTS)


def join_readings(
    read: Iterable[RelationClaim],
    proposed: Iterable[ProposedClaim],
    proposals: Iterable[Proposal],
) -> list[RelationClaim]:
    """The claims of grammar and model together: of two readings of the same words the model's where
    it is sure, else the grammar's. What the model takes for no statement is not believed."""
    unbelieved = [
        each for each in proposals if each.object_chance * each.share(BELIEFS[UNBELIEVED]) >= SURE
    ]
    kept = [each for each in read if not any(_is_about(each, no) for no in unbelieved)]
    proposed = [each for each in proposed if not (each.refers_back and _is_stated(kept, each))]
    kept = [each for each in kept if not _is_study(each, proposed)]
    proposed = [each for each in proposed if not _is_visit(each.claim, kept)]
    proposed = [each for each in proposed if not _is_other_spouse(each.claim, kept)]
    proposed = [each for each in proposed if not _is_premises(each.claim, kept)]
    sure = [each.claim for each in proposed if each.is_sure]
    others = [each.claim for each in proposed if not each.is_sure]
    alone = [
        each
        for each in kept
        if not any(
            _same_words(each, claim)
            and not _beside(each, claim, kept)
            and not _is_of_another(each, claim)
            for claim in sure
        )
    ]
    joined = [_with_grammar(kept, claim) for claim in sure]
    telling = [each for each in (*kept, *sure) if _is_known(each.relation)]
    more = [each for each in others if not any(_same_object(k, each) for k in telling)]
    alone = [each for each in alone if _is_known(each.relation) or not _is_restated(each, more)]
    return [*alone, *joined, *more]


def _is_known(relation: str) -> bool:
    """Whether a relation has a family, and is not only the verb of a sentence."""
    return relation in SPHERES or relation in FAMILY_NAMES


def _is_restated(vague: RelationClaim, more: Iterable[RelationClaim]) -> bool:
    """Whether the model reads as a change of work, home or the like what the grammar only repeats:
    "Stathis left the Larissa office"."""
    return any(
        _same_object(vague, each) and _overlap(vague.subject.name, each.subject.name)
        for each in more
    )


def _is_study(claim: RelationClaim, proposed: Iterable[ProposedClaim]) -> bool:
    """Whether somebody begins studies where the grammar reads work: "Ana started at college"."""
    return claim.relation == "WORKS_AT" and any(
        each.claim.relation == "STUDIES_AT"
        and _same_object(each.claim, claim)
        and _overlap(each.claim.subject.name, claim.subject.name)
        for each in proposed
    )


def _is_visit(claim: RelationClaim, read: Iterable[RelationClaim]) -> bool:
    """Whether a proposed home is a place that somebody only went to, as the grammar reads it."""
    return claim.relation == "LIVES_IN" and any(
        each.relation == "VISITED" and _same_object(each, claim) for each in read
    )


def _is_premises(claim: RelationClaim, read: Iterable[RelationClaim]) -> bool:
    """Whether a proposed home or workplace is where the grammar reads that a body has its seat."""
    return claim.relation in ("LIVES_IN", "HAS_ADDRESS", "WORKS_AT") and any(
        each.relation in ("LOCATED_IN", "HEADQUARTERED_IN") and _same_object(each, claim)
        for each in read
    )


def _is_other_spouse(claim: RelationClaim, read: Iterable[RelationClaim]) -> bool:
    """Whether the grammar reads in the same sentence that one of the two marries somebody else:
    who weds them is named there too."""
    ends = {claim.subject.name, claim.object.name}
    return claim.relation == "MARRIED_TO" and any(
        each.relation == "MARRIED_TO"
        and each.start < claim.end
        and claim.start < each.end
        and len(ends & {each.subject.name, each.object.name}) == 1
        and each.subject.is_named
        and each.object.is_named
        for each in read
    )


def _is_stated(read: Iterable[RelationClaim], proposed: ProposedClaim) -> bool:
    """Whether the message itself says of somebody what a proposal takes from a message before."""
    relation, subject = group_of(proposed.claim.relation), proposed.claim.subject.name
    return any(
        group_of(each.relation) == relation and _overlap(each.subject.name, subject)
        for each in read
    )


def _beside(read: RelationClaim, sure: RelationClaim, kept: Iterable[RelationClaim]) -> bool:
    """Whether the grammar states of somebody else too what the model is sure of: "Ana and I"."""
    same = (read.relation, read.object.name, read.start)
    return read.subject.name != sure.subject.name and any(
        each.subject.name == sure.subject.name
        and (each.relation, each.object.name, each.start) == same
        and _state(each) == _state(sure) == _state(read)
        for each in kept
    )


def _is_of_another(read: RelationClaim, sure: RelationClaim) -> bool:
    """Whether the grammar states of somebody else what the model is sure is denied of one: "I don't
    work at Acme. That is my cousin Ana."."""
    return sure.is_false and not read.is_false and read.subject.name != sure.subject.name


def _with_grammar(read: Iterable[RelationClaim], claim: RelationClaim) -> RelationClaim:
    """A sure claim, as the grammar says it where both agree; with the time, if one found it."""
    for known in read:
        agrees = _state(known) == _state(claim) and known.subject.name == claim.subject.name
        agrees = agrees and not (known.object.tie and claim.object.is_named)
        if agrees and _same_words(known, claim):
            is_dated = known.interval.start_grain is not Grain.UNKNOWN
            finds_time = claim.interval.start_grain is not Grain.UNKNOWN
            return known if is_dated or not finds_time else replace(known, interval=claim.interval)
    return claim


def _is_about(claim: RelationClaim, proposal: Proposal) -> bool:
    relation = RELATIONS.get(proposal.family, ("",))[0]
    same_group = group_of(claim.relation) == group_of(relation)
    return same_group and _overlap(claim.object.name, proposal.object.words)


def _state(claim: RelationClaim) -> tuple[bool, bool, bool]:
    return claim.interval.end is not None, claim.is_false, bool(claim.claimed_by)


def _same_words(one: RelationClaim, other: RelationClaim) -> bool:
    if group_of(one.relation) != group_of(other.relation):
        return False
    if group_of(one.relation) == POSITION and one.start == other.start:
        return one.subject.name == other.subject.name or _same_object(one, other)
    if group_of(one.relation) == POSITION and (one.end <= other.start or other.end <= one.start):
        return one.subject.name == other.subject.name and _same_object(one, other)
    crosses = _overlap(one.object.name, other.subject.name)
    if one.relation in SYMMETRIC and crosses:
        return _overlap(one.subject.name, other.object.name)
    return _same_object(one, other) or crosses


def _same_object(one: RelationClaim, other: RelationClaim) -> bool:
    return _overlap(one.object.name, other.object.name)


def group_of(relation: str) -> str:
    return POSITION if relation in OFFICE_FAMILIES or relation == "IS_A" else relation


def _overlap(one: str, other: str) -> bool:
    a, b = one.casefold(), other.casefold()
    return bool(a and b) and (a in b or b in a)


DIVORCE = re.compile(
    r"\bdivorc|\b(?:sambandha? ?bichh?ed|paarpaachuke)|डिभोर्स|सम्बन्ध\s?विच्छेद|पारपाचुके", re.IGNORECASE
)


def with_divorces(message: SpokenMessage, claims: Iterable[RelationClaim]) -> list[RelationClaim]:
    """The claims, and the divorce itself where a marriage is over by one."""
    claims = list(claims)
    told = {
        frozenset((each.subject.name, each.object.name))
        for each in claims
        if each.relation == "DIVORCED_FROM"
    }
    for each in [each for each in claims if each.relation == "MARRIED_TO"]:
        pair, over = frozenset((each.subject.name, each.object.name)), each.interval
        is_divorce = DIVORCE.search(message.content, each.start, each.end)
        if over.end is None or each.is_false or pair in told or not is_divorce:
            continue
        told.add(pair)
        interval = Interval(over.end, start_grain=over.end_grain)
        text = f"{each.subject.name} and {each.object.name} are divorced."
        text = each.text if contains_devanagari(each.text) else text
        claims.append(replace(each, relation="DIVORCED_FROM", text=text, interval=interval))
    return claims
