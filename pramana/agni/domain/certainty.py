"""When a match is proposed without asking: names and circumstances leave no doubt."""

from collections.abc import Sequence

from pramana.agni.contracts import EntityType, ExtractedEntity
from pramana.language.names import NamedEntityType, score
from pramana.language.positions import position_meanings
from pramana.registry.contracts import NameKind, RecordMatch

MAX_NAMES = 5
NAMESAKE = 0.89
"""A record with at least this score bears the same name, or nearly."""

LASTING = frozenset(
    (
        *("identifier", "date of birth", "father's name", "mother's name"),
        *("grandfather's name", "spouse's name"),
    )
)
"""Attributes that decide even if a position may have changed since the record was made."""

SAME_FULL_NAME = 0.99
"""Only the legal form or the spelling of a sound may differ."""

COMMON_POSITIONS = frozenset(
    (
        *("member", "lawyer", "teacher", "farmer", "engineer", "officer", "accountant", "nurse"),
        *("leader", "cadre", "candidate", "contractor", "clerk", "driver", "journalist", "doctor"),
        *("entrepreneur", "consultant", "representative", "secretary", "chairperson", "director"),
        *("manager", "president", "coordinator", "treasurer", "supplier", "trader", "operator"),
        *("worker", "deputy", "in-charge", "office assistant", "mechanic", "mason", "guard"),
        *("housewife", "priest", "head of department", "technician", "chief"),
    )
)
"""Positions that thousands of people hold."""


def searched_names(entity: ExtractedEntity) -> list[str]:
    """The names to search by; abbreviations only where there is no full name.

    Short names are shared by many: NIC may be a commission, a bank or an insurer.
    """
    names = [str(name["text"]) for name in entity.names]
    full = [name for name in names if not _is_short(name)]
    return (full or names)[:MAX_NAMES]


def _is_short(name: str) -> bool:
    return " " not in name.strip() and (name.isupper() or "." in name) and len(name) <= 10


def is_decisive(
    entity: ExtractedEntity, match: RecordMatch, all_matches: Sequence[RecordMatch]
) -> bool:
    """Whether name and circumstances leave no doubt that the entity is this record.

    Something beside the name must agree, nothing may differ, and no namesake may be left who does
    not differ. A post that thousands hold does not decide by itself, and where a post may have
    changed since, something lasting must agree. For an organisation or a place
    its full name is enough if only this record bears it and nothing else is near.
    """
    if match.differing:
        return False
    others = [each for each in all_matches if each is not match]
    if entity.entity_type is not EntityType.PERSON and not others and _bears_name(match, entity):
        return True
    rivals = [each for each in others if each.score >= NAMESAKE and not each.differing]
    return _decides(entity, match) and not rivals


def _decides(entity: ExtractedEntity, match: RecordMatch) -> bool:
    if match.unsettled:
        return bool(LASTING & set(match.agreeing))
    if set(match.agreeing) != {"position"}:
        return bool(match.agreeing)
    meanings = position_meanings(str(entity.entity_data.get("position", "")))
    return bool(meanings - COMMON_POSITIONS)


def _bears_name(match: RecordMatch, entity: ExtractedEntity) -> bool:
    """Whether one of the record's main names is the entity's, word for word or in sound."""
    kind = NamedEntityType(entity.entity_type.in_registry)
    primary = [
        part.full
        for name in match.record.data.names
        if name.kind == NameKind.PRIMARY
        for part in (name.en, name.ne)
        if part
    ]
    return any(
        score(name, full, kind).value >= SAME_FULL_NAME
        for name in searched_names(entity)
        for full in primary
    )
