"""Which names of a message are known entities, and which are new.

Exact names are matched first, then near-identical ones, then the same name in another script. A
name that matches none but shares a word with a known entity stays undecided, for a judge.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from pramana.language.names import SAME_NAME, tidy
from pramana.language.scripts import contains_devanagari
from pramana.memory.contracts.extraction import EntityMention, OpenPair
from pramana.memory.contracts.graph import Alias, Entity
from pramana.memory.domain.groups import GENERIC
from pramana.memory.domain.names import (
    PERSON,
    cross_script_score,
    differ_in_script,
    exact_key,
    initial_keys,
    is_near_identical,
    keys_of,
    similarity,
    word_keys,
)
from pramana.memory.domain.short_names import PLACES, is_fuller, namesake_pairs

MOST_CANDIDATES = 5
SURE_TYPE = 0.75
"""From this confidence on, what a message takes for a place is no person of the same name."""
Known = Mapping[str, Sequence[Entity]]
"""Known entities by the key that found them."""


@dataclass(frozen=True)
class UndecidedEntity:
    """A new entity that may be one of the candidates."""

    mention: EntityMention
    entity_id: UUID
    candidates: tuple[Entity, ...]

    def as_pair(self, relatives: Collection[UUID] = ()) -> OpenPair:
        names = tuple(each.name for each in self.candidates)
        kinds = tuple(each.type for each in self.candidates)
        near = tuple(
            number for number, each in enumerate(self.candidates, start=1) if each.id in relatives
        )
        return OpenPair(self.mention.name, self.mention.type, names, kinds, near)


@dataclass(frozen=True)
class EntityResolution:
    """The entity of each name. `remap` maps the exact key of a name, as facts use it, to an id."""

    remap: Mapping[str, UUID]
    entities: Mapping[UUID, Entity]
    new_ids: frozenset[UUID]
    aliases: tuple[Alias, ...] = ()
    undecided: tuple[UndecidedEntity, ...] = ()

    def id_of(self, name: str) -> UUID | None:
        return self.remap.get(exact_key(name))


@dataclass
class _ResolutionWork:
    known: dict[str, list[Entity]]
    remap: dict[str, UUID] = field(default_factory=dict)
    entities: dict[UUID, Entity] = field(default_factory=dict)
    new_ids: set[UUID] = field(default_factory=set)
    aliases: list[Alias] = field(default_factory=list)
    undecided: list[UndecidedEntity] = field(default_factory=list)


def resolve_entities(
    mentions: Sequence[EntityMention], known: Known, *, group_id: str, new_id: Callable[[], UUID]
) -> EntityResolution:
    """Match each mention with an entity, or make a new one. Equal names are one entity."""
    work = _ResolutionWork({key: list(entities) for key, entities in known.items()})
    for each in mentions:
        if exact_key(each.name) not in work.remap:
            _resolve_mention(each, work, group_id, new_id)
    return EntityResolution(
        work.remap,
        work.entities,
        frozenset(work.new_ids),
        tuple(work.aliases),
        tuple(work.undecided),
    )


def without_placeholders(known: Known) -> Known:
    """The known entities that have a name of their own. A name never means who is only described:
    "treasurer", the position, is not "the treasurer"."""
    return {
        key: [each for each in entities if not each.is_placeholder]
        for key, entities in known.items()
    }


def _resolve_mention(
    mention: EntityMention, work: _ResolutionWork, group_id: str, new_id: Callable[[], UUID]
) -> None:
    match, how, score = _find_match(mention, work.known)
    if match is None:
        match = Entity(new_id(), group_id, tidy(mention.name), mention.type or GENERIC)
        candidates = _candidates(mention, work.known)
        work.new_ids.add(match.id)
        if candidates:
            work.undecided.append(UndecidedEntity(mention, match.id, candidates))
        for key in keys_of(mention.name):
            work.known.setdefault(key, []).append(match)
    elif how != "exact":
        work.aliases.append(Alias(tidy(mention.name), match.id, how, score))
    work.remap[exact_key(mention.name)] = match.id
    work.entities.setdefault(match.id, match)


def _find_match(mention: EntityMention, known: Known) -> tuple[Entity | None, str, float]:
    for entity in known.get(exact_key(mention.name), ()):
        if _types_agree(mention, entity) or _is_known_person(mention, entity):
            return entity, "exact", 1.0
    for entity in _entities_sharing(keys_of(mention.name), known):
        if not _types_agree(mention, entity):
            continue
        if differ_in_script(mention.name, entity.name):
            score = cross_script_score(mention.name, entity.name, mention.type)
            if score >= SAME_NAME:
                return entity, "other script", score
        elif is_near_identical(mention.name, entity.name):
            return entity, "near-identical", similarity(mention.name, entity.name)
    return None, "", 0.0


def _types_agree(mention: EntityMention, entity: Entity) -> bool:
    """Two entities may share a name, so their types must agree if both are known."""
    return GENERIC in (mention.type, entity.type) or mention.type == entity.type


def _is_known_person(mention: EntityMention, entity: Entity) -> bool:
    """Whether a name in Devanagari that is taken for a place is how somebody is called: there is no
    capital to tell a nickname from other words."""
    is_place = mention.type.casefold() in PLACES and mention.confidence < SURE_TYPE
    is_place = is_place and contains_devanagari(mention.name)
    return is_place and entity.type.casefold() == PERSON


def _candidates(mention: EntityMention, known: Known) -> tuple[Entity, ...]:
    keys = [exact_key(mention.name), *word_keys(mention.name), *initial_keys(mention.name)]
    return tuple(_entities_sharing(keys, known))[:MOST_CANDIDATES]


def _entities_sharing(keys: Sequence[str], known: Known) -> list[Entity]:
    return list({each.id: each for key in keys for each in known.get(key, ())}.values())


def unmatched_mentions(resolution: EntityResolution) -> list[EntityMention]:
    """New entities without a candidate, for which one may be found by meaning.

    People are left out: their names carry no meaning, so strangers would come out as similar.
    """
    open_ids = {each.entity_id for each in resolution.undecided}
    return [
        EntityMention.model_construct(name=each.name, type=each.type)
        for id_, each in resolution.entities.items()
        if id_ in resolution.new_ids and id_ not in open_ids and each.type.casefold() != PERSON
    ]


def add_candidates(
    resolution: EntityResolution, near: Mapping[str, Sequence[Entity]]
) -> EntityResolution:
    """The resolution with these candidates, by name, for new entities of an agreeing type."""
    more = []
    for each in unmatched_mentions(resolution):
        id_ = resolution.id_of(each.name)
        fitting = tuple(other for other in near.get(each.name, ()) if _types_agree(each, other))
        if id_ is not None and fitting:
            more.append(UndecidedEntity(each, id_, fitting[:MOST_CANDIDATES]))
    return replace(resolution, undecided=(*resolution.undecided, *more))


def apply_verdicts(
    resolution: EntityResolution, same: Sequence[int], apart: Sequence[tuple[str, str]] = ()
) -> EntityResolution:
    """The resolution after a judge answered with a candidate's number from 1, or 0 for none.

    A number that belongs to no candidate is ignored. Two names `apart`, and two full names that
    share the first name only, stay two entities: the second becomes one of its own.
    """
    chosen = {
        each.entity_id: each.candidates[number - 1]
        for each, number in zip(resolution.undecided, same, strict=False)
        if 1 <= number <= len(each.candidates)
    }
    merged = _without_joining(resolution, chosen, apart)
    if not merged:
        return replace(resolution, undecided=())
    targets = {new_id: _chain_end(known, merged) for new_id, known in merged.items()}
    names = {each.entity_id: tidy(each.mention.name) for each in resolution.undecided}
    aliases = [Alias(names[new_id], known.id, "judged") for new_id, known in targets.items()]
    others = {id_: entity for id_, entity in resolution.entities.items() if id_ not in targets}
    fuller = {
        entity.id: replace(others.get(entity.id, entity), name=names[new_id])
        for new_id, entity in targets.items()
        if is_fuller(names[new_id], entity.name)
    }
    return EntityResolution(
        {key: targets[id_].id if id_ in targets else id_ for key, id_ in resolution.remap.items()},
        others | {entity.id: others.get(entity.id, entity) for entity in targets.values()} | fuller,
        resolution.new_ids - targets.keys(),
        (*(_follow(each, targets) for each in resolution.aliases), *aliases),
    )


def _follow(alias: Alias, targets: Mapping[UUID, Entity]) -> Alias:
    """An alias of an entity that is one with another now."""
    known = targets.get(alias.entity_id)
    return replace(alias, entity_id=known.id) if known else alias


def _without_joining(
    resolution: EntityResolution,
    merged: Mapping[UUID, Entity],
    apart: Sequence[tuple[str, str]],
) -> Mapping[UUID, Entity]:
    full_names = [each.mention.name for each in resolution.undecided]
    for names in (*apart, *namesake_pairs(full_names)):
        ids = [id_ for name in names if (id_ := resolution.id_of(name)) is not None]
        ends = {_chain_end(resolution.entities[id_], merged).id for id_ in ids}
        if len(set(ids)) > len(ends):
            last = next((id_ for id_ in reversed(ids) if id_ in merged), None)
            merged = {new: known for new, known in merged.items() if new != last}
    return merged


def _chain_end(entity: Entity, merged: Mapping[UUID, Entity]) -> Entity:
    """The last entity of a chain of merges. A circular chain ends where it began."""
    seen: set[UUID] = set()
    while entity.id in merged and entity.id not in seen:
        seen.add(entity.id)
        entity = merged[entity.id]
    return entity
