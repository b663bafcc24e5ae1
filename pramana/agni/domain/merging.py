"""One person, organisation or place is one entity, however often and in whichever script named.

Three merges: readings of several parts of a document, names in Latin letters and in Devanagari, and
a new reading with the entities a session already has.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pramana.agni.contracts import ExtractedEntity
from pramana.agni.domain.names import name_key
from pramana.language.names import NamedEntityType, folded_name, parse_name, score
from pramana.language.scripts import Script, script_shares

MAX_MENTIONS = 200
SAME = 0.95
"""Two names in one document that score this high across scripts mean the same thing."""


@dataclass(frozen=True)
class MergeResult:
    """The entities after a reading, and the indexes that changed."""

    entities: tuple[ExtractedEntity, ...]
    added: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()


def merge_reading(known: Sequence[ExtractedEntity], read: Iterable[ExtractedEntity]) -> MergeResult:
    """Merge a new reading into the session's entities.

    Two entities are the same if their type and one of their names agree. A person's decision stays.
    An entity that the reading no longer finds is marked withdrawn, unless a person decided it.
    """
    entities, places = list(known), _places(known)
    added, matched = [], set[int]()
    for entity in read:
        place = next((places[key] for key in _keys(entity) if key in places), None)
        if place is None:
            place = len(entities)
            entities.append(entity)
            added.append(place)
        else:
            entities[place] = _update(entities[place], entity)
        matched.add(place)
        places.update(dict.fromkeys(_keys(entity), place))
    for place in range(len(known)):
        if place not in matched and not entities[place].is_decided:
            entities[place] = replace(entities[place], withdrawn=True)
    pairs = list(enumerate(zip(known, entities, strict=False)))
    withdrawn = [i for i, (before, after) in pairs if after.withdrawn and not before.withdrawn]
    changed = [i for i, (before, after) in pairs if after != before and i not in withdrawn]
    return MergeResult(tuple(entities), tuple(added), tuple(changed), tuple(withdrawn))


def same_entity(known: ExtractedEntity, read: Sequence[ExtractedEntity]) -> ExtractedEntity | None:
    """The reading that shares a name with the known entity; otherwise the first reading."""
    names = {name for _, name in _keys(known)}
    same = (each for each in read if names & {name for _, name in _keys(each)})
    return next(same, read[0] if read else None)


def merge_same_names(entities: Iterable[ExtractedEntity]) -> list[ExtractedEntity]:
    """Join entities of the same type that share a name: the parts of a document name them again."""
    places: dict[tuple[str, str], int] = {}
    result: list[ExtractedEntity] = []
    for entity in entities:
        keys = [(entity.entity_type, str(name["text"]).casefold()) for name in entity.names]
        place = next((places[key] for key in keys if key in places), None)
        if place is None:
            place = len(result)
            result.append(entity)
        else:
            result[place] = join(result[place], entity)
        places.update(dict.fromkeys(keys, place))
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
        confidence=max(first.confidence, second.confidence),
        mentions=tuple(mentions[key] for key in sorted(mentions))[:MAX_MENTIONS],
    )


def _update(known: ExtractedEntity, read: ExtractedEntity) -> ExtractedEntity:
    """The new reading; a decided entity stays and only gains mentions."""
    if known.is_decided:
        mentions = tuple(dict.fromkeys((*known.mentions, *read.mentions)))
        return replace(known, mentions=mentions)
    return read


def _places(entities: Iterable[ExtractedEntity]) -> dict[tuple[str, str], int]:
    return {key: place for place, entity in enumerate(entities) for key in _keys(entity)}


def _keys(entity: ExtractedEntity) -> list[tuple[str, str]]:
    """The type with each name, whatever its spacing and case."""
    names = (name_key(str(name["text"])) for name in entity.names)
    return [(entity.entity_type.value, name) for name in names if name]


def _is_same_across_scripts(one: ExtractedEntity, other: ExtractedEntity) -> bool:
    if _scripts(one) & _scripts(other):
        return False
    return score(one.name, other.name, _name_kind(one)).value >= SAME


def _bucket(entity: ExtractedEntity) -> tuple[str, str]:
    """Only names that begin alike are compared, so that long documents stay fast."""
    folded = folded_name(parse_name(entity.name, _name_kind(entity)))
    return entity.entity_type.value, folded[:1]


def _name_kind(entity: ExtractedEntity) -> NamedEntityType:
    return NamedEntityType(entity.entity_type.in_registry)


def _scripts(entity: ExtractedEntity) -> set[Script]:
    scripts = {script for name in entity.names for script in script_shares(str(name["text"]))}
    return scripts - {Script.COMMON}
