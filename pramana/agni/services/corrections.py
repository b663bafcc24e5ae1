"""A person corrects a session: its metadata, or what an entity is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction

from pramana.agni.contracts import AgniExtractionSession, ExtractedEntity, SessionStatus
from pramana.agni.domain.corrections import (
    CorrectionOutcome,
    SessionCorrection,
    apply_corrections,
)
from pramana.agni.domain.corrections.requests import (
    SessionCorrectionRequest,
    requested_correction,
)
from pramana.agni.errors import InvalidState
from pramana.agni.selectors import get_session
from pramana.agni.services.agni_service import AgniService, agni_service
from pramana.agni.services.session_rows import (
    load_session,
    lock_for_review,
    review_progress,
    save_session,
)
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit

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
    resolved = {
        place: service.search.resolve(planned.session.entities[place])
        for place in planned.changed
        if _is_open(planned.session.entities[place])
    }

    def apply(current: AgniExtractionSession) -> CorrectionOutcome:
        outcome = apply_corrections(current, corrections, text)
        changed = outcome.session
        for place in outcome.changed & resolved.keys():
            if changed.entities[place].names == resolved[place].names:
                changed = changed.with_entity(
                    place, _with_candidates(changed.entities[place], resolved[place])
                )
        return replace(outcome, session=changed)

    return apply


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
            resolved[place] = search.resolve(entity)
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
