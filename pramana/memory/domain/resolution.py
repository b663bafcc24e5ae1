"""Which names of a message are entities that are known already, and which are new.

Exact names first, then near-identical ones, then the same name in another script. What remains and
still shares a word with something known is left open, for whoever can judge it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from pramana.language.names import SAME, tidy
from pramana.memory.contracts.extraction import EntityFound, OpenPair
from pramana.memory.contracts.graph import Entity
from pramana.memory.domain.group_settings import GENERIC
from pramana.memory.domain.naming import (
    crosses,
    exact_key,
    initial_keys,
    is_near,
    keys_of,
    likeness,
    sounds_alike,
    word_keys,
)

MOST_CANDIDATES = 5
PERSON = "person"
Known = Mapping[str, Sequence[Entity]]
"""Entities by each key they were found with."""


@dataclass(frozen=True)
class Alias:
    """Another name of an entity, and why it was taken for one."""

    name: str
    entity_id: UUID
    how: str
    score: float = 1.0


@dataclass(frozen=True)
class Undecided:
    """A new entity that may be one of these."""

    found: EntityFound
    entity_id: UUID
    candidates: tuple[Entity, ...]

    def as_pair(self) -> OpenPair:
        names = tuple(each.name for each in self.candidates)
        kinds = tuple(each.type for each in self.candidates)
        return OpenPair(self.found.name, self.found.type, names, kinds)


@dataclass(frozen=True)
class Resolution:
    """Each name's entity. `remap` is by the exact key of the name, as facts refer to it."""

    remap: Mapping[str, UUID]
    entities: Mapping[UUID, Entity]
    new_ids: frozenset[UUID]
    aliases: tuple[Alias, ...] = ()
    undecided: tuple[Undecided, ...] = ()

    def id_of(self, name: str) -> UUID | None:
        return self.remap.get(exact_key(name))


@dataclass
class _Work:
    known: dict[str, list[Entity]]
    remap: dict[str, UUID] = field(default_factory=dict)
    entities: dict[UUID, Entity] = field(default_factory=dict)
    new_ids: set[UUID] = field(default_factory=set)
    aliases: list[Alias] = field(default_factory=list)
    undecided: list[Undecided] = field(default_factory=list)


def resolve(
    found: Sequence[EntityFound], known: Known, *, group_id: str, new_id: Callable[[], UUID]
) -> Resolution:
    """Place each name; one that occurs twice in a message is one entity."""
    work = _Work({key: list(entities) for key, entities in known.items()})
    for each in found:
        if exact_key(each.name) not in work.remap:
            _place(each, work, group_id, new_id)
    return Resolution(
        work.remap,
        work.entities,
        frozenset(work.new_ids),
        tuple(work.aliases),
        tuple(work.undecided),
    )


def _place(found: EntityFound, work: _Work, group_id: str, new_id: Callable[[], UUID]) -> None:
    match, how, score = _match(found, work.known)
    if match is None:
        match = Entity(new_id(), group_id, tidy(found.name), found.type or GENERIC)
        candidates = _candidates(found, work.known)
        work.new_ids.add(match.id)
        if candidates:
            work.undecided.append(Undecided(found, match.id, candidates))
        for key in keys_of(found.name):
            work.known.setdefault(key, []).append(match)
    elif how != "exact":
        work.aliases.append(Alias(tidy(found.name), match.id, how, score))
    work.remap[exact_key(found.name)] = match.id
    work.entities.setdefault(match.id, match)


def _match(found: EntityFound, known: Known) -> tuple[Entity | None, str, float]:
    for entity in known.get(exact_key(found.name), ()):
        if _fits(found, entity):
            return entity, "exact", 1.0
    for entity in _sharing(keys_of(found.name), known):
        if not _fits(found, entity):
            continue
        if crosses(found.name, entity.name):
            score = sounds_alike(found.name, entity.name, found.type)
            if score >= SAME:
                return entity, "other script", score
        elif is_near(found.name, entity.name):
            return entity, "near-identical", likeness(found.name, entity.name)
    return None, "", 0.0


def _fits(found: EntityFound, entity: Entity) -> bool:
    """A name may be that of two things; types that were both said must agree."""
    return GENERIC in (found.type, entity.type) or found.type == entity.type


def _candidates(found: EntityFound, known: Known) -> tuple[Entity, ...]:
    keys = [exact_key(found.name), *word_keys(found.name), *initial_keys(found.name)]
    return tuple(_sharing(keys, known))[:MOST_CANDIDATES]


def _sharing(keys: Sequence[str], known: Known) -> list[Entity]:
    found = {entity.id: entity for key in keys for entity in known.get(key, ())}
    return list(found.values())


def meant_otherwise(resolution: Resolution) -> list[EntityFound]:
    """New names for which nothing known shares a word, and whose meaning may still lead to it.

    A person's name means nothing: by meaning, strangers would stand side by side.
    """
    open_ids = {each.entity_id for each in resolution.undecided}
    return [
        EntityFound.model_construct(name=each.name, type=each.type)
        for id_, each in resolution.entities.items()
        if id_ in resolution.new_ids and id_ not in open_ids and each.type.casefold() != PERSON
    ]


def widen(resolution: Resolution, near: Mapping[str, Sequence[Entity]]) -> Resolution:
    """The resolution with these candidates for new names, by name; types must agree."""
    more = []
    for each in meant_otherwise(resolution):
        id_ = resolution.id_of(each.name)
        fitting = tuple(other for other in near.get(each.name, ()) if _fits(each, other))
        if id_ is not None and fitting:
            more.append(Undecided(each, id_, fitting[:MOST_CANDIDATES]))
    return replace(resolution, undecided=(*resolution.undecided, *more))


def decide(resolution: Resolution, same: Sequence[int]) -> Resolution:
    """The resolution with the open names judged: the number of a candidate from 1, or 0 for none.

    A number that is no candidate's decides nothing.
    """
    merged = {
        each.entity_id: each.candidates[number - 1]
        for each, number in zip(resolution.undecided, same, strict=False)
        if 1 <= number <= len(each.candidates)
    }
    if not merged:
        return replace(resolution, undecided=())
    target = {gone: _last(kept, merged) for gone, kept in merged.items()}
    names = {each.entity_id: tidy(each.found.name) for each in resolution.undecided}
    judged = tuple(Alias(names[gone], kept.id, "judged") for gone, kept in target.items())
    kept = {id_: entity for id_, entity in resolution.entities.items() if id_ not in target}
    return Resolution(
        {key: target[id_].id if id_ in target else id_ for key, id_ in resolution.remap.items()},
        kept | {entity.id: kept.get(entity.id, entity) for entity in target.values()},
        resolution.new_ids - target.keys(),
        (*resolution.aliases, *judged),
    )


def _last(entity: Entity, merged: Mapping[UUID, Entity]) -> Entity:
    """Where a chain of judgements ends; one that runs in a circle ends where it began."""
    seen: set[UUID] = set()
    while entity.id in merged and entity.id not in seen:
        seen.add(entity.id)
        entity = merged[entity.id]
    return entity
