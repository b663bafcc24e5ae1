"""Approved changes, and the changes that persisting a session would queue."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Q
from django.db.models.fields.json import KeyTextTransform

from pramana.agni.contracts import (
    ApprovedChange,
    ChangeState,
    ChangeType,
    EntityStatus,
    ExtractedEntity,
)
from pramana.agni.domain.changes import (
    PersistSummary,
    PlannedChange,
    change_for,
    has_effect,
    planned_lines,
)
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.agni.selectors.sessions import get_session
from pramana.kit.scope import Scope


def changes_page(
    scope: Scope,
    *,
    state: ChangeState | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[ApprovedChange]:
    """Approved changes, newest first; `before` continues where a page ended."""
    rows = ApprovedEntityChange.objects.in_scope(scope)
    if state:
        rows = rows.filter(state=state)
    if before:
        rows = rows.filter(approved_at__lt=before)
    return [approved_change(row) for row in rows[:limit]]


def session_changes(scope: Scope, session_id: UUID) -> list[ApprovedChange]:
    """The approved changes of a session, oldest first."""
    rows = ApprovedEntityChange.objects.in_scope(scope).filter(session_id=session_id)
    return [approved_change(row) for row in rows.order_by("approved_at", "id")]


def approved_change(row: ApprovedEntityChange) -> ApprovedChange:
    return ApprovedChange(
        id=row.id,
        change_type=ChangeType(row.change_type),
        entity_type=row.entity_type,
        entity_sub_type=row.entity_sub_type,
        nes_entity_id=row.nes_entity_id,
        entity_data=row.entity_data,
        description=row.description,
        state=ChangeState(row.state),
        error=row.error,
        session_id=row.session_id,
        approved_by=row.approved_by_id,
        approved_at=row.approved_at,
    )


@dataclass(frozen=True)
class RecordChangeSource:
    """An approved change of a record, and the document it comes from."""

    session_id: UUID
    state: ChangeState
    source: dict[str, Any]
    approved_at: datetime


def changes_of_record(scope: Scope, ids: Sequence[str], *, limit: int) -> list[RecordChangeSource]:
    """Approved changes of a record, by any of its ids, newest first."""
    rows = ApprovedEntityChange.objects.in_scope(scope).filter(nes_entity_id__in=ids)
    return [
        RecordChangeSource(row.session_id, ChangeState(row.state), row.source, row.approved_at)
        for row in rows.order_by("-approved_at")[:limit]
    ]


@dataclass(frozen=True)
class CaseApproval:
    """How many changes one person approved in one review."""

    session_id: UUID
    document_title: str
    creations: int
    updates: int
    approved_by_id: UUID | None
    approved_at: datetime


def approvals_of_case(scope: Scope, case_id: UUID, *, limit: int = 100) -> list[CaseApproval]:
    """Approvals in the reviews of a case, newest first."""
    sessions = StoredExtractionSession.objects.in_scope(scope).filter(run__case_id=case_id)
    rows = ApprovedEntityChange.objects.in_scope(scope).order_by()
    rows = rows.filter(session_id__in=sessions.order_by().values("id"))
    approvals = rows.values("session_id", "approved_by_id").annotate(
        title=Max(KeyTextTransform("title", "source")),
        creations=Count("id", filter=Q(change_type=ChangeType.CREATE)),
        updates=Count("id", filter=Q(change_type=ChangeType.UPDATE)),
        at=Max("approved_at"),
    )
    return [
        CaseApproval(
            session_id=row["session_id"],
            document_title=str(row["title"] or ""),
            creations=row["creations"],
            updates=row["updates"],
            approved_by_id=row["approved_by_id"],
            approved_at=row["at"],
        )
        for row in approvals.order_by("-at")[:limit]
    ]


def persist_summary(scope: Scope, session_id: UUID) -> PersistSummary:
    """Exactly what persisting the session now would do with each of its entities."""
    view = get_session(scope, session_id)
    planned = [
        _planned_change(index, entity, view.source)
        for index, entity in enumerate(view.session.entities)
    ]
    return PersistSummary(
        creations=[each for each in planned if each.status is EntityStatus.CREATE_NEW],
        updates=[each for each in planned if each.status is EntityStatus.MATCHED],
        skipped=[each for each in planned if each.status is EntityStatus.SKIPPED],
        unresolved=[each for each in planned if not each.status.is_resolved],
    )


def _planned_change(index: int, entity: ExtractedEntity, source: str) -> PlannedChange:
    return PlannedChange(
        index=index,
        name=entity.name,
        entity_type=entity.entity_type,
        status=entity.status,
        nes_id=entity.matched_id,
        data=_change_data(entity),
        proposed_only=not entity.is_decided and not entity.withdrawn,
        skip_reason=entity.skip_reason,
        lines=planned_lines(entity, source=source),
        has_effect=has_effect(entity, source),
    )


def _change_data(entity: ExtractedEntity) -> dict[str, object]:
    if entity.status in (EntityStatus.CREATE_NEW, EntityStatus.MATCHED):
        return dict(change_for(entity).entity_data)
    return {}
