"""One person, organisation or place is one entity, however often and in whichever script named.

Three merges: readings of several parts of a document, names in Latin letters and in Devanagari, and
a new reading with the entities a session already has.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pramana.agni.contracts import DocumentMetadata, EntityType, ExtractedEntity
from pramana.agni.domain.names import name_key
from pramana.language.names import (
    SAME_NAME,
    NamedEntityType,
    NameScore,
    folded_name,
    normalise,
    parse_name,
    score,
)
from pramana.language.places import same_area
from pramana.language.scripts import Script, script_shares

MAX_AGE_DIFFERENCE = 2
"""Years that two statements of one person's age may differ."""

RELATIVES = ("father", "mother", "grandfather", "spouse")
IDENTIFIERS = ("citizenship_number", "registration_number", "pan")


def conflict(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first key whose values cannot both be true of one thing, or an empty string.

    >>> conflict({"father": "Ram Rai"}, {"father": "Hari Rai"})
    'father'
    >>> conflict({"age": "41"}, {"age": "४२"})
    ''
    """
    for key in one.keys() & other.keys():
        if _differ(key, str(one[key]), str(other[key])):
            return key
    return ""


def _differ(key: str, one: str, other: str) -> bool:
    if key in RELATIVES:
        return score(one, other, NamedEntityType.PERSON).value < SAME_NAME
    if key == "age":
        ages = _number(one), _number(other)
        return None not in ages and abs((ages[0] or 0) - (ages[1] or 0)) > MAX_AGE_DIFFERENCE
    if key in IDENTIFIERS:
        return normalise(one) != normalise(other)
    return key == "district" and same_area(one, other) is False


def _number(text: str) -> int | None:
    digits = "".join(char for char in normalise(text) if char.isdigit())
    return int(digits) if digits else None


MAX_MENTIONS = 200
SAME = 0.95
NEARLY_SAME = 0.8
"""Two names in one document that score this high across scripts mean the same thing."""

MIN_TRANSLATED_WORDS = 3
"""Words that a translated name must have, so that one unknown word among them decides little."""


@dataclass(frozen=True)
class MergeResult:
    """The entities after a reading, and the indexes that changed."""

    entities: tuple[ExtractedEntity, ...]
    added: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()


def merge_reading(known: Sequence[ExtractedEntity], read: Iterable[ExtractedEntity]) -> MergeResult:
    """Merge a new reading into the session's entities.

    Two entities are the same if their type and one of their names agree. What a person decided or
    corrected stays. An entity that the reading no longer finds is marked withdrawn, unless a person
    decided, corrected or added it.
    """
    entities, places = list(known), _places(known)
    added, matched = [], set[int]()
    for entity in read:
        named = [place for key in _keys(entity) for place in places.get(key, ())]
        place = _same_place(entities, named, entity, matched)
        entity = _without_claimed_mentions(entity, entities, place)
        if place is None:
            place = len(entities)
            entities.append(entity)
            added.append(place)
        else:
            place = _merge_target(entities, place)
            entities[place] = update_entity(entities[place], entity, is_more=place in matched)
        matched.add(place)
        for key in _keys(entity):
            places.setdefault(key, []).append(place)
    for place in range(len(known)):
        touched = entities[place].is_decided or entities[place].corrected
        if place not in matched and not touched:
            entities[place] = replace(entities[place], withdrawn=True)
    pairs = list(enumerate(zip(known, entities, strict=False)))
    withdrawn = [i for i, (before, after) in pairs if after.withdrawn and not before.withdrawn]
    changed = [i for i, (before, after) in pairs if after != before and i not in withdrawn]
    return MergeResult(tuple(entities), tuple(added), tuple(changed), tuple(withdrawn))


def merge_metadata(known: DocumentMetadata | None, read: DocumentMetadata) -> DocumentMetadata:
    """A new reading of the metadata, with the fields that a person set."""
    if known is None or not known.corrected:
        return read
    fields = (*known.corrected, *(["date_text"] if "publication_date" in known.corrected else []))
    trust = {name: each for name, each in read.trust.items() if name not in known.corrected}
    own = {name: each for name, each in known.trust.items() if name in known.corrected}
    return replace(
        read,
        **{name: getattr(known, name) for name in fields},
        trust={**trust, **own},
        corrected=known.corrected,
        as_read=read,
    )


def same_entity(known: ExtractedEntity, read: Sequence[ExtractedEntity]) -> ExtractedEntity | None:
    """The reading that shares a name with the known entity; otherwise the first reading."""
    names = {name for _, name in _keys(known)}
    same = (each for each in read if names & {name for _, name in _keys(each)})
    return next(same, read[0] if read else None)


def merge_same_names(entities: Iterable[ExtractedEntity]) -> list[ExtractedEntity]:
    """Join entities of the same type that share a name: the parts of a document name them again.

    Namesakes whose circumstances conflict stay two.
    """
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    result: list[ExtractedEntity] = []
    for entity in entities:
        keys = [(entity.entity_type.value, str(name["text"]).casefold()) for name in entity.names]
        known = [place for key in keys for place in places[key]]
        place = next(
            (
                at
                for at in reversed(known)
                if not conflict(result[at].entity_data, entity.entity_data)
            ),
            None,
        )
        if place is None:
            place = len(result)
            result.append(entity)
        else:
            result[place] = join(result[place], entity)
        for key in keys:
            if place not in places[key]:
                places[key].append(place)
    return result


def merge_across_scripts(entities: Sequence[ExtractedEntity]) -> list[ExtractedEntity]:
    """Join an entity named in Devanagari with the same one named in Latin letters.

    Names in the same script are left alone: two people of one document may have similar names,
    and its author could tell them apart.
    """
    result: list[ExtractedEntity] = []
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for entity in entities:
        bucket = places[_bucket(entity)]
        twin = next((at for at in bucket if _is_same_across_scripts(result[at], entity)), None)
        if twin is None:
            bucket.append(len(result))
            result.append(entity)
        else:
            result[twin] = join(result[twin], entity)
    return result


def join(first: ExtractedEntity, second: ExtractedEntity) -> ExtractedEntity:
    """Two readings of one entity. Where they differ, the first one counts."""
    known = {str(name["text"]).casefold() for name in first.names}
    other_names = [name for name in second.names if str(name["text"]).casefold() not in known]
    mentions = {(each.start, each.end): each for each in (*first.mentions, *second.mentions)}
    return replace(
        first,
        entity_sub_type=first.entity_sub_type or second.entity_sub_type,
        names=(*first.names, *other_names),
        entity_data={**second.entity_data, **first.entity_data},
        evidence={**second.evidence, **first.evidence},
        confidence=max(first.confidence, second.confidence),
        mentions=tuple(mentions[key] for key in sorted(mentions))[:MAX_MENTIONS],
    )


def update_entity(
    known: ExtractedEntity, read: ExtractedEntity, *, is_more: bool = False
) -> ExtractedEntity:
    """The new reading; a decided entity stays and only gains mentions.

    With `is_more`, this reading named the entity already: both count.
    """
    if known.is_decided:
        mentions = tuple(dict.fromkeys((*known.mentions, *read.mentions)))
        return replace(known, mentions=mentions)
    if known.corrected:
        return _keep_corrections(known, read)
    return join(known, read) if is_more else read


def _keep_corrections(known: ExtractedEntity, read: ExtractedEntity) -> ExtractedEntity:
    """The new reading with what a person set; taking that back restores the new reading."""
    marks = set(known.corrected)
    if "added" in marks:
        mentions = tuple(dict.fromkeys((*known.mentions, *read.mentions)))
        return known if "mentions" in marks else replace(known, mentions=mentions)
    keys = {mark.removeprefix("data.") for mark in marks if mark.startswith("data.")}
    data = {key: value for key, value in read.entity_data.items() if key not in keys}
    own = {key: value for key, value in known.entity_data.items() if key in keys}
    is_own_reading = known.as_read is not None and set(_keys(known.as_read)) & set(_keys(read))
    typed = known if "type" in marks else read
    kept = replace(
        read,
        entity_type=typed.entity_type,
        entity_sub_type=typed.entity_sub_type,
        names=known.names if "names" in marks else read.names,
        mentions=known.mentions if "mentions" in marks else read.mentions,
        entity_data={**data, **own},
        evidence={key: words for key, words in read.evidence.items() if key not in keys},
        confidence=known.confidence,
        withdrawn="removed" in marks,
        is_skipped="removed" in marks,
        skip_reason=known.skip_reason if "removed" in marks else "",
        corrected=known.corrected,
        as_read=read if is_own_reading else known.as_read,
    )
    if "merged" not in marks:
        return kept
    return replace(join(kept, known), names=join(known, kept).names)


def _merge_target(entities: Sequence[ExtractedEntity], place: int) -> int:
    """The entity that a person merged this one into, or itself."""
    for _ in entities:
        target = entities[place].merged_into
        if target is None:
            break
        place = target
    return place


def _without_claimed_mentions(
    read: ExtractedEntity, entities: Sequence[ExtractedEntity], place: int | None
) -> ExtractedEntity:
    """The reading without mentions that a person gave to another entity."""
    claimed = {
        (each.start, each.end)
        for at, other in enumerate(entities)
        if at != place and "mentions" in other.corrected and not other.withdrawn
        for each in other.mentions
    }
    left = tuple(each for each in read.mentions if (each.start, each.end) not in claimed)
    return replace(read, mentions=left) if claimed and left else read


def _places(entities: Iterable[ExtractedEntity]) -> dict[tuple[str, str], list[int]]:
    places: dict[tuple[str, str], list[int]] = {}
    for place, entity in enumerate(entities):
        for key in _keys(entity):
            places.setdefault(key, []).append(place)
    return places


def _same_place(
    entities: Sequence[ExtractedEntity],
    named: Sequence[int],
    entity: ExtractedEntity,
    matched: set[int],
) -> int | None:
    """Which of the entities with one of its names this is.

    Of two namesakes it is the one whose mentions it shares. One that this reading found already
    is another person if their circumstances conflict.
    """
    own = {(each.start, each.end) for each in entity.mentions}
    shared = [
        at for at in named if own & {(each.start, each.end) for each in entities[at].mentions}
    ]
    free = [at for at in named if at not in matched]
    alike = [at for at in named if not conflict(entities[at].entity_data, entity.entity_data)]
    return next(iter((*shared, *(at for at in free if at in alike), *free, *alike)), None)


def _keys(entity: ExtractedEntity) -> list[tuple[str, str]]:
    """The type with each name, whatever its spacing and case; also those that were read first."""
    names = (name_key(str(name["text"])) for name in entity.names)
    keys = [(entity.entity_type.value, name) for name in names if name]
    return [*keys, *_keys(entity.as_read)] if entity.as_read else keys


def _is_same_across_scripts(one: ExtractedEntity, other: ExtractedEntity) -> bool:
    if _scripts(one) & _scripts(other) or conflict(one.entity_data, other.entity_data):
        return False
    compared = score(one.name, other.name, _name_kind(one))
    if compared.value >= SAME or _differs_in_one_spelling(compared):
        return True
    return one.entity_type is EntityType.ORGANIZATION and _is_translation(one, other)


def _differs_in_one_spelling(compared: NameScore) -> bool:
    """Whether all but one of at least three parts of two names sound the same: शेख, Sheikh."""
    unlike = [part.alike for part in compared.parts if part.alike < SAME]
    return len(compared.parts) > 2 and len(unlike) == 1 and unlike[0] >= NEARLY_SAME


def _is_translation(one: ExtractedEntity, other: ExtractedEntity) -> bool:
    """Whether one name is the other in another language, but for one word we cannot translate.

    A word that we can translate and that differs shows another organisation.
    """
    ours, theirs = (parse_name(each.name, _name_kind(each)).words for each in (one, other))
    if not MIN_TRANSLATED_WORDS <= len(ours) == len(theirs):
        return False
    meanings = [{word.meaning for word in words if word.meaning} for words in (ours, theirs)]
    known = meanings[0] & meanings[1]
    strange = [[word for word in words if word.meaning not in known] for words in (ours, theirs)]
    if len(strange[0]) != len(strange[1]):
        return False
    pairs = list(zip(*strange, strict=True))
    unlike = [pair for pair in pairs if score(pair[0].text, pair[1].text).value < SAME_NAME]
    return len(unlike) <= 1 and not any(a.meaning and b.meaning for a, b in unlike)


def _bucket(entity: ExtractedEntity) -> tuple[str, str]:
    """Only names that begin alike are compared, so that long documents stay fast.

    Translated names begin with any letter: those of organisations are all compared.
    """
    if entity.entity_type is EntityType.ORGANIZATION:
        return entity.entity_type.value, ""
    folded = folded_name(parse_name(entity.name, _name_kind(entity)))
    return entity.entity_type.value, folded[:1]


def _name_kind(entity: ExtractedEntity) -> NamedEntityType:
    return NamedEntityType(entity.entity_type.in_registry)


def _scripts(entity: ExtractedEntity) -> set[Script]:
    scripts = {script for name in entity.names for script in script_shares(str(name["text"]))}
    return scripts - {Script.COMMON}
