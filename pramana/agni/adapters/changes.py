"""Approved changes as rows."""

from dataclasses import dataclass
from uuid import UUID

from asgiref.sync import sync_to_async

from pramana.agni.contracts.entities import EntityType
from pramana.agni.contracts.session import EntityChange
from pramana.agni.contracts.states import ChangeType
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.agni.selectors import pending_changes
from pramana.agni.selectors.sources import source_of
from pramana.jobs.services import enqueue
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope

APPLY_TASK = "agni.apply_change"


@dataclass(frozen=True)
class QueuedChanges:
    """Writes in the caller's transaction: all changes of a session, or none."""

    scope: Scope
    session: StoredExtractionSession | None = None
    """The session whose changes are written; the waiting ones can be read without one."""

    async def queue_entity_change(
        self, change: EntityChange, description: str, author_id: str
    ) -> str:
        await sync_to_async(self._write)(change, description, author_id)
        return change.id

    async def get_pending_changes(self) -> list[EntityChange]:
        views = await sync_to_async(pending_changes)(self.scope)
        return [
            EntityChange(
                id=str(view.id),
                change_type=ChangeType(view.change_type),
                entity_type=EntityType(view.entity_type),
                entity_sub_type=view.entity_sub_type,
                nes_entity_id=view.nes_entity_id,
                entity_data=view.entity_data,
            )
            for view in views
        ]

    async def apply_change(self, change_id: str) -> None:
        """Ask for the change to be written to the registry; that is a step of its own."""
        await sync_to_async(enqueue)(self.scope, APPLY_TASK, change_id=UUID(change_id))

    def _write(self, change: EntityChange, description: str, author_id: str) -> None:
        if self.session is None:
            raise ContextError("A change is queued for the session it was approved in.")
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
            source=source_of(self.session, change.id),
        ).save(force_insert=True)
