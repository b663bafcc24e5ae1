"""A reviewer's own numbers: documents finished, time on each, and how many proposals changed."""

from datetime import datetime, timedelta
from uuid import UUID

from pramana.agni.contracts import ExtractedEntity, SessionStatus
from pramana.agni.models import StoredExtractionSession
from pramana.agni.selectors import ReviewerNumbers, reviewer_numbers
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from tests.agni.builders import NOON, person
from tests.evals.decisions import under_review
from tests.extraction.samples import add_document

LONG_AGO = NOON - timedelta(days=365)


def decided(name: str, by: UUID | None, *, at: datetime, proposed: str = "") -> ExtractedEntity:
    """An entity that becomes a new record, as it was proposed or under another name."""
    return person(
        name,
        needs_creation=True,
        decided_by=by,
        decided_at=at,
        before_decision=person(proposed or name, needs_creation=True),
    )


def finish(scope: Scope, *entities: ExtractedEntity) -> None:
    session_id = under_review(scope, add_document(scope), entities)
    rows = StoredExtractionSession.objects.in_scope(scope).filter(pk=session_id)
    rows.update(status=SessionStatus.COMPLETED)


def test_numbers_count_own_decisions_without_long_pauses(scope: Scope) -> None:
    assert scope.actor_id
    colleague = make_member(scope, Role.REVIEWER)
    moments = [NOON + timedelta(seconds=each) for each in (0, 40, 100, 3_700)]
    names = ("Ram Thapa", "Gita Rai", "Hari Lama", "Dil Gurung")
    own = [decided(name, scope.actor_id, at=at) for name, at in zip(names, moments, strict=True)]
    other = decided("Maya Oli", colleague.actor_id, at=NOON, proposed="Maya O.")
    finish(scope, *own[1:], decided("Ram Thapa", scope.actor_id, at=NOON, proposed="Ram"), other)
    finish(scope, decided("Tara Bista", scope.actor_id, at=NOON))

    numbers = reviewer_numbers(scope, scope.actor_id, since=LONG_AGO)

    assert numbers == ReviewerNumbers(documents=2, seconds_per_document=70, decisions=5, changed=1)
    assert (numbers.minutes_per_document, numbers.changed_percent) == (1.2, 20)


def test_unfinished_old_and_other_peoples_reviews_do_not_count(
    scope: Scope, other_scope: Scope
) -> None:
    assert scope.actor_id
    under_review(scope, add_document(scope), [decided("Ram Thapa", scope.actor_id, at=NOON)])
    assert reviewer_numbers(scope, scope.actor_id, since=LONG_AGO) == ReviewerNumbers()

    finish(scope, decided("Gita Rai", scope.actor_id, at=NOON))
    later = datetime.max.replace(tzinfo=NOON.tzinfo)
    assert reviewer_numbers(scope, scope.actor_id, since=later) == ReviewerNumbers()
    assert reviewer_numbers(other_scope, scope.actor_id, since=LONG_AGO) == ReviewerNumbers()
