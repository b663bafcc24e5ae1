"""Followed sources over HTTP: everyone may look, admins change them."""

from typing import Annotated, Literal
from uuid import UUID

from ninja import Query, Router, Schema, Status
from pydantic import ConfigDict, Field

from pramana.kit.texts import NO_NUL, NOT_BLANK
from pramana.sources import selectors, services
from pramana.sources.contracts import (
    FollowedItemsPage,
    FollowedSourceView,
    ItemState,
    SourceSettings,
)
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["documents"])

SourceName = Annotated[str, Field(min_length=1, max_length=200, pattern=NOT_BLANK)]
Credential = Annotated[str, Field(max_length=1000, pattern=NO_NUL)]
Interval = Literal[15, 60, 360, 1440]


class FollowedSourcesOut(Schema):
    sources: list[FollowedSourceView]


class FollowIn(Schema):
    model_config = ConfigDict(extra="forbid")

    name: SourceName
    settings: SourceSettings
    secret: Credential = Field(
        default="", description="The password or secret key. It is stored encrypted, never shown."
    )
    collection_id: UUID
    every_minutes: Interval = 60


class FollowChangeIn(Schema):
    model_config = ConfigDict(extra="forbid")

    name: SourceName | None = None
    secret: Credential | None = None
    every_minutes: Interval | None = None
    is_paused: bool | None = None


@router.get("/followed-sources/", response=FollowedSourcesOut, auth=needs(Role.VIEWER))
def list_followed(request: ScopedRequest) -> dict[str, list[FollowedSourceView]]:
    """The sources that are followed, with the result of the last sync. Secrets are not shown."""
    return {"sources": selectors.followed_sources_of(request.scope)}


@router.post("/followed-sources/", response={202: FollowedSourceView}, auth=needs(Role.ADMIN))
def follow(request: ScopedRequest, body: FollowIn) -> Status[FollowedSourceView]:
    """Follow a folder, mailbox, feed or bucket. It is tried first, then read in the background."""
    added = services.follow_source(
        request.scope,
        body.name,
        body.settings,
        secret=body.secret,
        collection_id=body.collection_id,
        every_minutes=body.every_minutes,
    )
    return Status(202, added)


@router.get(
    "/followed-sources/{uuid:source_id}", response=FollowedSourceView, auth=needs(Role.VIEWER)
)
def one_followed(request: ScopedRequest, source_id: UUID) -> FollowedSourceView:
    """One source and the result of its last sync."""
    return selectors.get_followed_source(request.scope, source_id)


@router.patch(
    "/followed-sources/{uuid:source_id}", response=FollowedSourceView, auth=needs(Role.ADMIN)
)
def change(request: ScopedRequest, source_id: UUID, body: FollowChangeIn) -> FollowedSourceView:
    """Change the fields that are sent; `is_paused` stops the syncs for a while."""
    return services.change_source(request.scope, source_id, **body.model_dump())


@router.delete("/followed-sources/{uuid:source_id}", response={204: None}, auth=needs(Role.ADMIN))
def unfollow(request: ScopedRequest, source_id: UUID) -> Status[None]:
    """Stop following a source. The documents that came from it stay."""
    services.unfollow_source(request.scope, source_id)
    return Status(204, None)


@router.post(
    "/followed-sources/{uuid:source_id}/sync",
    response={202: FollowedSourceView},
    auth=needs(Role.REVIEWER),
)
def sync_now(request: ScopedRequest, source_id: UUID) -> Status[FollowedSourceView]:
    """Read a source now. What has not changed is not read again."""
    return Status(202, services.start_sync(request.scope, source_id))


@router.post(
    "/followed-sources/{uuid:source_id}/confirm",
    response={202: FollowedSourceView},
    auth=needs(Role.ADMIN),
)
def confirm(request: ScopedRequest, source_id: UUID) -> Status[FollowedSourceView]:
    """Carry over the deletions that wait because most of the source has vanished."""
    return Status(202, services.confirm_deletions(request.scope, source_id))


@router.get(
    "/followed-sources/{uuid:source_id}/items/",
    response=FollowedItemsPage,
    auth=needs(Role.VIEWER),
)
def list_items(
    request: ScopedRequest,
    source_id: UUID,
    state: ItemState | None = None,
    before: UUID | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> FollowedItemsPage:
    """The items of a source with their documents and errors, the last changed first."""
    return selectors.followed_items_page(
        request.scope, source_id, state=state, before=before, limit=limit
    )
