"""The claims of Nepali sentences: verb last, and case endings that say who does what to whom."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.language.tagging import Mention
from pramana.language.tagging.sentences import nepali_stretches
from pramana.language.tagging.words import Word, words
from pramana.language.times import Cue, find_times
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.message import Message
from pramana.memory.domain.reading.nepali_own import own_claims
from pramana.memory.domain.reading.things import KINDS
from pramana.memory.domain.reading.values import Aspect, Claim, Held, Kind, Thing

SURE = 0.7
SPEAKER = frozenset(("म", "मैले", "मलाई", "मेरो"))
UNSURE = re.compile(r"\?\s*$|(?<!\S)(?:यदि|के|किन|कसले|कहाँ|भने|होला|सायद)(?!\S)|होइन")
"""Questions, conditions, guesses and denials: nothing is read from their sentence."""

VERBS: tuple[tuple[str, str, Aspect, str], ...] = (
    ("WORKS_AT", "मा", Aspect.STATE, r"काम\s+(?:गर्(?:छ|छु|छन्|छिन्|नुहुन्छ)|गरिरह\S+|गर्दै(?!न)\S*)"),
    ("WORKS_AT", "मा", Aspect.END, r"काम\s+(?:गर्दिन|गर्दैन|गर्थ)\S*|काम\s+छाड\S+"),
    ("WORKS_AT", "बाट", Aspect.END, r"राजीनामा\s+दि\S+|अवकाश\s+(?:लि|पा)\S+"),
    ("WORKS_AT", "मा", Aspect.START, r"(?:काम|जागिर)\s+(?:सुरु\s+गर\S+|थाल\S+|पा(?:ए|इन्|यो|एँ)\S*)"),
    ("LIVES_IN", "मा", Aspect.STATE, r"बस्(?:छ|छु|छन्|छिन्|नुहुन्छ|दै(?!न)\S*)"),
    ("LIVES_IN", "मा", Aspect.END, r"बस्(?:थ|दिन|दैन)\S*"),
    ("LIVES_IN", "बाट", Aspect.END, r"(?:बसाइँ\s+)?सर(?:े|ें|ेँ|्यो|िन्|ेका)\S*"),
    ("LIVES_IN", "मा", Aspect.START, r"(?:बसाइँ\s+)?सर(?:े|ें|ेँ|्यो|िन्|ेका)\S*"),
    ("BORN_IN", "मा", Aspect.START, r"जन्म(?:िए|िइन्|ेका|ेको|ेकी|ियो|ें|ेँ)\S*|जन्म\s+भ\S+"),
    ("VISITED", "", Aspect.START, r"ग(?:ए|एँ|इन्|यो|एका)\S*"),
    ("STUDIES_AT", "मा", Aspect.STATE, r"पढ्(?:छ|छु|छन्|छिन्|नुहुन्छ|दै(?!न)\S*)"),
    ("MARRIED_TO", "सँग", Aspect.START, r"(?:विवाह|बिहे)\s+(?:गर|भ)\S+"),
)
OFFICES = {
    "प्रधानमन्त्री": "PRIME_MINISTER_OF", "राष्ट्रपति": "PRESIDENT_OF", "मेयर": "MAYOR_OF",
    "अध्यक्ष": "CHAIR_OF", "सचिव": "SECRETARY_OF", "प्रमुख": "HEAD_OF", "मन्त्री": "MINISTER_OF",
}  # fmt: skip
_BECOMES = (
    r"(?P<now>हुन्|हो|हुनुहुन्छ|छन्)"
    r"|(?P<began>भए|भइन्|भयो|बने|बनिन्|बन्यो|नियुक्त\s+भ\S+)"
    r"|(?P<was>थिए|थिइन्|थियो|रहेनन्|पदबाट\s+(?:हट|राजीनामा)\S*)"
)
_OFFICE = re.compile(rf"(?P<of>\S*?)(?P<office>{'|'.join(OFFICES)})(?:मा|का|को)?\s+(?:{_BECOMES})")
_HELD_BY = re.compile(
    rf"(?P<of>\S*?)(?P<office>{'|'.join(OFFICES)})\s+(?P<who>\S+(?:\s+\S+){{0,3}}?)\s+"
    r"(?:हुन्|हुनुहुन्छ)(?!\S*[^\s।])"
)
"""The office first: सूर्यकोटका मेयर हरि खनाल हुन्।"""

_RULES = tuple(
    (relation, case, aspect, re.compile(rf"(?<!\S)(?:{verb})\s*[।!.]?\s*$"))
    for relation, case, aspect, verb in VERBS
)


def nepali_claims(message: Message, mentions: Sequence[Mention]) -> Iterator[Claim]:
    """The office, work, home, study, marriage and birth that Nepali sentences tell."""
    for start, end in nepali_stretches(message.content):
        if UNSURE.search(message.content, start, end):
            continue
        inside = [each for each in mentions if start <= each.start and each.end <= end]
        yield from own_claims(message, start, end, inside)
        yield from _offices(message, start, end, inside)
        yield from _held_by(message, start, end, inside)
        for relation, case, aspect, verb in _RULES:
            if verb.search(message.content[start:end]):
                yield from _ruled(message, start, end, inside, (relation, case, aspect))


def _ruled(
    message: Message, start: int, end: int, inside: list[Mention], rule: tuple[str, str, Aspect]
) -> Iterator[Claim]:
    relation, case, aspect = rule
    ends = {word.stem_end: word for word in words(message.content, start, end)}
    objects = [each for each in inside if case and _ending(ends, each).startswith(case)]
    if not case:
        places = [each for each in inside if KINDS[each.kind] is Kind.LOCATION]
        objects = [each for each in places if not _ending(ends, each)]
    who = _subject(message, start, end, [each for each in inside if each not in objects])
    for found in objects[-1:]:
        other = replace(_thing(found), kind=lexicon.OBJECTS.get(relation, KINDS[found.kind]))
        if who:
            held = _held(message, start, end, aspect)
            yield _claim(message, start, end, (who, relation, other), held)


def _ending(ends: dict[int, Word], mention: Mention) -> str:
    word = ends.get(mention.end)
    return word.ending if word else ""


def _subject(message: Message, start: int, end: int, others: list[Mention]) -> Thing | None:
    """The first name that is not the object, or the speaker; nobody else is guessed."""
    if SPEAKER & {word.text for word in words(message.content, start, end)}:
        return Thing(message.speaker, Kind.PERSON, 0.9, is_named=True) if message.speaker else None
    people = [each for each in others if KINDS[each.kind] is Kind.PERSON] or others[:1]
    return replace(_thing(people[0]), kind=Kind.PERSON) if people else None


def _offices(message: Message, start: int, end: int, inside: list[Mention]) -> Iterator[Claim]:
    for match in _OFFICE.finditer(message.content, start, end):
        before = [each for each in inside if each.end <= match.start("office")]
        owner = _owner(message.content, match, before)
        who = _subject(message, start, end, [each for each in before if each.text != owner])
        if who and owner:
            aspect = (
                Aspect.END if match["was"] else Aspect.START if match["began"] else Aspect.STATE
            )
            relation = OFFICES[match["office"]]
            held = _held(message, start, end, aspect)
            yield _claim(message, start, end, (who, relation, Thing(owner)), held)


def _held_by(message: Message, start: int, end: int, inside: list[Mention]) -> Iterator[Claim]:
    for match in _HELD_BY.finditer(message.content, start, end):
        named = [each for each in inside if each.start == match.start("who")]
        owner = _owner(message.content, match, inside)
        if named and owner:
            who = replace(_thing(named[0]), kind=Kind.PERSON)
            told = (who, OFFICES[match["office"]], Thing(owner))
            yield _claim(message, start, end, told, _held(message, start, end, Aspect.STATE))


def _owner(content: str, match: re.Match[str], before: list[Mention]) -> str:
    """अर्थ in अर्थमन्त्री; पोखरा in पोखराका मेयर."""
    if match["of"]:
        return match["of"]
    owned = re.search(r"(\S+?)(?:को|का|की)\s*$", content[: match.start("office")])
    whole = next((each.text for each in before if owned and each.end == owned.end(1)), "")
    return whole or (owned[1] if owned else "")


def _held(message: Message, start: int, end: int, aspect: Aspect) -> Held:
    times = find_times(message.content[start:end], message.at)
    since = next((each.begins for each in times if each.cue in (Cue.SINCE, Cue.AT)), None)
    if aspect is Aspect.END:
        return Held(None, since or message.at)
    return Held(since or message.at)


def _thing(mention: Mention) -> Thing:
    return Thing(mention.text, KINDS[mention.kind], mention.confidence, is_named=True)


def _claim(
    message: Message, start: int, end: int, told: tuple[Thing, str, Thing], held: Held
) -> Claim:
    subject, relation, other = told
    quote = message.content[start:end]
    first = start + len(quote) - len(quote.lstrip())
    last = first + len(quote.strip())
    text = message.content[first:last]
    if subject.name == message.speaker:
        text = f"{subject.name}: {text}"
    sure = round(min(0.9, SURE * (subject.confidence + other.confidence) / 1.6), 2)
    return Claim(subject, relation, other, text, first, last, held, sure)
