"""A person decides about one entity."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from pramana.agni.adapters.registry import Known, known_record
from pramana.agni.contracts.entities import EntityStatus, ExtractedEntity
from pramana.agni.contracts.requests import Action, Resolution
from pramana.agni.contracts.session import AgniExtractionSession
from pramana.agni.domain import deciding
from pramana.agni.domain.changes import patch_for
from pramana.agni.domain.deciding import Decider
from pramana.agni.domain.ids import fits
from pramana.agni.domain.spelling import written
from pramana.agni.errors import DecidedMeanwhile, InvalidEntity, UnknownRecord
from pramana.agni.services.rows import keep, must_exist, under_review, values
from pramana.agni.services.stages import counts
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit


def resolve_entity(scope: Scope, session_id: UUID, index: int, asked: Resolution) -> EntityStatus:
    """Match, create or skip; the registry is asked before the session is locked."""
    must_exist(scope, session_id)
    match = _record_named(scope, asked)
    with transaction.atomic():
        row = under_review(scope, session_id)
        session = values(row)
        entity, action = _entity(session, index), _action(asked)
        _refuse_stale(scope, entity, asked.seen)
        decided = _decided(_edited(entity, asked), action, asked, match, _decider(scope))
        session = _with(session, index, decided)
        row.progress_info = counts(session)
        keep(scope, row, session)
        audit(scope, f"agni.entity.{action}", "agni_session", row.id, index=index)
    return decided.status


@transaction.atomic
def reopen_entity(scope: Scope, session_id: UUID, index: int) -> EntityStatus:
    """Take a decision back."""
    row = under_review(scope, session_id)
    session = values(row)
    entity = deciding.reopen(_entity(session, index))
    session = _with(session, index, entity)
    row.progress_info = counts(session)
    keep(scope, row, session)
    audit(scope, "agni.entity.reopened", "agni_session", row.id, index=index)
    return entity.status


def _action(asked: Resolution) -> Action:
    try:
        action = Action(asked.action)
    except ValueError:
        raise InvalidRequest("action must be 'match', 'create', or 'skip'") from None
    if action is Action.MATCH and not asked.nes_id:
        raise InvalidRequest("nes_id required for match action")
    if action is Action.CREATE and not asked.confirmed:
        raise InvalidRequest("confirmed=true required for create action")
    return action


def _record_named(scope: Scope, asked: Resolution) -> Known | None:
    """What the registry says of the record to match; None where none is named."""
    wanted = asked.nes_id if asked.action == Action.MATCH else None
    return known_record(scope, wanted) if wanted else None


def _decided(
    entity: ExtractedEntity,
    action: Action,
    asked: Resolution,
    match: Known | None,
    by: Decider,
) -> ExtractedEntity:
    if match is not None:
        return _matched(entity, asked.nes_id or "", match, by)
    if action is Action.CREATE:
        return deciding.create(entity, by)
    return deciding.skip(entity, asked.reason, by)


def _matched(entity: ExtractedEntity, nes_id: str, known: Known, by: Decider) -> ExtractedEntity:
    if not fits(nes_id, entity.entity_type):
        raise InvalidEntity("Invalid NES ID format")
    if known.is_missing:
        raise UnknownRecord(nes_id)
    matched = deciding.match(entity, nes_id, by, unverified=known.unverified)
    return replace(matched, proposed_changes={"patch": patch_for(entity, known.data)})


def _edited(entity: ExtractedEntity, asked: Resolution) -> ExtractedEntity:
    """The entity with the names and attributes the person wrote, where they wrote any."""
    if asked.names is not None:
        names = tuple(written(name.text, name.language) for name in asked.names)
        entity = replace(entity, names=names)
    if asked.entity_data is not None:
        entity = replace(entity, entity_data=asked.entity_data)
    return entity


def _entity(session: AgniExtractionSession, index: int) -> ExtractedEntity:
    if not 0 <= index < len(session.entities):
        raise InvalidEntity()
    return session.entities[index]


def _with(
    session: AgniExtractionSession, index: int, entity: ExtractedEntity
) -> AgniExtractionSession:
    entities = (*session.entities[:index], entity, *session.entities[index + 1 :])
    return replace(session, entities=entities)


def _refuse_stale(scope: Scope, entity: ExtractedEntity, seen: datetime | None) -> None:
    """With `seen`, a decision that another made since is not overwritten unread."""
    if seen is None or entity.decided_at is None or entity.decided_by == scope.actor_id:
        return
    if entity.decided_at > seen:
        raise DecidedMeanwhile(
            f"Someone else decided this entity meanwhile: {entity.status}.",
            {"decision": _decision(entity)},
        )


def _decision(entity: ExtractedEntity) -> dict[str, str | None]:
    return {
        "status": entity.status.value,
        "matched_id": entity.matched_id,
        "decided_by": str(entity.decided_by),
        "decided_at": entity.decided_at.isoformat() if entity.decided_at else None,
    }


def _decider(scope: Scope) -> Decider:
    if scope.actor_id is None:
        raise InvalidRequest("A decision needs a person: this key belongs to nobody.")
    return Decider(scope.actor_id, utcnow())
