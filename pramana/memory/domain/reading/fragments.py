"""Sentences without a verb of their own: introductions, and short answers to a question.

"Tess Marlow, night nurse at the Adler." and "At Nabil.", after "Where do you work?", are completed
and read as whole sentences.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.memory.domain.reading.claims import EndClaim, RelationClaim
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.utterances import SENTENCE, Utterance

Read = Callable[[Utterance], tuple[Sequence[RelationClaim | EndClaim], Sequence[object]]]
LONGEST_ANSWER = 80
_NAME = r"[A-Z][\w'’-]*(?:[ ](?:[A-Z][\w'’-]*|de|du|van|von|al|la)){0,4}"
INTRODUCTION = re.compile(
    r"(?:^|(?<=[.!?] ))(?:And |Hi, |Hello, |I'm |I am |This is |The new one is me, )?"
    rf"(?P<name>{_NAME}),"
    r" (?P<rest>(?:the |a |an |your )?(?:[a-z]|[A-Z]{2,4}\b)[^.!?\n]{2,100})[.!?]"
)
VERB = re.compile(
    r"\b(?:is|am|are|was|were|has|have|had|will|'m|'s|'ve|'re|do|does|did|can|could|would|said|told)\b"
)
MOTHER_OF = re.compile(r"^(?:the )?(?:mother|father|mum|dad|wife|husband|sister|brother) of\b")


@dataclass(frozen=True)
class ShortAnswer:
    """A question, and how its answer is completed to a sentence of the person who answers."""

    question: re.Pattern[str]
    answer: re.Pattern[str]
    sentence: str


def _answer(question: str, answer: str, sentence: str) -> ShortAnswer:
    return ShortAnswer(re.compile(question, re.IGNORECASE), re.compile(answer), sentence)


SHORT_ANSWERS = (
    _answer(
        r"\bwhere do you (?:work|teach)", r"^(?:At|For|With|In) (?P<what>.+)$", "I work at {}."
    ),
    _answer(
        r"\bwhere (?:do you live|are you living)", r"^(?:In|At) (?P<what>.+)$", "I live in {}."
    ),
    _answer(r"\bwhere do you study", r"^(?:At|In) (?P<what>.+)$", "I study at {}."),
    _answer(
        r"\bwhere are you from|where do you come from",
        r"^(?:From )?(?P<what>[A-Z].+)$",
        "I come from {}.",
    ),
    _answer(
        r"\b(?:doing what|as what|what do you do|what(?:'s| is) your (?:job|work|role|position))\b",
        r"^(?:As )?(?:an? |the )?(?P<what>[A-Za-z].+)$",
        "I am a {}.",
    ),
    _answer(
        r"\bwho(?:'s| is) your (?:wife|husband|partner)", r"^(?P<what>[A-Z].+)$", "My spouse is {}."
    ),
    _answer(r"(?:कहाँ|कता)\s+काम\s+गर्", r"^(?P<what>.+?)मा?$", "म {}मा काम गर्छु।"),
    _answer(r"(?:कहाँ|कता)\s+बस्", r"^(?P<what>.+?)मा?$", "म {}मा बस्छु।"),
    _answer(r"के\s+काम\s+गर्|के\s+गर्नुहुन्छ", r"^(?P<what>\S+(?:\s\S+){0,2})$", "म {} हुँ।"),
)
WHICH = re.compile(
    r"^\W*(?:[Ww]hich (?P<first>[A-Z]\w+)|(?P<one>[A-Z]\w+) or (?P<other>[A-Z]\w+))\?\W*$"
)
SURNAME = re.compile(r"^(?P<name>[A-Z]\w+)\b[.!]?")


def completed_claims(message: SpokenMessage, read: Read) -> Iterator[RelationClaim]:
    """The claims of introductions and short answers, as this message states them."""
    for match in INTRODUCTION.finditer(message.content):
        rest = match["rest"]
        if _is_speaker(match["name"], message.speaker) and not VERB.search(rest.split(",")[0]):
            article = (
                "" if rest.startswith(("the ", "a ", "an ")) or MOTHER_OF.match(rest) else "a "
            )
            yield from _read_as(message, f"I am {article}{rest}.", match.span(), read)
    if not message.before or "?" not in message.before[0]:
        return
    yield from _answers(message, read)
    yield from _choices(message, read)


def _is_speaker(name: str, speaker: str) -> bool:
    words = set(speaker.casefold().split())
    return bool(words) and set(name.casefold().split()) <= words


def _answers(message: SpokenMessage, read: Read) -> Iterator[RelationClaim]:
    """Of a question to "you", only the answer of somebody else counts."""
    first = SENTENCE.match(message.content.strip())
    words = first.group().strip(" .!।") if first else ""
    if not words or len(words) > LONGEST_ANSWER or VERB.search(words):
        return
    if message.speakers_before[:1] == (message.speaker,):
        return
    for each in SHORT_ANSWERS:
        found = each.answer.match(words) if each.question.search(message.before[0]) else None
        if found:
            place = (0, len(message.content))
            yield from _read_as(message, each.sentence.format(found["what"]), place, read)
            return


def _choices(message: SpokenMessage, read: Read) -> Iterator[RelationClaim]:
    """ "Which Jean?" – "Orr.": the sentence in question is read again with the full name."""
    asked, answer = WHICH.match(message.before[0]), SURNAME.match(message.content)
    if not asked or not answer:
        return
    surname = answer["name"]
    for speaker, words, at in message.earlier[1:]:
        for sentence in SENTENCE.finditer(words):
            first = _first_name(message, asked["first"], surname, sentence.group())
            if not first:
                continue
            said = re.sub(rf"\b{first}\b", f"{first} {surname}", sentence.group(), count=1)
            again = replace(
                message, content=said.strip(), speaker=speaker, at=at, earlier=(), before=()
            )
            claims, _ = read(Utterance(again))
            yield from _place_claims(claims, (0, len(message.content)))
            return


def _first_name(message: SpokenMessage, asked: str | None, surname: str, sentence: str) -> str:
    """The first name that a sentence leaves without the surname, and that belongs to it."""
    known = " ".join(words for _, words, _ in message.earlier)
    for first in [asked] if asked else re.findall(rf"\b([A-Z]\w+) {surname}\b", known):
        if first and re.search(rf"\b{first}\b(?! [A-Z])", sentence):
            return first
    return ""


def _read_as(
    message: SpokenMessage, sentence: str, place: tuple[int, int], read: Read
) -> Iterator[RelationClaim]:
    claims, _ = read(Utterance(replace(message, content=sentence)))
    yield from _place_claims(claims, place)


def _place_claims(
    claims: Sequence[RelationClaim | EndClaim], place: tuple[int, int]
) -> Iterator[RelationClaim]:
    for each in claims:
        if isinstance(each, RelationClaim):
            yield replace(each, start=place[0], end=place[1])
