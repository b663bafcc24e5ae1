"""What somebody's relatives are called: a relative whom a message names is nobody unnamed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from pramana.memory.contracts.graph import Grain, Interval
from pramana.memory.domain.reading import lexicon, nepali_grammar
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


_FULL_NAME = r"[A-Z][\w’-]{1,30}(?: [A-Z][\w’-]{1,30}){1,3}"
_SIGH = (
    r"(?:(?:Oh|Ah|Aw+|Yes|No|Ooh|Wow|So sad|So sorry|Poor|Dear|Good old|Sad news)"
    r"(?: (?:no|dear|my|yes|wow))?[,.!…]{0,3}\s+){0,2}"
)
_PRAISE = (
    r"(?:an?|the|what|who|such|our|my|national|everyone['’]s|everybody['’]s|always|one|that|gone)"
)
LATER_NAME = re.compile(
    rf"^\W{{0,3}}{_SIGH}(?:(?P<kin>Uncle|Aunt|Auntie|Grandpa|Grandma|Granny|Cousin) )?"
    rf"(?P<name>{_FULL_NAME})"
    rf"(?:(?P<praise>,? {_PRAISE}\b[^.!?\n]{{0,80}})|(?=\s?[.!…]|\s*$))"
)
"""A message that opens with the name of whom the one before only described: "Oh no. Ana Ruiz, a
friend to all."."""
ADDRESSED = re.compile(r"\b(?:you|your|yours|please|can|could|will|would|I|we)\b|\?")
_WORD = r"[\u0900-\u0963\u0970-\u097F]"
LATER_NEPALI_NAME = re.compile(
    rf"^\s{{0,3}}(?:ओहो|ए|अहो|हो)?\s?[…,!।.]{{0,3}}\s{{0,3}}(?P<name>{_WORD}{{2,20}}(?:\s{_WORD}{{2,20}}){{1,2}}?)"
    rf"(?:जी|ज्यू)\s(?P<echo>{_WORD}{{3,30}}?)(?:मा|को)?\s?[?!।]"
)
"""The same in Nepali, with a word of the message before: गणेश शाहज्यू बैंकमा?"""


@cache
def _described_before() -> re.Pattern[str]:
    """Whom a message only describes: "my uncle", and not "my uncle Otto"; "Uncle is gone"."""
    ties = [*lexicon.TIES, *nepali_grammar.TIES]
    words = "|".join(
        sorted((re.escape(each) for each in ties if len(each) > 2), key=len, reverse=True)
    )
    alone = "|".join(sorted((each.title() for each in FAMILY_WORDS), key=len, reverse=True))
    return re.compile(
        r"(?:\b(?:[Mm]y|[Oo]ur)(?: [a-z-]{2,15}){0,2}? |(?<!\S)(?:मेर[ोीा]|हाम्र[ोीा])\s)"
        rf"(?P<tie>{words})(?![\w\u0900-\u0963])(?! (?:[A-Z]|is called|named))"
        rf"|(?:^|[.!?] )(?P<alone>{alone})(?= [a-z]|[.,!])"
    )


FAMILY_WORDS = lexicon.FAMILY_NAMES | {"uncle", "aunt", "auntie", "cousin"}


def later_named_claims(message: SpokenMessage) -> Iterator[RelationClaim]:
    """ "My uncle died." – "Uncle Otto Lund, a good man.": who the relative of somebody else is.

    The message before describes one person, and this one opens with a name that was not heard yet.
    """
    if not message.before or message.speakers_before[:1] in ((), ("",), (message.speaker,)):
        return
    owner, told = message.speakers_before[0], message.before[0]
    match = LATER_NAME.match(message.content)
    if match and (ADDRESSED.search(match["praise"] or "") or not (match["kin"] or match["praise"])):
        match = None
    nepali = LATER_NEPALI_NAME.match(message.content)
    if nepali and nepali["echo"] in told:
        match = nepali
    name = match["name"] if match else ""
    found = {each["tie"] or each["alone"].lower() for each in _described_before().finditer(told)}
    if match is None or len(found) != 1 or _is_known_name(message, name):
        return
    tie = found.pop()
    kin = (match.groupdict().get("kin") or "").lower()
    relation = lexicon.TIES.get(tie) or nepali_grammar.TIES.get(tie)
    if relation in (None, *lexicon.ORGANIZATION_TIES) or (
        kin and lexicon.TIES.get(kin) != relation
    ):
        return
    relative = Referent(name, EntityKind.PERSON, 0.85, is_named=True)
    whose = Referent(owner, EntityKind.PERSON, 0.85, is_named=True)
    swaps = relation in lexicon.INVERSE_TIES or relation in lexicon.MUTUAL_TIES
    ends = (whose, relative) if swaps else (relative, whose)
    text = f"{name} is {owner}'s {tie}." if tie.isascii() else f"{name} {owner}को {tie} हुन्।"
    interval = Interval(message.at, start_grain=Grain.UNKNOWN)
    yield RelationClaim(ends[0], str(relation), ends[1], text, *match.span(), interval, CONFIDENCE)


def _is_known_name(message: SpokenMessage, name: str) -> bool:
    """Whether somebody of this name writes here, or was named before."""
    heard = " ".join((message.speaker, *(f"{who} {words}" for who, words, _ in message.earlier)))
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", heard) is not None


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
