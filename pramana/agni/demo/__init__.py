"""The demonstration's review: a press release with people and offices to decide."""

from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from uuid import UUID

from django.core.files.base import ContentFile

from pramana.agni.contracts import ChangeState, ChangeType, ReviewSession, SessionStatus
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.agni.services import open_session
from pramana.kit.scope import Scope
from pramana.registry.errors import RecordNotFound
from pramana.registry.services import create_record, delete_record
from pramana.tenancy.services import delete_runs

DEPUTY = {
    "type": "person",
    "names": [
        {
            "kind": "PRIMARY",
            "en": {"full": "Anita Chaudhary"},
            "ne": {"full": "अनिता चौधरी"},
        }
    ],
    "attributes": {"position": "Deputy Mayor"},
}
"""A person the registry knows from before she was mayor: a match that somebody must decide."""


def create_known_record(scope: Scope) -> UUID:
    """Create the record of a person whom the release names."""
    version = create_record(scope, DEPUTY, description="Known before.", source_key="demo:deputy")
    return version.record_id


def open_review(scope: Scope) -> ReviewSession:
    """Open a session that will await its review."""
    release = files(__package__).joinpath("release.txt").read_bytes()
    return open_session(scope, "contract-signed.txt", ContentFile(release))


def is_finished(scope: Scope, session_id: UUID) -> bool | None:
    """Whether somebody finished the review; None if it was deleted."""
    rows = StoredExtractionSession.objects.in_scope(scope).filter(pk=session_id)
    status = rows.values_list("status", flat=True).first()
    finished = (SessionStatus.PROCESSING_PERSISTENCE, SessionStatus.COMPLETED)
    return None if status is None else status in finished


def delete_reviews(scope: Scope, document_ids: Sequence[UUID]) -> int:
    """Delete what reviews of these documents wrote: new records, changes and runs.

    A record that existed before keeps what was added to it, because a person decided that.
    """
    ids = [str(each) for each in document_ids]
    changes = ApprovedEntityChange.objects.in_scope(scope).filter(source__document_id__in=ids)
    created = changes.filter(state=ChangeState.APPLIED, change_type=ChangeType.CREATE)
    deleted = sum(
        delete_if_present(scope, each) for each in created.values_list("nes_entity_id", flat=True)
    )
    changes.delete()
    sessions = StoredExtractionSession.objects.in_scope(scope).filter(document_id__in=document_ids)
    delete_runs(scope, [run for run in sessions.values_list("run_id", flat=True) if run])
    return deleted


def delete_if_present(scope: Scope, record_id: str | UUID) -> bool:
    """Delete a record; return whether it still existed."""
    with suppress(RecordNotFound):
        delete_record(scope, record_id)
        return True
    return False
