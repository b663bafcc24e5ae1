"""A second reading meets the first: places stay, decisions stay, the rest follows the reading."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pramana.agni.contracts.entities import ExtractedEntity
from pramana.agni.domain.spelling import spelt


@dataclass(frozen=True)
class Merged:
    """The list after a reading, and which places in it changed."""

    entities: tuple[ExtractedEntity, ...]
    added: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()


def merge(known: Sequence[ExtractedEntity], read: Iterable[ExtractedEntity]) -> Merged:
    """Lay a new reading over the list.

    An entity is the same when its type and one of its names are. What a person decided about it
    stays; what the reading no longer finds is marked withdrawn, unless a person decided about it.
    """
    entities, places = list(known), _places(known)
    added, met = [], set[int]()
    for found in read:
        place = next((places[key] for key in _keys(found) if key in places), None)
        if place is None:
            place = len(entities)
            entities.append(found)
            added.append(place)
        else:
            entities[place] = _renewed(entities[place], found)
        met.add(place)
        places.update(dict.fromkeys(_keys(found), place))
    for place in range(len(known)):
        if place not in met and _may_go(entities[place]):
            entities[place] = replace(entities[place], withdrawn=True)
    pairs = list(enumerate(zip(known, entities, strict=False)))
    gone = [i for i, (before, after) in pairs if after.withdrawn and not before.withdrawn]
    changed = [i for i, (before, after) in pairs if after != before and i not in gone]
    return Merged(tuple(entities), tuple(added), tuple(changed), tuple(gone))


def read_again(known: ExtractedEntity, read: Sequence[ExtractedEntity]) -> ExtractedEntity | None:
    """Of a reading about one entity, that entity: what shares a name with it, else the first."""
    names = {name for _, name in _keys(known)}
    same = (each for each in read if names & {name for _, name in _keys(each)})
    return next(same, read[0] if read else None)


def _renewed(known: ExtractedEntity, found: ExtractedEntity) -> ExtractedEntity:
    """What is read now, in the place and with the decision of what was known."""
    if known.is_decided:
        mentions = tuple(dict.fromkeys((*known.mentions, *found.mentions)))
        return replace(known, mentions=mentions)
    return found


def _may_go(entity: ExtractedEntity) -> bool:
    return not entity.is_decided and not entity.withdrawn


def _places(entities: Iterable[ExtractedEntity]) -> dict[tuple[str, str], int]:
    return {key: place for place, entity in enumerate(entities) for key in _keys(entity)}


def _keys(entity: ExtractedEntity) -> list[tuple[str, str]]:
    """The names it can be recognised by, whatever their spacing and case."""
    names = (spelt(str(name["text"])) for name in entity.names)
    return [(entity.entity_type.value, name) for name in names if name]
