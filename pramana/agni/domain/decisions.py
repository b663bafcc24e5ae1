"""What a person decides about an entity. Each decision clears what an earlier one set.

A match is proposed without asking where names and circumstances leave no doubt.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from pramana.agni.contracts import AgniExtractionSession, EntityStatus, EntityType, ExtractedEntity
from pramana.language.names import NamedEntityType, score
from pramana.language.positions import position_meanings
from pramana.registry.contracts import NameKind, RecordMatch
from pramana.registry.domain.ids import id_type, parse_id

AUTO_MATCH = 0.95
"""A name alone never reaches it: 3.7 % of real election candidates share theirs with another."""
MIN_CONFIDENCE = 0.45
"""Below this a record is not a candidate."""


@dataclass(frozen=True)
class Decider:
    """Who decides, and when."""

    user_id: UUID
    at: datetime


def match(
    entity: ExtractedEntity, nes_id: str, by: Decider, *, unverified: bool = False
) -> ExtractedEntity:
    return replace(_clear_for(entity, by), matched_id=nes_id, unverified=unverified)


def create(entity: ExtractedEntity, by: Decider) -> ExtractedEntity:
    return replace(_clear_for(entity, by), needs_creation=True)


def skip(entity: ExtractedEntity, reason: str, by: Decider) -> ExtractedEntity:
    return replace(_clear_for(entity, by), is_skipped=True, skip_reason=reason)


def reopen(entity: ExtractedEntity) -> ExtractedEntity:
    """Take a decision back: what the person decided about stands again.

    A reading in the meantime may have found more mentions; they stay.
    """
    if entity.before_decision is None:
        return propose(_clear(entity))
    return replace(entity.before_decision, mentions=entity.mentions)


def propose(entity: ExtractedEntity) -> ExtractedEntity:
    """Propose a match where that is safe: a near-certain candidate that another attribute confirms.

    It must be the only such candidate: two records with the same name and the same district are
    for a person to tell apart.
    """
    sure = [each for each in entity.candidates if each.confidence >= AUTO_MATCH and each.decisive]
    if len(sure) != 1 or entity.is_decided:
        return entity
    return replace(entity, matched_id=sure[0].nes_id)


def unresolved(session: AgniExtractionSession) -> list[int]:
    """Indexes of the entities that still need a person."""
    return [
        index
        for index, entity in enumerate(session.entities)
        if entity.status is EntityStatus.NEEDS_DISAMBIGUATION
    ]


def approve_proposals(session: AgniExtractionSession, by: Decider) -> AgniExtractionSession:
    """Record the person who confirms the session as the one who decided each proposal."""
    entities = tuple(
        entity if entity.is_decided else accept_proposal(entity, by) for entity in session.entities
    )
    return replace(session, entities=entities)


SURE_NAME = 0.9
"""The confidence in a name from which a new record may be accepted with all the others."""


def sure_proposals(session: AgniExtractionSession) -> list[int]:
    """Indexes of the proposals that can be accepted at once: matches that leave no doubt, and new
    records for names that were read with certainty."""
    return [
        index
        for index, entity in enumerate(session.entities)
        if not entity.is_decided
        and not entity.withdrawn
        and (
            entity.status is EntityStatus.MATCHED
            or (entity.status is EntityStatus.CREATE_NEW and entity.confidence >= SURE_NAME)
        )
    ]


def accept_proposal(entity: ExtractedEntity, by: Decider) -> ExtractedEntity:
    """The proposal becomes the person's decision; taking it back leaves the proposal."""
    return replace(
        entity,
        decided_by=by.user_id,
        decided_at=by.at,
        before_decision=entity.before_decision or entity,
    )


def id_entity_type(nes_id: str) -> EntityType | None:
    """The type an id states; None if it is malformed or states a type that sessions do not have.

    >>> id_entity_type("org_7"), id_entity_type("entity:person/ram-thapa")
    (<EntityType.ORGANIZATION: 'ORGANIZATION'>, <EntityType.PERSON: 'PERSON'>)
    >>> id_entity_type("person_x") is None
    True
    """
    record_id = parse_id(nes_id)
    stated = id_type(record_id) if record_id else None
    return next((each for each in EntityType if each.in_registry == stated), None)


def _clear_for(entity: ExtractedEntity, by: Decider) -> ExtractedEntity:
    """The entity as `by` decides about it. A second decision goes back to before the first."""
    return replace(
        _clear(entity),
        withdrawn=False,
        decided_by=by.user_id,
        decided_at=by.at,
        before_decision=entity.before_decision or entity,
    )


def _clear(entity: ExtractedEntity) -> ExtractedEntity:
    return replace(
        entity,
        matched_id=None,
        needs_creation=False,
        is_skipped=False,
        skip_reason="",
        unverified=False,
        proposed_changes={},
        choices={},
        unasked=False,
        decided_by=None,
        decided_at=None,
    )


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
