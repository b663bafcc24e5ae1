"""English names told by the words around or inside them, where the model says nothing or less."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from pramana.language.tagging import english_words as lists
from pramana.language.tagging import public_bodies
from pramana.language.tagging.gazetteer import Gazetteer
from pramana.language.tagging.mentions import Kind, Mention

_NAME = r"[A-Z][\w'’-]{1,40}"
_JOINED = rf"{_NAME}(?:[ ](?:(?:and|of|the|for|&)[ ]){{0,2}}{_NAME}){{0,7}}"
_CLEAR_TITLES = (
    r"Mr|Mrs|Ms|Dr|Prof|Professor|Er|Adv|Advocate|Hon|Hon'ble|Honou?rable|Shri|Shree|Smt|"
    r"Prime Minister|Chief Justice|Chief Minister|Minister|Justice|President|Mayor|Ambassador"
)
_LAST = r"(?![ ](?:of[ ])?[A-Z])"
"""No name goes on after this."""

_OFFICE = re.compile(
    rf"\b(?:{_NAME}[ ]){{0,3}}?(?:{lists.ORGANISATION_HEADS})[ ](?:of|for)[ ](?:the[ ])?{_JOINED}"
)
_ENDED = re.compile(
    rf"\b{_NAME}(?:[ ](?:(?:of|for|&)[ ])?{_NAME}){{0,5}}[ ](?:{lists.ORGANISATION_ENDS})\b{_LAST}"
)
_PLACE = re.compile(rf"\b{_NAME}(?:[ ]{_NAME}){{0,2}}[ ](?:{lists.PLACE_ENDS})\b{_LAST}")
_TITLED = re.compile(
    rf"\b(?:{_CLEAR_TITLES})\b\.?[ ]"
    rf"(?P<name>(?:[A-Z]\.[ ]?){{0,3}}{_NAME}(?:[ ](?:[A-Z]\.[ ]?|{_NAME})){{0,3}})"
)
_SHORT = re.compile(r"[ ]\((?P<short>[A-Z][A-Za-z&.-]{1,9})\)")
_SENTENCE_STARTS = "The This That These Those A An In On At For By With From"


def rule_mentions(text: str, read: Sequence[Mention]) -> Iterator[Mention]:
    """What the rules find, and the short forms of organisations found by rule or model."""
    found = [*_by_pattern(text)]
    yield from found
    yield from _short_forms(text, [*read, *found])


def _by_pattern(text: str) -> Iterator[Mention]:
    for body in _public_bodies().find(text):
        yield replace(body, confidence=0.85, why="a public body", ids=())
    for match in _OFFICE.finditer(text):
        yield _of(match, Kind.ORGANIZATION, 0.85, "named as an office")
    for match in _ENDED.finditer(text):
        yield _of(match, Kind.ORGANIZATION, 0.75, f"ends in {match.group().split()[-1]}")
    for match in _PLACE.finditer(text):
        yield _of(match, Kind.LOCATION, 0.82, f"ends in {match.group().split()[-1]}")
    for match in _TITLED.finditer(text):
        if not re.search(rf"\b(?:{lists.ORGANISATION_ENDS})\b", match.group("name")):
            start, end = match.span("name")
            yield Mention(start, end, Kind.PERSON, match.group("name"), 0.75, "follows a title")


def _of(match: re.Match[str], kind: Kind, confidence: float, why: str) -> Mention:
    """The match without a first word that only begins the sentence."""
    words, start = match.group(), match.start()
    first = words.split(" ", 1)[0]
    if first in _SENTENCE_STARTS.split():
        start += len(first) + 1
    return Mention(start, match.end(), kind, words[start - match.start() :], confidence, why)


def _short_forms(text: str, known: Sequence[Mention]) -> Iterator[Mention]:
    """Short forms in brackets after an organisation, and each other place they are used."""
    ends = {each.end: each for each in known if each.kind is Kind.ORGANIZATION}
    for match in _SHORT.finditer(text):
        whole = ends.get(match.start())
        if whole:
            short = match.group("short")
            for other in re.finditer(rf"(?<!\w){re.escape(short)}(?!\w)", text):
                yield Mention(
                    *other.span(), Kind.ORGANIZATION, short, 0.82, f"short for {whole.text}"
                )


@cache
def _public_bodies() -> Gazetteer:
    return Gazetteer(
        (name, name, Kind.ORGANIZATION) for name in public_bodies.ENGLISH.strip().splitlines()
    )
