"""Abbreviations of organisations: in brackets behind a name, or by the beginnings of its words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.agni.contracts import EntityType, ExtractedEntity, TextMention
from pramana.agni.domain.merging import join
from pramana.agni.domain.name_reading import words as name_words
from pramana.agni.domain.names import entity_name, name_key
from pramana.language.places import district_of, province_of
from pramana.language.scripts import contains_devanagari

BRACKET = re.compile(
    r"\s*\((?:the |hereinafter |hereafter |यसपछि |यसपछि |संक्षेपमा )*[\"“‘']?"
    r"(?P<short>[A-Z][A-Za-z&.-]{1,9}|[\u0904-\u097f.]{2,12})[\"”’']?(?: भनिएको)?\)"
)
FORMS = frozenset(name_words.FORM_WORDS.split())
ROLE_WORDS = frozenset(name_words.CONTRACT_ROLES.split())


def join_abbreviations(entities: list[ExtractedEntity], text: str) -> list[ExtractedEntity]:
    """Nepal Electricity Authority (NEA): the name in brackets, or the initials of one name."""
    shorts = dict(_bracketed_names(entities, text))
    for place, entity in enumerate(entities):
        if place not in shorts.values() and _is_abbreviation(entity.name):
            owner = _owner_of_initials(entity, entities)
            if owner is not None:
                shorts.setdefault(name_key(entity.name), owner)
    gone: set[int] = set()
    result = list(entities)
    for place, entity in enumerate(entities):
        owner = shorts.get(name_key(entity.name))
        if owner is not None and owner != place and owner not in gone:
            result[owner] = join(result[owner], replace(entity, entity_data={}, evidence={}))
            gone.add(place)
    for short, owner in shorts.items():
        result[owner] = _with_short_name(result[owner], short, text)
    return [entity for place, entity in enumerate(result) if place not in gone]


def _bracketed_names(entities: Sequence[ExtractedEntity], text: str) -> Iterator[tuple[str, int]]:
    for place, entity in enumerate(entities):
        if entity.entity_type is EntityType.PERSON:
            continue
        for mention in entity.mentions:
            match = BRACKET.match(text, mention.end)
            if match and _may_be_short_for(match["short"], entity):
                yield name_key(match["short"]), place
                break
    for quoted in _QUOTED.finditer(text):
        owners = [at for at, each in enumerate(entities) if _is_of(quoted["short"], each)]
        if len(owners) == 1:
            yield name_key(quoted["short"]), owners[0]


_QUOTED = re.compile(r"\((?:the |hereinafter )*[\"“‘'](?P<short>[A-Z]{2,7})[\"”’']\)")
"""The short form of a party, after where it is and what it does."""


def _is_of(short: str, entity: ExtractedEntity) -> bool:
    is_body = entity.entity_type is EntityType.ORGANIZATION
    core = " ".join(word for word in entity.name.split() if word.strip(".,").lower() not in FORMS)
    return is_body and (_latin_initials(short, entity.name) or _latin_initials(short, core))


def _may_be_short_for(short: str, entity: ExtractedEntity) -> bool:
    plain = short.casefold().strip(".")
    if plain in ROLE_WORDS or name_key(short) == name_key(entity.name):
        return False
    if district_of(short) or province_of(short):
        return False
    if contains_devanagari(short):
        return any(_nepali_initials(short, str(name["text"])) for name in entity.names)
    if _latin_initials(short, entity.name) or entity.name.startswith(short):
        return True
    return short.isupper() and entity.entity_type is EntityType.ORGANIZATION


def _is_abbreviation(name: str) -> bool:
    if contains_devanagari(name):
        return " " not in name and 2 <= len(name) <= 10
    return name.isupper() and name.isalpha() and 2 <= len(name) <= 7


def _owner_of_initials(entity: ExtractedEntity, entities: Sequence[ExtractedEntity]) -> int | None:
    owners = [
        place
        for place, other in enumerate(entities)
        if other.entity_type is EntityType.ORGANIZATION
        and other is not entity
        and any(_has_initials(entity.name, str(name["text"])) for name in other.names)
    ]
    return owners[0] if len(owners) == 1 else None


def _has_initials(short: str, name: str) -> bool:
    if contains_devanagari(short):
        return _nepali_initials(short, name)
    return _latin_initials(short, name)


def _latin_initials(short: str, name: str) -> bool:
    """Whether the capitals of a name spell its short form; small words may be left out."""
    words = re.findall(r"[A-Za-z]+", name)
    letters = "".join(word[0] for word in words)
    capitals = "".join(word[0] for word in words if word[0].isupper())
    plain = re.sub(r"[^A-Za-z]", "", short).upper()
    return len(words) > 1 and plain in (letters.upper(), capitals.upper())


def _nepali_initials(short: str, name: str) -> bool:
    """Whether the beginnings of the words spell the short form: नेपाल विद्युत् प्राधिकरण, नेविप्रा."""
    plain = short.replace(".", "").replace(" ", "")
    words = name.split()
    if len(words) < 2 or plain == name:
        return False

    def spelled(rest: str, at: int) -> bool:
        if not rest:
            return at >= 2
        if at == len(words):
            return False
        return any(
            words[at].startswith(rest[:size]) and spelled(rest[size:], at + 1)
            for size in range(min(4, len(rest)), 0, -1)
        )

    return spelled(plain, 0)


def _with_short_name(entity: ExtractedEntity, short: str, text: str) -> ExtractedEntity:
    """The entity with its short form as a name, and every place where that stands."""
    pattern = re.compile(rf"(?<![\w\u0900-\u097f]){re.escape(short)}(?![A-Za-z0-9])", re.IGNORECASE)
    found = [
        match
        for match in pattern.finditer(text)
        if not short.isascii() or match.group()[0].isupper()
    ]
    if not found:
        return entity
    spelling = found[0].group()
    known = {name_key(str(name["text"])) for name in entity.names}
    names = entity.names if name_key(spelling) in known else (*entity.names, entity_name(spelling))
    mentions = {(each.start, each.end): each for each in entity.mentions}
    for match in found:
        inside = any(start <= match.start() and match.end() <= end for start, end in mentions)
        if not inside:
            page = entity.mentions[0].page if entity.mentions else None
            mentions[match.span()] = TextMention(*match.span(), match.group(), page)
    ordered = tuple(mentions[key] for key in sorted(mentions))
    return replace(entity, names=names, mentions=ordered)
