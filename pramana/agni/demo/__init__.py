"""The review's scene in the demonstration: a release with people and offices to decide about."""

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
"""Somebody the registry already knows, from before she was mayor: there is a match to decide."""


def create_known_record(scope: Scope) -> UUID:
    """The record of somebody the release names."""
    made = create_record(scope, DEPUTY, description="Known before.", source_key="demo:deputy")
    return made.record_id


def open_review(scope: Scope) -> ReviewSession:
    """A session that will wait for a review."""
    release = files(__package__).joinpath("release.txt").read_bytes()
    return open_session(scope, "contract-signed.txt", ContentFile(release))


def is_finished(scope: Scope, session_id: UUID) -> bool | None:
    """Whether somebody finished the review; None where it is gone."""
    rows = StoredExtractionSession.objects.in_scope(scope).filter(pk=session_id)
    status = rows.values_list("status", flat=True).first()
    written = (SessionStatus.PROCESSING_PERSISTENCE, SessionStatus.COMPLETED)
    return None if status is None else status in written


def delete_reviews(scope: Scope, document_ids: Sequence[UUID]) -> int:
    """Take away what reviews of these documents wrote: new records, changes, and their runs.

    A record that was there before and only got something added keeps it: a person said so.
    """
    named = [str(each) for each in document_ids]
    changes = ApprovedEntityChange.objects.in_scope(scope).filter(source__document_id__in=named)
    made = changes.filter(state=ChangeState.APPLIED, change_type=ChangeType.CREATE)
    gone = sum(
        delete_if_present(scope, each) for each in made.values_list("nes_entity_id", flat=True)
    )
    changes.delete()
    sessions = StoredExtractionSession.objects.in_scope(scope).filter(document_id__in=document_ids)
    delete_runs(scope, [run for run in sessions.values_list("run_id", flat=True) if run])
    return gone


def delete_if_present(scope: Scope, record_id: str | UUID) -> bool:
    """Erase a record; one that somebody erased before is gone already."""
    with suppress(RecordNotFound):
        delete_record(scope, record_id)
        return True
    return False
