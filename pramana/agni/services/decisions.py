"""A person decides about an entity (match, create, skip, reopen), or corrects what was read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from pramana.agni.adapters import RegistrySearch
from pramana.agni.contracts import (
    AgniExtractionSession,
    DecisionAction,
    EntityDecision,
    EntityStatus,
    ExtractedEntity,
    SessionStatus,
)
from pramana.agni.domain import decisions
from pramana.agni.domain.corrections import (
    CorrectionOutcome,
    SessionCorrection,
    apply_corrections,
)
from pramana.agni.domain.corrections.contracts import (
    SessionCorrectionRequest,
    requested_correction,
)
from pramana.agni.domain.decisions import Decider
from pramana.agni.domain.names import entity_name
from pramana.agni.errors import DecisionConflict, InvalidState, ReviewSessionNotFound
from pramana.agni.models import StoredExtractionSession
from pramana.agni.selectors import get_session
from pramana.agni.services.agni_service import AgniService, agni_service, get_entity
from pramana.agni.services.sessions import (
    load_session,
    lock_for_review,
    review_progress,
    save_session,
)
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit


def resolve_entity(
    scope: Scope, session_id: UUID, index: int, decision: EntityDecision
) -> EntityStatus:
    """Match, create or skip. The registry may be remote: it is asked before the row is locked."""
    if not StoredExtractionSession.objects.in_scope(scope).filter(pk=session_id).exists():
        raise ReviewSessionNotFound()
    nes_id = decision.nes_id if decision.action == DecisionAction.MATCH else None
    record = RegistrySearch(scope).look_up(nes_id) if nes_id else None
    with transaction.atomic():
        row = lock_for_review(scope, session_id)
        session = load_session(row)
        entity, action = get_entity(session, index), _validate_action(decision)
        _refuse_stale(scope, entity, decision.seen)
        entity, by = edit_entity(entity, decision), _decider(scope)
        session = session.with_entity(index, entity)
        if nes_id and record:
            session = agni_service(scope).set_nes_id_for_extracted_entity(
                session, index, nes_id, record=record, by=by
            )
        elif action is DecisionAction.CREATE:
            session = session.with_entity(index, decisions.create(entity, by))
        else:
            session = session.with_entity(index, decisions.skip(entity, decision.reason, by))
        return _save(scope, row, session, index, str(action))


@transaction.atomic
def accept_sure_proposals(scope: Scope, session_id: UUID) -> list[int]:
    """Accept all proposals that leave no doubt; return their indexes. Each can be taken back."""
    row = lock_for_review(scope, session_id)
    session, by = load_session(row), _decider(scope)
    accepted = decisions.sure_proposals(session)
    for index in accepted:
        entity = decisions.accept_proposal(session.entities[index], by)
        session = session.with_entity(index, entity)
    row.progress_info = review_progress(session)
    save_session(scope, row, session)
    audit(scope, "agni.entity.accepted", "agni_session", row.id, count=len(accepted))
    return accepted


@transaction.atomic
def reopen_entity(scope: Scope, session_id: UUID, index: int) -> EntityStatus:
    """Undo a decision."""
    row = lock_for_review(scope, session_id)
    session = load_session(row)
    session = session.with_entity(index, decisions.reopen(get_entity(session, index)))
    return _save(scope, row, session, index, "reopened")


def _save(
    scope: Scope,
    row: StoredExtractionSession,
    session: AgniExtractionSession,
    index: int,
    event: str,
) -> EntityStatus:
    row.progress_info = review_progress(session)
    save_session(scope, row, session)
    audit(scope, f"agni.entity.{event}", "agni_session", row.id, index=index)
    return session.entities[index].status


def _validate_action(decision: EntityDecision) -> DecisionAction:
    try:
        action = DecisionAction(decision.action)
    except ValueError:
        raise InvalidRequest("action must be 'match', 'create', or 'skip'") from None
    if action is DecisionAction.MATCH and not decision.nes_id:
        raise InvalidRequest("nes_id required for match action")
    if action is DecisionAction.CREATE and not decision.confirmed:
        raise InvalidRequest("confirmed=true required for create action")
    return action


def edit_entity(entity: ExtractedEntity, decision: EntityDecision) -> ExtractedEntity:
    """Replace the names and attributes that the person edited; taking back restores them."""
    before = entity.before_decision or entity
    if decision.names is not None:
        names = tuple(entity_name(name.text, name.language) for name in decision.names)
        entity = replace(entity, names=names, before_decision=before)
    if decision.entity_data is not None:
        entity = replace(entity, entity_data=decision.entity_data, before_decision=before)
    return entity


def _refuse_stale(scope: Scope, entity: ExtractedEntity, seen: datetime | None) -> None:
    """Refuse to overwrite a decision that someone else made after the person loaded the page."""
    if seen is None or entity.decided_at is None or entity.decided_by == scope.actor_id:
        return
    if entity.decided_at > seen:
        raise DecisionConflict(
            f"Someone else decided this entity in the meantime: {entity.status}.",
            {
                "decision": {
                    "status": entity.status.value,
                    "matched_id": entity.matched_id,
                    "decided_by": str(entity.decided_by),
                    "decided_at": entity.decided_at.isoformat(),
                }
            },
        )


def _decider(scope: Scope) -> Decider:
    if scope.actor_id is None:
        raise InvalidRequest("A decision needs a person, but this key belongs to nobody.")
    return Decider(scope.actor_id, utcnow())


Apply = Callable[[AgniExtractionSession], CorrectionOutcome]


@dataclass(frozen=True)
class CorrectedSession:
    """What was done, in a sentence, and the entities that are new or changed."""

    sentence: str
    entities: tuple[int, ...]


def correct_session(
    scope: Scope, session_id: UUID, request: SessionCorrectionRequest
) -> CorrectedSession:
    """Make one correction. The registry may be remote: it is asked before the row is locked."""
    view = get_session(scope, session_id)
    if view.status is not SessionStatus.AWAITING_REVIEW:
        raise InvalidState()
    correction = requested_correction(request, view.session)
    apply = plan_corrections(agni_service(scope), view.session, [correction])
    with transaction.atomic():
        row = lock_for_review(scope, session_id)
        outcome = apply(load_session(row))
        sentence = " ".join(outcome.sentences)
        if outcome.refused:
            raise InvalidState(sentence)
        row.progress_info = review_progress(outcome.session)
        save_session(scope, row, outcome.session)
        audit(
            scope, "agni.session.corrected", "agni_session", row.id, correction=request.action.value
        )
    return CorrectedSession(sentence, tuple(sorted(outcome.changed)))


def plan_corrections(
    service: AgniService, session: AgniExtractionSession, corrections: Sequence[SessionCorrection]
) -> Apply:
    """Corrections with the records that the changed entities may be, which are looked up now."""
    assert session.document is not None
    text = service.genai.load_text(session.document)
    planned = apply_corrections(session, corrections, text)
    on, entities = planned.session.document_date, planned.session.entities
    dated = set() if on == session.document_date else _holders_of_offices(entities)
    resolved = {
        place: service.search.resolve(entities[place], on)
        for place in planned.changed | dated
        if _is_open(entities[place])
    }

    def apply(current: AgniExtractionSession) -> CorrectionOutcome:
        outcome = apply_corrections(current, corrections, text)
        changed = outcome.session
        for place in (outcome.changed | dated) & resolved.keys():
            entity = changed.entities[place]
            if entity.names == resolved[place].names and _is_open(entity):
                changed = changed.with_entity(
                    place, _with_candidates(changed.entities[place], resolved[place])
                )
        return replace(outcome, session=changed)

    return apply


def _holders_of_offices(entities: Sequence[ExtractedEntity]) -> set[int]:
    """The entities whose candidates depend on the document's date."""
    return {place for place, each in enumerate(entities) if "position" in each.entity_data}


def _is_open(entity: ExtractedEntity) -> bool:
    return not entity.is_decided and not entity.withdrawn


def _with_candidates(entity: ExtractedEntity, resolved: ExtractedEntity) -> ExtractedEntity:
    return replace(
        entity,
        candidates=resolved.candidates,
        matched_id=resolved.matched_id,
        proposed_changes=resolved.proposed_changes,
        unasked=resolved.unasked,
    )


def ask_registry_again(scope: Scope, session_id: UUID) -> int:
    """Look up the entities about which the registry was not asked; return how many are left."""
    view = get_session(scope, session_id)
    if view.status is not SessionStatus.AWAITING_REVIEW:
        raise InvalidState()
    search, resolved = agni_service(scope).search, {}
    for place, entity in enumerate(view.session.entities):
        if entity.unasked and _is_open(entity):
            resolved[place] = search.resolve(entity, view.session.document_date)
            if resolved[place].unasked:
                break  # the others would wait as long
    with transaction.atomic():
        row = lock_for_review(scope, session_id)
        session = load_session(row)
        for place, entity in resolved.items():
            if session.entities[place] == view.session.entities[place]:
                session = session.with_entity(place, entity)
        row.progress_info = review_progress(session)
        save_session(scope, row, session)
    return sum(entity.unasked for entity in session.entities)
