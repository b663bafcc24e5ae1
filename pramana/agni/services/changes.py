"""Approved changes: queued while a session is persisted, and applied to the registry one by one."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.agni.contracts import (
    ApprovedChange,
    ChangeState,
    ChangeType,
    EntityChange,
    EntityType,
    source_address,
)
from pramana.agni.domain.session_json import deserialize_session
from pramana.agni.errors import ApprovedChangeNotFound
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.agni.selectors.changes import approved_change
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError, ContextError
from pramana.kit.scope import Scope
from pramana.language.scripts import language_by_script
from pramana.registry.contracts import RecordView, VersionView
from pramana.registry.selectors import get_record, get_version
from pramana.registry.services import create_record, update_record
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import audit

MAX_PLACES = 20


@dataclass(frozen=True)
class ChangeQueue:
    """The document's `Persistence`, over the table of approved changes."""

    scope: Scope
    session: StoredExtractionSession | None = None
    """The session whose changes are queued; listing and applying need none."""

    def queue_entity_change(self, change: EntityChange, description: str, author_id: str) -> str:
        """Insert the change in the caller's transaction: all changes of a session, or none."""
        if self.session is None:
            raise ContextError("A change can only be queued for the session it was approved in.")
        ApprovedEntityChange(
            id=UUID(change.id),
            tenant_id=self.scope.tenant_id,
            change_type=change.change_type,
            entity_type=change.entity_type,
            entity_sub_type=change.entity_sub_type,
            nes_entity_id=change.nes_entity_id,
            entity_data=dict(change.entity_data),
            description=description,
            approved_by_id=UUID(author_id) if author_id else None,
            session_id=self.session.id,
            source=_source(self.session, change.id),
        ).save(force_insert=True)
        return change.id

    def get_pending_changes(self, *, session_id: UUID | None = None) -> list[EntityChange]:
        """Changes that the registry does not have yet, oldest first; refused ones are included."""
        rows = ApprovedEntityChange.objects.in_scope(self.scope).exclude(state=ChangeState.APPLIED)
        if session_id:
            rows = rows.filter(session_id=session_id)
        return [
            EntityChange(
                id=str(row.id),
                change_type=ChangeType(row.change_type),
                entity_type=EntityType(row.entity_type),
                entity_sub_type=row.entity_sub_type,
                nes_entity_id=row.nes_entity_id,
                entity_data=row.entity_data,
            )
            for row in rows.order_by("approved_at", "id")
        ]

    @transaction.atomic
    def apply_change(self, change_id: str | UUID) -> ApprovedChange:
        """Write a change to the registry as one version; a second call does nothing.

        The change's id is the version's source key, so a retry that lost its own state finds the
        version it wrote. A change that the registry refuses keeps the reason and can be applied
        again.
        """
        row = self._lock(change_id)
        if row.state == ChangeState.APPLIED:
            return approved_change(row)
        try:
            with transaction.atomic():
                version = _write_version(self.scope, row)
        except AppError as error:
            if error.status >= 500:
                raise
            row.state, row.error = ChangeState.FAILED, error.message
        else:
            row.state, row.error = ChangeState.APPLIED, ""
            row.nes_entity_id, row.applied_at = version.nes_id, utcnow()
            audit(self.scope, "agni.change.applied", "agni_change", row.id, record=version.nes_id)
        row.save()
        return approved_change(row)

    def apply_pending(self, *, session_id: UUID | None = None) -> list[ApprovedChange]:
        """Apply every pending change, each in a transaction of its own."""
        pending = self.get_pending_changes(session_id=session_id)
        return [self.apply_change(change.id) for change in pending]

    def _lock(self, change_id: str | UUID) -> ApprovedEntityChange:
        rows = ApprovedEntityChange.objects.in_scope(self.scope).select_related("approved_by")
        return lock_row(rows.filter(pk=change_id), ApprovedChangeNotFound())


def _source(session: StoredExtractionSession, change_id: str) -> dict[str, Any]:
    """The document of a change, and the places in it that name the entity.

    The words themselves stay in the document, so that deleting it leaves no copy of them.
    """
    entities = deserialize_session(session.session_data).entities
    mentions = next((entity.mentions for entity in entities if entity.change_id == change_id), ())
    return {
        "document_id": str(session.document_id),
        "title": session.document.title,
        "places": [
            {"start": each.start, "end": each.end, "page": each.page}
            for each in mentions[:MAX_PLACES]
        ],
    }


def _write_version(scope: Scope, row: ApprovedEntityChange) -> VersionView:
    author = row.approved_by.get_username() if row.approved_by else ""
    key, description = f"agni:{row.id}", _history_line(row)
    if row.change_type == ChangeType.CREATE:
        record = {
            **row.entity_data,
            "type": row.entity_type.lower(),
            "sub_type": row.entity_sub_type or None,
            "attributions": [_attribution(row)],
        }
        return create_record(scope, record, author=author, description=description, source_key=key)
    known = get_record(scope, row.nes_entity_id)
    patch = [*row.entity_data.get("patch", []), *_source_step(row, known)]
    if not patch:
        return get_version(scope, known.id, known.version)
    return update_record(
        scope, row.nes_entity_id, patch, author=author, description=description, source_key=key
    )


def _source_step(row: ApprovedEntityChange, record: RecordView) -> list[dict[str, Any]]:
    """The step that names the document as a source, unless the record names it already."""
    attribution = _attribution(row)
    named = [each["details"] for each in record.data.model_dump(mode="json")["attributions"]]
    if row.entity_data.get("without_source") or attribution["details"] in named:
        return []
    return [{"op": "add", "path": "/attributions/-", "value": attribution}]


def _history_line(row: ApprovedEntityChange) -> str:
    """The reviewer's reason, and the document that it comes from."""
    source = f"From “{_title(row)}”."
    return f"{row.description.strip()} {source}" if row.description.strip() else source


def _title(row: ApprovedEntityChange) -> str:
    return str(row.source.get("title") or "A document")


def _attribution(row: ApprovedEntityChange) -> dict[str, Any]:
    """The source document, as the registry shows it."""
    title = _title(row)
    language = language_by_script(title)
    address = source_address(row.source.get("document_id", ""))
    return {"title": {language: {"value": title}}, "details": {"en": {"value": address}}}
