"""Reviews of a case, and what was approved in them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Max, Q
from django.db.models.fields.json import KeyTextTransform

from pramana.agni.contracts.states import ChangeType
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.kit.scope import Scope


@dataclass(frozen=True)
class CaseReview:
    id: UUID
    document_id: UUID


@dataclass(frozen=True)
class CaseApproval:
    """What one person approved in one review, together."""

    session_id: UUID
    document_title: str
    creations: int
    updates: int
    approved_by_id: UUID | None
    approved_at: datetime


def reviews_of_case(scope: Scope, case_id: UUID, *, limit: int = 200) -> list[CaseReview]:
    """Newest first."""
    rows = StoredExtractionSession.objects.in_scope(scope).filter(run__case_id=case_id)
    return [CaseReview(*row) for row in rows.values_list("id", "document_id")[:limit]]


def approvals_of_case(scope: Scope, case_id: UUID, *, limit: int = 100) -> list[CaseApproval]:
    """Newest first."""
    sessions = StoredExtractionSession.objects.in_scope(scope).filter(run__case_id=case_id)
    rows = ApprovedEntityChange.objects.in_scope(scope).order_by()
    rows = rows.filter(session_id__in=sessions.order_by().values("id"))
    told = rows.values("session_id", "approved_by_id").annotate(
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
        for row in told.order_by("-at")[:limit]
    ]
