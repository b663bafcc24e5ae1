"""What somebody's relatives are called: a relative whom a message names is nobody unnamed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.messages import SpokenMessage

CONFIDENCE = 0.85
_NAME = r"[A-Z][\w’-]*(?:[ ][A-Z][\w’-]*){0,3}"
RELATIVE_NAME = re.compile(
    r"\b[Mm]y (?:[a-z-]+ )?(?P<tie>[a-z-]+)(?:['’]s (?:first )?name is|,? (?:is |was )?(?:also )?"
    rf"(?:called|named)|,? whose name is) (?P<name>{_NAME})(?:, (?P<full>{_NAME}))?"
)
"""What somebody's relative is called."""


def relative_claims(message: SpokenMessage, words: str, start: int) -> Iterator[RelationClaim]:
    """ "My wife's name is Ida", "my cousin is called Ida, Ida Lund"."""
    match = RELATIVE_NAME.search(words)
    relation = lexicon.TIES.get(match["tie"]) if match else None
    if match is None or relation in (None, *lexicon.ORGANIZATION_TIES) or not message.speaker:
        return
    given, full = match["name"], match["full"] or ""
    name = full if full.startswith(given) else given
    relative = Referent(name, EntityKind.PERSON, 0.85, is_named=True)
    owner = Referent(message.speaker, EntityKind.PERSON, 0.9, is_named=True)
    swaps = relation in lexicon.INVERSE_TIES or relation in lexicon.MUTUAL_TIES
    ends = (owner, relative) if swaps else (relative, owner)
    first = start + len(words) - len(words.lstrip())
    text = f"{name} is {owner.name}'s {match['tie']}."
    place = (first, start + len(words.rstrip()))
    interval = Interval(message.at)
    yield RelationClaim(ends[0], str(relation), ends[1], text, *place, interval, CONFIDENCE)


def with_named_relatives(claims: Sequence[RelationClaim]) -> list[RelationClaim]:
    """The claims about a described person as claims about whom the message names as that relative:
    "My cousin is called Ada. She lives in Lund."."""
    described = {
        each: (each.owner, each.tie)
        for claim in claims
        for each in (claim.subject, claim.object)
        if each.owner and each.tie and not each.is_named
    }
    named = {each: _relative(claims, *tie) for each, tie in described.items()}
    pairs = {frozenset((each.subject.name, each.object.name)) for each in claims}
    found = {
        each: one
        for each, one in named.items()
        if one
        and frozenset((each.name, one.name)) not in pairs  # "I never worked there, that was …"
    }
    return [one for each in claims if (one := _with_names(each, found))]


def _is_person(referent: Referent) -> bool:
    return referent.is_named and referent.kind is EntityKind.PERSON


def _relative(claims: Sequence[RelationClaim], owner: str, tie: str) -> Referent | None:
    """The one person whom the claims name as somebody's relative; None if there are several."""
    found: dict[str, Referent] = {}
    for claim in claims:
        ends = (claim.subject, claim.object)
        others = [each for each in ends if each.name != owner and _is_person(each)]
        is_tie = claim.relation == lexicon.TIES.get(tie) and len(others) == 1
        is_plain = claim.interval.end is None and not claim.is_false and not claim.claimed_by
        if is_tie and is_plain and owner in {each.name for each in ends}:
            found[others[0].name] = others[0]
    return next(iter(found.values())) if len(found) == 1 else None


def _with_names(claim: RelationClaim, named: Mapping[Referent, Referent]) -> RelationClaim | None:
    """The claim with names; None if it says only that there is such a relative."""
    text, known = claim.text, {claim.subject, claim.object} & named.keys()
    for each in known:
        text = text.replace(each.name, named[each].name)
    if any(named[each].name not in text for each in known):
        return None
    one, other = (named.get(each, each) for each in (claim.subject, claim.object))
    return replace(claim, subject=one, object=other, text=text)
