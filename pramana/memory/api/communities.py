from datetime import datetime
from typing import Annotated
from uuid import UUID

from ninja import Query, Router, Schema
from ninja import Status as Answer

from pramana.memory.contracts.communities import CommunityView
from pramana.memory.selectors.communities import communities_of
from pramana.memory.selectors.graph import check_group_known
from pramana.memory.services.communities import ask_for_build
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


class CommunityResult(Schema):
    """A community and its members. Name and summary are empty until it has been told."""

    uuid: UUID
    group_id: str
    name: str
    summary: str
    engine: str
    members: list[UUID]
    created_at: datetime

    @classmethod
    def of(cls, community: CommunityView) -> "CommunityResult":
        return cls(
            uuid=community.id,
            group_id=community.group_id,
            name=community.name,
            summary=community.summary,
            engine=community.engine,
            members=list(community.member_ids),
            created_at=community.created_at,
        )


class Communities(Schema):
    communities: list[CommunityResult]


class Asked(Schema):
    job_id: UUID


@router.get("/group/{group_id}/communities", response=Communities, auth=needs(Role.VIEWER))
def list_communities(
    request: ScopedRequest,
    group_id: str,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Communities:
    """A group's communities, oldest first."""
    check_group_known(request.scope, group_id)
    found = communities_of(request.scope, group_id, offset=offset, limit=limit)
    return Communities(communities=[CommunityResult.of(each) for each in found])


@router.post("/group/{group_id}/communities", response={202: Asked}, auth=needs(Role.REVIEWER))
def build(request: ScopedRequest, group_id: str) -> Answer[Asked]:
    """Build a group's communities anew from all its facts, in the background."""
    return Answer(202, Asked(job_id=ask_for_build(request.scope, group_id)))
