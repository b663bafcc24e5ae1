"""Announcements in set phrases: last days, appointments. Patterns find them where a parse fails."""

import re
from collections.abc import Iterator

from pramana.language.times import Cue, TimeExpression, find_times
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.utterances import SENTENCE

CONFIDENCE = 0.85
_NAME = r"[A-Z][\w’-]*(?:[ ][A-Z][\w’-]*){0,3}"
_ROLE = r"[a-z][a-z-]*(?: [a-z][a-z-]*){0,2}"
_LAST = r"(?:last|final) (?:day|night|shift|evening|morning|week|match|game|class|lesson|rehearsal)"
LAST_DAY_AS = re.compile(
    rf"\b(?P<whose>[Mm]y|(?P<name>{_NAME})['’]s) {_LAST} as (?:the |our |your |a )?"
    rf"(?P<role>{_ROLE})(?: (?:of|at|for) (?:the )?(?P<body>{_NAME}))?,?"
    r" (?:is|was|will be) (?:on )?(?P<when>[^.;!?\n]+)"
)
APPOINTED = re.compile(
    r"\b(?:elected|appointed|chosen?|chose|made|named|voted|picked|promoted)"
    rf" (?P<name>{_NAME}) (?:in )?(?:as |to be |to )?(?:the |our |a )?(?:new )?(?P<role>{_ROLE}?)"
    rf"(?: of (?:the )?(?P<body>{_NAME}))?(?=,| from\b| on\b| since\b| last\b| yesterday|[.;!\n]|$)"
)
UNREAL = re.compile(
    r"\b(?:if|would|might|may|could|should|never|not|n't|hope|wish)\b|\?", re.IGNORECASE
)


def announced_claims(message: SpokenMessage) -> Iterator[RelationClaim | EndClaim]:
    """The claims of a message's set phrases. A sentence that only imagines them makes none."""
    for sentence in SENTENCE.finditer(message.content):
        words = sentence.group()
        if UNREAL.search(words):
            continue
        yield from _last_days(message, words, sentence.start())
        yield from _appointments(message, words, sentence.start())


def _last_days(
    message: SpokenMessage, words: str, start: int
) -> Iterator[RelationClaim | EndClaim]:
    for match in LAST_DAY_AS.finditer(words):
        owner = match["name"] or message.speaker
        if not owner or not _is_role(match["role"]):
            continue
        ahead = not re.search(r"\bwas\b", match.group())
        time = _first(find_times(match["when"], message.at, ahead=ahead))
        interval = dated_interval(None, time, message.at, ends=True)
        place = (start, start + len(words.rstrip()))
        subject = Referent(owner, EntityKind.PERSON, 0.9, is_named=True)
        office = lexicon.OFFICES.get(match["role"].rsplit(" ", 1)[-1])
        families = tuple(dict.fromkeys((office or "HAS_POSITION", "HAS_POSITION")))
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


def _is_role(words: str) -> bool:
    last = words.rsplit(" ", 1)[-1]
    return last in lexicon.OFFICES or lexicon.is_occupation(last)


def _first(times: list[TimeExpression]) -> TimeExpression | None:
    return next((each for each in times if each.cue is not Cue.FOR), None)
