from datetime import datetime
from typing import Annotated
from uuid import UUID

from ninja import Query, Router, Schema

from pramana.memory.api.schemas import EntityResult, FactResult
from pramana.memory.api.told import told
from pramana.memory.contracts.views import DuplicateView
from pramana.memory.selectors.duplicates import duplicates_of
from pramana.memory.selectors.graph import check_group_known
from pramana.memory.services.undoing import confirm_duplicate, undo_closing, undo_duplicate
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


class DuplicateResult(Schema):
    """A name that was taken for the entity `entity_uuid`, and what a person said to it."""

    uuid: UUID
    group_id: str
    name: str
    entity_uuid: UUID
    entity_name: str
    how: str
    score: float
    created_at: datetime
    confirmed_at: datetime | None
    undone_at: datetime | None

    @classmethod
    def of(cls, link: DuplicateView) -> "DuplicateResult":
        return cls(
            uuid=link.id,
            group_id=link.group_id,
            name=link.name,
            entity_uuid=link.entity_id,
            entity_name=link.entity_name,
            how=link.how,
            score=link.score,
            created_at=link.created_at,
            confirmed_at=link.confirmed_at,
            undone_at=link.undone_at,
        )


class Duplicates(Schema):
    duplicates: list[DuplicateResult]


@router.get("/group/{group_id}/duplicates", response=Duplicates, auth=needs(Role.VIEWER))
def list_duplicates(
    request: ScopedRequest,
    group_id: str,
    undecided: bool = False,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Duplicates:
    """Names that were taken for another, newest first; with `undecided`, those nobody judged."""
    check_group_known(request.scope, group_id)
    found = duplicates_of(request.scope, group_id, undecided=undecided, offset=offset, limit=limit)
    return Duplicates(duplicates=[DuplicateResult.of(each) for each in found])


@router.post(
    "/duplicates/{uuid:duplicate_id}/confirm",
    response=DuplicateResult,
    auth=needs(Role.REVIEWER),
)
def confirm(request: ScopedRequest, duplicate_id: UUID) -> DuplicateResult:
    """Say that a name is rightly taken for its entity. 409 if that was undone."""
    return DuplicateResult.of(confirm_duplicate(request.scope, duplicate_id))


@router.post(
    "/duplicates/{uuid:duplicate_id}/undo", response=EntityResult, auth=needs(Role.REVIEWER)
)
def undo(request: ScopedRequest, duplicate_id: UUID) -> EntityResult:
    """Make the name an entity of its own again, with what was said under it; answer with it."""
    return EntityResult.of(undo_duplicate(request.scope, duplicate_id))


@router.post("/entity-edge/{uuid:fact_id}/reopen", response=FactResult, auth=needs(Role.REVIEWER))
def reopen(request: ScopedRequest, fact_id: UUID) -> FactResult:
    """Let a fact hold as it did before it was last closed. 404 if nothing closed it."""
    return told(request.scope, [undo_closing(request.scope, fact_id)])[0]
