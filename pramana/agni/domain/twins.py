"""One thing named in two scripts is one entity."""

from collections import defaultdict
from collections.abc import Sequence

from pramana.agni.contracts.entities import ExtractedEntity
from pramana.agni.domain.grounding import joined
from pramana.language.names import NameKind, folded_name, read_name, score
from pramana.language.scripts import Script, script_shares

SAME = 0.95
"""Inside one document, as sure as that is enough: the names stand beside each other."""


def across_scripts(entities: Sequence[ExtractedEntity]) -> list[ExtractedEntity]:
    """The entities, those named in Devanagari and in Latin letters as one, in their first places.

    Names in the same script are left alone: two people of one document may be called alike, and
    whoever wrote it could tell them apart.
    """
    kept: list[ExtractedEntity] = []
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for entity in entities:
        twin = next((at for at in places[_bucket(entity)] if _are_one(kept[at], entity)), None)
        if twin is None:
            places[_bucket(entity)].append(len(kept))
            kept.append(entity)
        else:
            kept[twin] = joined(kept[twin], entity)
    return kept


def _are_one(one: ExtractedEntity, other: ExtractedEntity) -> bool:
    if _scripts(one) & _scripts(other):
        return False
    return score(one.name, other.name, _kind(one)).value >= SAME


def _bucket(entity: ExtractedEntity) -> tuple[str, str]:
    """Only names that begin alike are compared, so that long documents stay quick."""
    return entity.entity_type.value, folded_name(read_name(entity.name, _kind(entity)))[:1]


def _kind(entity: ExtractedEntity) -> NameKind:
    return NameKind(entity.entity_type.in_registry)


def _scripts(entity: ExtractedEntity) -> set[Script]:
    return {script for name in entity.names for script in script_shares(str(name["text"]))} - {
        Script.COMMON
    }
