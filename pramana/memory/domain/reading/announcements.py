"""Announcements in set phrases: last days, appointments. Patterns find them where a parse fails."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pramana.language.times import Cue, TimeExpression, find_times
from pramana.memory.contracts.graph import Grain, Interval
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval
from pramana.memory.domain.reading.messages import SpokenMessage, parse_english
from pramana.memory.domain.reading.utterances import SENTENCE
from pramana.memory.domain.spheres import SPHERE_FAMILIES, Sphere

CONFIDENCE = 0.85
_NAME = r"[A-Z][\w’-]*(?:[ ][A-Z][\w’-]*){0,3}"
_ROLE = r"[a-z][a-z-]*(?: [a-z][a-z-]*){0,2}"
_LAST = r"(?:last|final) (?:day|night|shift|evening|morning|week|match|game|class|lesson|rehearsal)"
LAST_DAY_AS = re.compile(
    rf"\b(?P<whose>[Mm]y|(?P<name>{_NAME})['’]s) {_LAST} as (?:the |our |your |a )?"
    rf"(?P<role>{_ROLE})(?: (?:of|at|for) (?:the )?(?P<body>{_NAME}))?,?"
    r" (?:is|was|will be) (?:on )?(?P<when>[^.;!?\n]+)"
)
LAST_DAY = re.compile(
    rf"\b(?P<name>{_NAME})(?: the [a-z-]+)?['’]s {_LAST}(?: (?:with|at|in|here)(?: [a-z]+){{0,2}})?"
    r" (?:is|was|will be) (?:on )?(?P<when>[^.;!?\n]+)"
)
NAMED_ROLE = re.compile(rf"\b(?P<name>{_NAME}) the (?P<role>[a-z-]+)\b(?! (?:of|who|that))")
"""A name with somebody's work: "Kit the plumber"."""
APPOINTED = re.compile(
    r"\b(?:elected|appointed|chosen?|chose|made|named|voted|picked|promoted)"
    rf" (?P<name>{_NAME}) (?:in )?(?:as |to be |to )?(?:the |our |a )?(?:new )?(?P<role>{_ROLE}?)"
    rf"(?: of (?:the )?(?P<body>{_NAME}))?(?=,| from\b| on\b| since\b| last\b| yesterday|[.;!\n]|$)"
)
BIRTH = re.compile(
    rf"\b(?P<who>I|We|[Mm]y (?P<tie>[a-z-]+)(?: (?P<relative>{_NAME}))?|(?P<name>{_NAME}))"
    r" (?:just )?(?:had|has had|have had|gave birth to|welcomed)"
    r" (?:a |an |his |her |their |our |the )?"
    r"(?:[a-z]+ ){0,2}?(?:baby )?(?P<child>girl|boy|son|daughter|baby)"
    r"(?=[,.;!\n]|$| (?:on|in|at|last|this|yesterday|today|tonight|early|and|called|named)\b)"
)
"""Somebody had a child."""
CHILD_NAME = re.compile(
    rf"\b(?:named|called|calling|call|name) (?:her|him|the baby|it) (?P<name>{_NAME})"
    rf"|\b(?:[Hh]er|[Hh]is|[Tt]he) name(?:['’]s| is) (?P<given>{_NAME})"
    rf"|\b[Nn]ame(?:['’]s| is|d)? (?P<bare>{_NAME})"
)
CHILDREN = {"girl": "daughter", "boy": "son", "baby": "child"}
FIRST_DAY = re.compile(
    r"\b(?:[Hh]e|[Ss]he|[Tt]hey|I)(?:['’]ll| will| am|['’]m|['’]s| is)?"
    r" (?:starts?|starting|begins?) (?:there |work )?"
    r"(?P<when>(?:on |next |from |in |tomorrow|today)[^.;!?\n]*)"
)
"""When a new job begins, said after it: "…, she starts on 1 June"."""
UNREAL = re.compile(
    r"\b(?:if|would|might|(?-i:may)|could|should|never|not|n't|hope|wish)\b|\?", re.IGNORECASE
)


def announced_claims(message: SpokenMessage) -> Iterator[RelationClaim | EndClaim]:
    """The claims of a message's set phrases. A sentence that only imagines them makes none."""
    for sentence in SENTENCE.finditer(message.content):
        words = sentence.group()
        if UNREAL.search(words):
            continue
        yield from _last_days(message, words, sentence.start())
        for named in NAMED_ROLE.finditer(words):
            if _is_role(named["role"]) and _is_name(message, sentence.start() + named.start()):
                place = (sentence.start(), words)
                interval = Interval(message.at, start_grain=Grain.UNKNOWN)
                yield _position(message, named["name"], named["role"], "", interval, place)
        yield from _appointments(message, words, sentence.start())
        yield from _births(message, words, sentence.start())


def with_first_day(claim: RelationClaim, message: SpokenMessage) -> RelationClaim:
    """The claim of a job with the day on which it begins, if the message gives that apart."""
    is_new = NEW_WORK.search(message.content, claim.start, claim.end)
    is_new = is_new if claim.relation in FIRST_DAY_RELATIONS else None
    match = FIRST_DAY.search(message.content, is_new.start()) if is_new else None
    time = _first(find_times(match["when"], message.at, ahead=True)) if match else None
    if time is None or claim.interval.start != message.at or claim.interval.end:
        return claim
    return replace(claim, interval=dated_interval(time, None, message.at))


NEW_WORK = re.compile(r"\b(?:job|joins?|joined|hired|accepted|landed|got in|place at)\b")
FIRST_DAY_RELATIONS = frozenset(("WORKS_AT", "TEACHES_AT", "HAS_POSITION", "STUDIES_AT"))


def _last_days(
    message: SpokenMessage, words: str, start: int
) -> Iterator[RelationClaim | EndClaim]:
    for match in (*LAST_DAY_AS.finditer(words), *LAST_DAY.finditer(words)):
        owner, role = match["name"] or message.speaker, match.groupdict().get("role")
        if not owner or (role and not _is_role(role)):
            continue
        ahead = not re.search(r"\bwas\b", match.group())
        time = _first(find_times(match["when"], message.at, ahead=ahead))
        interval = dated_interval(None, time, message.at, ends=True)
        place = (start, start + len(words.rstrip()))
        subject = Referent(owner, EntityKind.PERSON, 0.9, is_named=True)
        office = lexicon.OFFICES.get(role.rsplit(" ", 1)[-1]) if role else None
        families = tuple(dict.fromkeys((office or "HAS_POSITION", "HAS_POSITION")))
        families = families if role else SPHERE_FAMILIES[Sphere.WORK]
        yield EndClaim(subject, families, interval, *place)


def _appointments(message: SpokenMessage, words: str, start: int) -> Iterator[RelationClaim]:
    for match in APPOINTED.finditer(words):
        role = match["role"]
        if not _is_role(role):
            continue
        ahead = bool(re.search(r"\bfrom\b", words))
        time = _first(find_times(words, message.at, ahead=ahead))
        interval = dated_interval(time, None, message.at)
        yield _position(message, match["name"], role, match["body"] or "", interval, (start, words))


def _births(message: SpokenMessage, words: str, start: int) -> Iterator[RelationClaim]:
    """ "My sister Ann had a girl on 3 May. They've named her Mia.": whose child, and when born."""
    match = BIRTH.search(words)
    rest = message.content[start:]
    given = CHILD_NAME.search(rest, match.end()) if match else None
    if match is None or not message.speaker:
        return
    tie = CHILDREN.get(match["child"], match["child"])
    parent = match["name"] or match["relative"]
    owner = parent or (
        message.speaker if not match["tie"] else f"{message.speaker}'s {match['tie']}"
    )
    who = Referent(owner, EntityKind.PERSON, 0.85, is_named=bool(parent or not match["tie"]))
    if not parent and match["tie"]:
        who = replace(who, owner=message.speaker, tie=match["tie"])
    name = (given["name"] or given["given"] or given["bare"]) if given else f"{owner}'s {tie}"
    child = Referent(name, EntityKind.PERSON, 0.8, is_named=bool(given))
    if not given:
        child = replace(child, owner=owner, tie=tie)
    time = _first(find_times(rest, message.at))
    interval, place = dated_interval(time, None, message.at), (start, start + len(words.rstrip()))
    kin = f"{name} is {owner}'s {tie}." if given else f"{owner} has a {tie}."
    yield RelationClaim(child, "CHILD_OF", who, kin, *place, interval, CONFIDENCE)
    if time:
        day = time.begins.date().isoformat()
        text = f"{name} was born on {day}."
        yield RelationClaim(child, "BORN_ON", Referent(day), text, *place, interval, CONFIDENCE)


def _position(
    message: SpokenMessage,
    name: str,
    role: str,
    body: str,
    interval: Interval,
    sentence: tuple[int, str],
) -> RelationClaim:
    start, words = sentence
    first = start + len(words) - len(words.lstrip())
    subject = Referent(name, EntityKind.PERSON, 0.85, is_named=True)
    office = lexicon.OFFICES.get(role.rsplit(" ", 1)[-1]) if body else None
    relation = office or "HAS_POSITION"
    other = (
        Referent(body, EntityKind.ORGANIZATION, 0.8, is_named=True) if office else Referent(role)
    )
    text = f"{name} is {role}{f' of {body}' if body else ''}."
    end = start + len(words.rstrip())
    return RelationClaim(subject, relation, other, text, first, end, interval, CONFIDENCE)


def _is_name(message: SpokenMessage, place: int) -> bool:
    """Whether the word at a place is a name, and not the verb of "Ask the guard"."""
    return any(
        token.idx == place and token.pos_ in ("PROPN", "NOUN")
        for token in parse_english(message.content)
    )


def _is_role(words: str) -> bool:
    last = words.rsplit(" ", 1)[-1]
    return last in lexicon.OFFICES or lexicon.is_occupation(last)


def _first(times: list[TimeExpression]) -> TimeExpression | None:
    return next((each for each in times if each.cue is not Cue.FOR), None)
