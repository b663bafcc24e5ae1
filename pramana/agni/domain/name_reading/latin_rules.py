"""Names in Latin letters found by rule: after a title, before a legal form, in an address."""

import re
from collections.abc import Iterator
from functools import cache

from pramana.agni.domain.name_reading import words as name_words
from pramana.agni.domain.name_reading.latin import (
    BODY,
    HEADED,
    LATIN_WORD,
    LEGAL,
    LIKELY,
    LOCATION,
    NAME,
    NAME_REST,
    ORGANIZATION,
    PERSON,
    PIECE,
    SURE,
    TITLE,
    TRAILING,
    after_position,
    after_starters,
    body_ends,
    general_words,
    is_body,
    is_general,
    is_place_of_nepal,
    is_surname,
    place_ends,
)
from pramana.language.places import district_of, province_of
from pramana.language.positions import position_meanings, position_words
from pramana.language.tagging import NameMention
from pramana.language.tagging.english import PLACES_OF_NEPAL

_PROJECT = re.compile(
    rf"{PIECE}(?: {PIECE}){{0,5}} (?:{'|'.join(name_words.PROJECT_ENDS.split())})\b(?! {PIECE})"
)
_ROAD_PROJECT = re.compile(rf"{PIECE}(?: {PIECE}){{0,3}} (?:Corridor|Link|Access|Bypass) Road\b")
_BROADCAST = "|".join(name_words.BROADCASTS.split())
_NEWSPAPER = re.compile(
    rf"^(?:The )?{PIECE}(?: {PIECE}){{0,3}} (?:{_BROADCAST}|{_BROADCAST.upper()})$"
    rf"|(?<=\b[Tt]he ){PIECE}(?: {PIECE})? (?:{_BROADCAST})\b(?! [A-Z])",
    re.M,
)


_FIRM = re.compile(rf"(?<=\bM/s ){PIECE}(?: (?:and |& )?{PIECE}){{1,4}}")


_FULL_STOP = re.compile(r"(?<=Limited)\.$|(?<=LLC)\.$|(?<=LLP)\.$|(?<=GmbH)\.$")
"""The end of a sentence, after a legal form that is no abbreviation with a point."""


def latin_bodies(text: str) -> Iterator[NameMention]:
    """The organisations and projects whose own words say what they are."""
    for pattern, confidence in (
        (LEGAL, SURE),
        (HEADED, SURE),
        (BODY, LIKELY),
        (_PROJECT, LIKELY),
        (_ROAD_PROJECT, SURE),
        (_NEWSPAPER, LIKELY),
        (_FIRM, SURE),
    ):
        for match in pattern.finditer(text):
            start = after_starters(text, match.start(), match.end())
            start = after_position(text, start, match.end())
            start = _after_first_body(text, start, match.end())
            words = _FULL_STOP.sub("", text[start : match.end()])
            if len(words.split()) > 1 and not _crosses_person(words):
                end = start + len(words)
                yield NameMention(start, end, ORGANIZATION, words, confidence, "named as a body")


def _after_first_body(text: str, start: int, end: int) -> int:
    """Where the second name begins in "NEA and Sahara Bank", which names two bodies."""
    first, joined, _ = text[start:end].partition(" and ")
    if not joined or text[start:end].startswith(_HEADS_OF):
        return start
    two = first.isupper() or first.split()[-1] in body_ends() or is_body(first)
    return start + len(first) + len(joined) if two else start


_HEADS_OF = (
    "Ministry",
    "Department",
    "Office",
    "Commission",
    "Institute",
    "Federation",
    "Association",
)


def _crosses_person(words: str) -> bool:
    return bool(re.search(rf"\b(?:{TITLE})\s", words))


_TITLED = re.compile(rf"\b(?:{TITLE}\s+)+(?P<name>{LATIN_WORD}(?:{NAME_REST}){{0,3}})")
_DESCRIBED = re.compile(
    rf"(?<![\w'’-])(?P<name>{NAME})"
    r"(?=,? aged? \d|, \d{2},|,? (?:son|daughter|wife|husband|widow) of )"
)
_BYLINE = re.compile(rf"^(?:By|BY|From)[: ]\s*(?P<name>{NAME})\s*$", re.M)
_SIGNATURE = re.compile(
    rf"^\s*(?:{TITLE}\s)*(?P<name>{NAME})(?:, Ph\.?D\.?)?\s*\n\s*(?P<position>[^\n]{{3,60}})$", re.M
)


def latin_people(text: str) -> Iterator[NameMention]:
    """The people whom a title, a position, a byline or a relative shows."""
    for match in _TITLED.finditer(text):
        if not is_body(match["name"]):
            confidence = SURE if " " in match["name"] else LIKELY
            yield _person(match, confidence, "follows a title")
    patterns = (
        (_BYLINE, LIKELY, "a byline"),
        (_DESCRIBED, SURE, "named with an age or a relative"),
        (_SIGNATURE, LIKELY, "signed with a position"),
        (_with_position(), SURE, "named with a position"),
        (_before_position_name(), LIKELY, "follows a position"),
        (_RELATION, LIKELY, "named as a relative"),
        (_LABELLED, LIKELY, "given after a label"),
        (_FULL_NAME, LIKELY, "has a middle name and a surname"),
    )
    for pattern, confidence, why in patterns:
        for match in pattern.finditer(text):
            if _is_shown(match) and not _names_no_person(match["name"]):
                yield _person(match, confidence, why)


def _is_shown(match: re.Match[str]) -> bool:
    """A name above another line is a signature only if that line is a position.

    A middle name shows a person only if a surname follows it.
    """
    parts = match.groupdict()
    if surname := parts.get("surname"):
        return is_surname(surname)
    return parts.get("position") is None or bool(position_meanings(parts["position"]))


_MIDDLE = r"(?:Raj|Bahadur|Prasad|Kumari?|Lal|Man|Nath|Devi|Maya|Ram|Jung|Dev|Singh|Narayan)"
"""Middle names, which show that the word before them is a given name."""

_FULL_NAME = re.compile(rf"\b(?P<name>[A-Z][a-z]+ {_MIDDLE} (?P<surname>[A-Z][a-z]+))\b(?! [A-Z])")
_LABELLED = re.compile(
    rf"^[^\S\n]*(?:[A-Z][\w'’ ]{{0,25}}\s)?(?i:name|witness|by|contact|signatory|guarantor|"
    rf"applicant|petitioner|respondent|plaintiff|defendant|candidate|nominee|beneficiary|tenant|landlord|owner|"
    rf"chair|complainant)[ \t]*[:：][ \t]*(?:{TITLE}\s)*(?P<name>{NAME})[ \t]*(?=,|$)",
    re.M,
)
_RELATION = re.compile(
    rf"\b(?:son|daughter|wife|husband|father|mother|grandson|granddaughter|brother|sister|widow)"
    rf"(?: of|,|:| is| was)(?: the)?(?: late)? (?:{TITLE} )?(?P<name>{NAME})"
)


@cache
def _with_position() -> re.Pattern[str]:
    """A name with its position after a comma or in brackets: Sita Rai, Managing Director."""
    ways = "|".join(re.escape(way) for way in position_words("en"))
    return re.compile(
        rf"(?P<name>{NAME})(?:, \d{{2}})?(?:,| \()\s*(?:the |a |an )?"
        rf"(?i:(?:[a-z-]+ ){{0,3}}(?:{ways}))\b"
    )


@cache
def _before_position_name() -> re.Pattern[str]:
    """A name right after a position: spokesperson Suman Rai; its director, Dev Rai."""
    ways = "|".join(re.escape(way) for way in position_words("en"))
    return re.compile(rf"\b(?i:{ways}),? (?:{TITLE} )*(?P<name>{NAME})")


def _names_no_person(words: str) -> bool:
    """Whether these capitals are a body, a place, or words that name nobody."""
    parts = [part.strip(".,").lower() for part in words.split()]
    return (
        is_body(words)
        or parts[-1].capitalize() in place_ends()
        or any(part in general_words() for part in parts)
        or all(part in PLACES_OF_NEPAL for part in parts)
    )


def _person(match: re.Match[str], confidence: float, why: str) -> NameMention:
    start, end = match.span("name")
    lead = re.match(rf"(?:{TITLE}\s+)+", match.string[start:end])
    start += lead.end() if lead else 0
    words = match.string[start:end]
    kept = TRAILING.sub("", words)
    pieces = kept.split(" ")
    while len(pieces) > 1 and pieces[-1].strip(".,").lower() in general_words():
        pieces.pop()
    kept = " ".join(pieces)
    return NameMention(start, start + len(kept), PERSON, kept, confidence, why)


_ADDRESS = re.compile(
    r"(?P<place>[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?:[-–]\d{1,2})?,? (?:in )?(?P<area>[A-Z][a-z]+)\b"
)
_WARD_PLACE = re.compile(r"\b(?P<place>[A-Z][a-z]{3,})[-–](?:Ward )?\d{1,2}\b")
_LOCAL = re.compile(
    rf"{LATIN_WORD}(?: {LATIN_WORD}){{0,2}} (?:(?:Sub-?\s?)?Metropolitan City|"
    r"(?:Rural )?Municipality|Road|Highway|Marg|Province|District|district|Bazaar|Bazar|Village)\b"
)
_BRANCH = re.compile(r"\b(?P<place>[A-Z][a-z]{3,})(?: [Bb]ranch)\b")
_FROM_TO = re.compile(r"\bfrom [A-Z][a-z]+(?: [A-Z][a-z]+)? to (?P<place>[A-Z][a-z]{3,})\b")
_PLACE_AFTER = re.compile(r"\b(?:at|in|from|near) (?P<place>[A-Z][a-z]{3,})(?=[\s,.;]|$)(?! [A-Z])")


_PLACE_PATTERNS = (
    (_ADDRESS, LIKELY, "before its district"),
    (_WARD_PLACE, LIKELY, "with a ward number"),
    (_BRANCH, LIKELY, "a branch there"),
    (_FROM_TO, LIKELY, "where a road goes"),
    (_PLACE_AFTER, 0.8, "follows a word for where"),
)


_ONE_PLACE = re.compile(rf"\b(?:(?:New|Old|Naya|Purano) )?(?P<place>[A-Z][a-z]+)\b(?! {_MIDDLE}\b)")
"""A town; before a middle name it is somebody's given name: Dilli Raj."""


def latin_places(text: str) -> Iterator[NameMention]:
    """The places that a word for a place, a district or a preposition shows."""
    for match in _LOCAL.finditer(text):
        start = after_starters(text, match.start(), match.end())
        if text[start : match.end()].split()[0].isupper() and match.group().endswith("district"):
            continue  # the district chapter of a party: NDP district
        yield NameMention(
            start, match.end(), LOCATION, text[start : match.end()], SURE, "named as a place"
        )
    for match in _ONE_PLACE.finditer(text):
        if is_place_of_nepal(match["place"]):
            yield NameMention(*match.span(), LOCATION, match.group(), SURE, "a place in Nepal")
    for pattern, confidence, why in _PLACE_PATTERNS:
        for match in pattern.finditer(text):
            if _is_in_known_area(match) and not is_general(match["place"]):
                yield NameMention(*match.span("place"), LOCATION, match["place"], confidence, why)


def _is_in_known_area(match: re.Match[str]) -> bool:
    """A word before a comma is a place only if a district or province follows."""
    area = match.groupdict().get("area")
    return area is None or bool(district_of(area) or province_of(area))
