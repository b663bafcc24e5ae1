"""Which names in a document mean the same thing: surnames, short forms, abbreviations, scripts.

A reading lists every name it saw. Here the later, shorter names of a thing are joined to its full
name, so that a person, an organisation or a place is one entity with all its mentions.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pramana.agni.contracts import EntityType, ExtractedEntity, TextMention
from pramana.agni.domain.abbreviations import join_abbreviations
from pramana.agni.domain.circumstances.clause import is_relative, is_stated_relative
from pramana.agni.domain.merging import conflict, join, merge_across_scripts
from pramana.agni.domain.name_reading import words as name_words
from pramana.agni.domain.names import name_key
from pramana.language.names import NamedEntityType, parse_name
from pramana.language.names.sounds import fold_sounds, read_word
from pramana.language.places import district_of, province_of
from pramana.language.scripts import contains_devanagari
from pramana.language.tagging.english import PLACES_OF_NEPAL
from pramana.language.tagging.words import CASE_ENDINGS, hints, sound

FORM_WORDS = frozenset(name_words.FORM_WORDS.split())
COMMON_STARTS = frozenset(name_words.COMMON_STARTS.split())
NAME_HINTS = frozenset(("given", "middle", "surname"))
PARTY_HEADS = frozenset(("party", "dal", "पार्टी", "दल"))
BODY_KEYS = frozenset(("employer", "party"))
BODY_ENDS = frozenset(name_words.ENGLISH_BODY_ENDS.split())
MAX_SURNAME_WORDS = 2
SURE_PLACE = 0.8
MIN_SHORT = 3
"""Letters that a first word must have to stand for a whole name."""


def join_references(entities: Sequence[ExtractedEntity], text: str) -> list[ExtractedEntity]:
    """One entity for each thing, with the mentions of all its names."""
    joined = join_abbreviations(list(entities), text)
    joined = _join_short_bodies(joined)
    joined = _join_places(joined)
    joined = merge_across_scripts(joined)
    joined = _add_bare_surnames(_join_surnames(joined, text), text)
    joined = join_abbreviations(joined, text)
    kept = [each for each in joined if not _is_bare_head(each) and not _is_lone_word(each, joined)]
    return _name_bodies(kept)


def _is_bare_head(entity: ExtractedEntity) -> bool:
    """A word such as Academy or Trust that stands for no organisation of the document."""
    return entity.name in BODY_ENDS


def _is_lone_word(entity: ExtractedEntity, entities: Sequence[ExtractedEntity]) -> bool:
    """One Nepali word that no list of names has, in a document that names people in full."""
    if entity.entity_type is not EntityType.PERSON or len(entity.names) > 1 or entity.entity_data:
        return False
    known = NAME_HINTS | {"ends_in_middle_name"}
    is_word = " " not in entity.name and contains_devanagari(entity.name)
    in_full = any(each.entity_type is EntityType.PERSON and " " in each.name for each in entities)
    return is_word and in_full and not known & set(hints(sound(entity.name)))


def _name_bodies(entities: list[ExtractedEntity]) -> list[ExtractedEntity]:
    """State an office or a party by its full name, where the words beside a name are short."""
    bodies = {
        (mention.start, mention.end): entity
        for entity in entities
        if entity.entity_type is not EntityType.PERSON
        for mention in entity.mentions
    }
    return [replace(entity, entity_data=_full_names(entity, bodies)) for entity in entities]


def _full_names(
    entity: ExtractedEntity, bodies: Mapping[tuple[int, int], ExtractedEntity]
) -> dict[str, str]:
    data = dict(entity.entity_data)
    for key in BODY_KEYS & entity.evidence.keys() & data.keys():
        words = entity.evidence[key]
        body = bodies.get((words.start, words.end))
        if body and name_key(str(data[key])) != name_key(body.name):
            same = [
                str(name["text"])
                for name in body.names
                if contains_devanagari(str(name["text"])) == contains_devanagari(words.quote)
            ]
            data[key] = max(same, key=len, default=body.name)
    return data


# ---- short names of organisations -----------------------------------------------------------


def _join_short_bodies(entities: list[ExtractedEntity]) -> list[ExtractedEntity]:
    """Sahara Bank is Sahara Bank Limited, and the Manch is the one Manch of the document."""
    full = [
        place for place, each in enumerate(entities) if each.entity_type is EntityType.ORGANIZATION
    ]
    owners: dict[int, int] = {}
    for place, entity in enumerate(entities):
        if entity.entity_type is EntityType.LOCATION and district_of(entity.name):
            continue
        longer = [
            other for other in full if other != place and _is_short_body(entity, entities[other])
        ]
        if len({name_key(_core(entities[other].name)) for other in longer}) == 1:
            owners[place] = max(longer, key=lambda at: len(entities[at].name))
    return _apply(entities, owners)


def _is_short_body(short: ExtractedEntity, full: ExtractedEntity) -> bool:
    ours, theirs = name_key(short.name).split(), name_key(full.name).split()
    if not ours or len(ours) >= len(theirs) or len(ours[0]) < MIN_SHORT:
        return False
    if theirs[: len(ours)] == ours:
        rest = theirs[len(ours) :]
        is_party = len(ours) > 1 and len(rest) == 1 and rest[0] in PARTY_HEADS
        return (
            is_party
            or _is_company_rest(rest)
            or (len(ours) == 1 and not _is_common_start(ours[0]) and not _is_sure_place(short))
        )
    if len(ours) > 1 and theirs[-len(ours) :] == ours:
        return all(word in COMMON_STARTS for word in theirs[: -len(ours)])
    return _is_last_word(ours, theirs)


def _is_sure_place(entity: ExtractedEntity) -> bool:
    """A town is not the institute that bears its name."""
    return entity.entity_type is EntityType.LOCATION and entity.confidence >= SURE_PLACE


def _is_last_word(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """The Manch, the Chamber: the last word of a name stands for it."""
    known = {"surname", "given", "middle", "place"} & set(hints(sound(ours[0])))
    place = ours[0] in PLACES_OF_NEPAL
    return len(ours) == 1 and theirs[-1] == ours[0] and not known and not place


def _is_company_rest(rest: Sequence[str]) -> bool:
    return all(word.strip(".,") in FORM_WORDS for word in rest)


def _is_common_start(word: str) -> bool:
    known = {"surname", "given", "middle", "place", "title"} & set(hints(sound(word)))
    return word in COMMON_STARTS or word in PLACES_OF_NEPAL or bool(province_of(word) or known)


def _core(name: str) -> str:
    return " ".join(word for word in name.split() if word.lower().strip(".,") not in FORM_WORDS)


# ---- places --------------------------------------------------------------------------------


def _join_places(entities: list[ExtractedEntity]) -> list[ExtractedEntity]:
    """Gorkha district is Gorkha; Waling is Waling Municipality, unless Waling is a district."""
    by_core: dict[str, list[int]] = {}
    for place, entity in enumerate(entities):
        if entity.entity_type is EntityType.LOCATION:
            by_core.setdefault(_place_core(entity.name), []).append(place)
    owners: dict[int, int] = dict(_same_districts(entities))
    for core, places in by_core.items():
        bare = [at for at in places if name_key(entities[at].name) == core]
        others = [at for at in places if at not in bare]
        districts = [at for at in others if _generic(entities[at]) == "district"]
        target = districts or ([] if district_of(core) or province_of(core) else others)
        if len(bare) == 1 and len(target) == 1 and target[0] not in owners:
            owners[bare[0]] = target[0]
    return _apply(entities, owners)


def _same_districts(entities: Sequence[ExtractedEntity]) -> Iterator[tuple[int, int]]:
    """Kavre and Kavrepalanchok: two spellings of a district in one script."""
    first: dict[tuple[str, bool], int] = {}
    for place, entity in enumerate(entities):
        bare = _generic(entity) in ("", "district")
        if entity.entity_type is EntityType.LOCATION and bare and district_of(entity.name):
            key = district_of(entity.name), contains_devanagari(entity.name)
            owner = first.setdefault(key, place)
            if owner != place:
                yield place, owner


def _place_core(name: str) -> str:
    parsed = parse_name(name, NamedEntityType.LOCATION)
    return name_key(" ".join(word.text for word in parsed.words))


def _generic(entity: ExtractedEntity) -> str:
    parsed = parse_name(entity.name, NamedEntityType.LOCATION)
    return parsed.generic.type if parsed.generic else ""


# ---- surnames ------------------------------------------------------------------------------


def _join_surnames(entities: list[ExtractedEntity], text: str) -> list[ExtractedEntity]:
    """A surname alone means the person with that surname who was named last."""
    result = list(entities)
    full = [
        place
        for place, each in enumerate(entities)
        if each.entity_type is EntityType.PERSON and len(each.name.split()) > 1
    ]
    gone: set[int] = set()
    for place, entity in enumerate(entities):
        if not entity.mentions or len(entity.name.split()) > MAX_SURNAME_WORDS:
            continue
        if entity.entity_type is not EntityType.PERSON and (
            district_of(entity.name) or province_of(entity.name)
        ):
            continue
        bearers = [at for at in full if at != place and _bears(entities[at], entity)]
        if not bearers or (place in full and len(bearers) > 1):
            continue
        bearers = [at for at in bearers if not _is_only_relative(entities[at], text)] or bearers
        for mention in entity.mentions:
            owner = _last_named(entities, bearers, mention)
            own = tuple(sorted({*result[owner].mentions, mention}, key=lambda each: each.start))
            result[owner] = replace(result[owner], mentions=own)
        if len(bearers) == 1 and entity.entity_type is EntityType.PERSON:
            owner = bearers[0]
            if not conflict(result[owner].entity_data, entity.entity_data):
                data = {**entity.entity_data, **result[owner].entity_data}
                evidence = {**entity.evidence, **result[owner].evidence}
                result[owner] = replace(result[owner], entity_data=data, evidence=evidence)
        gone.add(place)
    return [entity for place, entity in enumerate(result) if place not in gone]


def _add_bare_surnames(entities: list[ExtractedEntity], text: str) -> list[ExtractedEntity]:
    """Add the places where a surname stands alone and no tagger saw a name."""
    people: dict[str, list[int]] = {}
    for place, entity in enumerate(entities):
        if entity.entity_type is EntityType.PERSON:
            for name in entity.names:
                words = str(name["text"]).split()
                if len(words) > 1 and len(words[-1]) >= MIN_SHORT:
                    people.setdefault(words[-1], []).append(place)
    taken = [(each.start, each.end) for entity in entities for each in entity.mentions]
    result = list(entities)
    for surname, bearers in people.items():
        if district_of(surname) or province_of(surname):
            continue
        bearers = [at for at in bearers if not _is_only_relative(entities[at], text)] or bearers
        for start, end in _bare_places(surname, text):
            if not any(start < other_end and other < end for other, other_end in taken):
                owner = _last_named(entities, bearers, TextMention(start, end, surname))
                page = result[owner].mentions[0].page if result[owner].mentions else None
                new = TextMention(start, end, text[start:end], page)
                own = tuple(sorted({*result[owner].mentions, new}, key=lambda each: each.start))
                result[owner] = replace(result[owner], mentions=own)
    return result


def _bare_places(surname: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a surname stands without a further name beside it."""
    for match in re.finditer(rf"(?<![\w\u0900-\u097f-]){re.escape(surname)}", text):
        ending = re.match(r"[\u0900-\u0963]*", text[match.end() : match.end() + 12])
        case = ending.group() if ending else ""
        if contains_devanagari(surname):
            before = text[max(0, match.start() - 20) : match.start()].split()
            named = bool(before) and bool(NAME_HINTS & set(hints(sound(before[-1]))))
            if (not case or case in CASE_ENDINGS) and not named:
                yield match.span()
        elif not re.match(r"[\w-]| [A-Z]", text[match.end() : match.end() + 2]):
            before = text[: match.start()].rstrip(" ").rsplit(None, 1)[-1:]
            if not before or not before[0][:1].isupper() or before[0].endswith((".", ",", ":")):
                yield match.span()


def _bears(person: ExtractedEntity, short: ExtractedEntity) -> bool:
    """Whether the short name is the person's surname or given name, in either script."""
    alone = [_sound(part) for part in short.name.split()]
    for name in person.names:
        parts = [_sound(part) for part in str(name["text"]).split()]
        if len(parts) <= len(alone):
            continue
        if parts[-len(alone) :] == alone:
            return True
        if parts[:1] == alone and short.entity_type is EntityType.PERSON:
            return True
    return False


def _is_only_relative(person: ExtractedEntity, text: str) -> bool:
    """Whether the document names someone only as the father or wife of another."""
    return all(
        is_relative(text, mention) or is_stated_relative(text, mention)
        for mention in person.mentions
    )


def _sound(word: str) -> str:
    return fold_sounds(read_word(word))


def _last_named(
    entities: Sequence[ExtractedEntity], bearers: Sequence[int], mention: TextMention
) -> int:
    """The bearer whose full name stands last before the mention; else the first one."""

    def last(at: int) -> int:
        before = [each.start for each in entities[at].mentions if each.start < mention.start]
        return max(before, default=-1)

    return max(bearers, key=lambda at: (last(at), -at))


def _apply(entities: list[ExtractedEntity], owners: dict[int, int]) -> list[ExtractedEntity]:
    """Join each entity to its owner; the owner's names come first."""
    result = list(entities)
    for place, owner in owners.items():
        while owner in owners and owners[owner] != place:
            owner = owners[owner]
        short = result[place]
        if name_key(short.name) == name_key(result[owner].name.split()[-1]):
            short = replace(short, names=())  # "the Chamber" is no name outside this document
        result[owner] = join(result[owner], short)
    return [entity for place, entity in enumerate(result) if place not in owners]
