"""Reviews of documents: entities, candidates, decisions and the resulting changes."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from pramana.client.calls import (
    MOST,
    ApiCall,
    ApiModel,
    FileLike,
    Id,
    Pages,
    Polling,
    continue_before_last,
    file_of,
    many,
    nothing,
    one,
    present_values,
)
from pramana.client.operations import C, Part, operation, page_operation, wait_operation


class OpenedReview(ApiModel):
    id: UUID
    status: str
    document_url: str
    created_at: datetime


class ReviewCandidateInfo(ApiModel):
    nes_id: str
    confidence: float
    reason: str
    name: str = ""


class MentionInfo(ApiModel):
    start: int
    end: int
    quote: str
    page: int | None = None


class ReviewEntity(ApiModel):
    entity_type: str
    entity_sub_type: str | None
    names: list[dict[str, Any]]
    entity_data: dict[str, Any]
    confidence: float
    status: str
    candidates: list[ReviewCandidateInfo]
    matched_id: str | None
    mentions: list[MentionInfo]
    decided_by: UUID | None = None


class SessionLine(ApiModel):
    id: UUID
    status: str
    task_status: str
    progress: dict[str, Any]
    error_message: str | None
    document_id: UUID
    document_title: str
    created_at: datetime
    updated_at: datetime


class Session(SessionLine):
    guidance: str | None
    metadata: dict[str, Any] | None
    entities: list[ReviewEntity]
    conversations: dict[str, list[dict[str, Any]]]


class ResolvedEntity(ApiModel):
    success: bool
    entity_status: str


class AcceptedProposals(ApiModel):
    success: bool
    entities: list[int]


class UnaskedEntities(ApiModel):
    """How many entities are left about which the registry did not answer."""

    success: bool
    unasked: int


class CorrectionDone(ApiModel):
    """What was done, and the indexes of the entities that are new or changed."""

    success: bool
    message: str
    entities: list[int]


class PostedMessage(ApiModel):
    success: bool
    message_id: str


class PersistedReview(ApiModel):
    success: bool
    change_ids: list[UUID]
    message: str


class PlannedChangeInfo(ApiModel):
    index: int
    name: str
    entity_type: str
    status: str
    nes_id: str | None
    proposed_only: bool
    lines: list[dict[str, Any]] = Field(default_factory=list)


class ReviewSummary(ApiModel):
    """What `persist` would write."""

    creations: list[PlannedChangeInfo]
    updates: list[PlannedChangeInfo]
    skipped: list[PlannedChangeInfo]
    unresolved: list[PlannedChangeInfo]


class RegistryChange(ApiModel):
    id: UUID
    change_type: str
    entity_type: str
    nes_entity_id: str
    entity_data: dict[str, Any]
    description: str
    state: str
    error: str
    session_id: UUID
    approved_at: datetime


Lines = list[SessionLine]
Changes = list[RegistryChange]
PATH = "/api/agni/sessions/"
AT_REST = ("awaiting_review", "completed", "failed")


class Agni(Part[C]):
    @operation
    def open(self, document: FileLike, *, guidance: str = "") -> ApiCall[OpenedReview]:
        """Upload a document; its metadata and entities are extracted in the background."""
        return ApiCall(
            "POST",
            PATH,
            one(OpenedReview),
            files={"document": file_of(document)},
            data={"guidance": guidance},
            starts_work=True,
        )

    @operation
    def get(self, session_id: Id) -> ApiCall[Session]:
        return ApiCall("GET", f"{PATH}{session_id}/", one(Session))

    @operation
    def list(
        self,
        *,
        status: str | None = None,
        mine: bool = False,
        before: datetime | None = None,
        limit: int = 50,
    ) -> ApiCall[Lines]:
        """One page, newest first. Pass the last `created_at` as `before` to continue."""
        params = present_values(status=status, mine=mine, before=before, limit=limit)
        return ApiCall("GET", PATH, many(SessionLine, "sessions"), params=params)

    @page_operation
    def every(self, *, status: str | None = None, mine: bool = False) -> Pages[Lines, SessionLine]:
        """All of them, newest first, fetched page by page."""
        params = present_values(status=status, mine=mine, limit=MOST)
        first = ApiCall("GET", PATH, many(SessionLine, "sessions"), params=params)
        return Pages(first, lambda page: page, continue_before_last)

    @operation
    def resolve(
        self,
        session_id: Id,
        index: int,
        action: Literal["match", "create", "skip"],
        *,
        nes_id: str | None = None,
        reason: str | None = None,
        confirmed: bool | None = None,
        entity_data: dict[str, Any] | None = None,
        seen: datetime | None = None,
    ) -> ApiCall[ResolvedEntity]:
        """Decide about an entity. With `seen`, someone's later decision raises `ConflictError`."""
        body = present_values(
            action=action,
            nes_id=nes_id,
            reason=reason,
            confirmed=confirmed,
            entity_data=entity_data,
            seen=seen,
        )
        return ApiCall(
            "POST", f"{PATH}{session_id}/entities/{index}/", one(ResolvedEntity), json=body
        )

    @operation
    def accept(self, session_id: Id) -> ApiCall[AcceptedProposals]:
        """Accept every proposal that leaves no doubt."""
        return ApiCall("POST", f"{PATH}{session_id}/accept/", one(AcceptedProposals))

    @operation
    def ask_registry(self, session_id: Id) -> ApiCall[UnaskedEntities]:
        """Look for records again where a registry did not answer."""
        return ApiCall("POST", f"{PATH}{session_id}/ask/", one(UnaskedEntities))

    @operation
    def review(self, document_id: Id, *, guidance: str = "") -> ApiCall[OpenedReview]:
        """Review a document that was uploaded before."""
        data = {"document_id": str(document_id), "guidance": guidance}
        return ApiCall("POST", PATH, one(OpenedReview), data=data, starts_work=True)

    @operation
    def correct(
        self,
        session_id: Id,
        action: Literal[
            "set_metadata",
            "restore_metadata",
            "add",
            "edit",
            "retype",
            "merge",
            "split",
            "remove",
            "restore",
        ],
        details: dict[str, Any] | None = None,
    ) -> ApiCall[CorrectionDone]:
        """Correct the metadata or the entities; `details` are what the action needs."""
        path = f"{PATH}{session_id}/corrections/"
        body = {"action": action, **(details or {})}
        return ApiCall("POST", path, one(CorrectionDone), json=body)

    @operation
    def say(
        self, session_id: Id, message: str, *, thread: str = "entity_extraction"
    ) -> ApiCall[PostedMessage]:
        """Tell the extractor what to correct; the thread `entity:3` is about one entity."""
        path = f"{PATH}{session_id}/conversations/{thread}/"
        return ApiCall("POST", path, one(PostedMessage), json={"message": message})

    @operation
    def summary(self, session_id: Id) -> ApiCall[ReviewSummary]:
        """Exactly what `persist` would write now."""
        return ApiCall("GET", f"{PATH}{session_id}/summary/", one(ReviewSummary))

    @operation
    def choose(self, session_id: Id, index: int, choices: dict[str, str]) -> ApiCall[ReviewSummary]:
        """Choose for lines of the summary: write or skip; for conflicts keep, replace or add."""
        path = f"{PATH}{session_id}/entities/{index}/lines/"
        return ApiCall("POST", path, one(ReviewSummary), json={"choices": choices})

    @operation
    def persist(
        self, session_id: Id, *, description: str = "", confirm: bool = False
    ) -> ApiCall[PersistedReview]:
        """Approve the decisions; with `confirm`, also proposals nobody decided about."""
        body = {"description": description, "confirm": confirm}
        return ApiCall("POST", f"{PATH}{session_id}/persist/", one(PersistedReview), json=body)

    @operation
    def delete(self, session_id: Id) -> ApiCall[None]:
        return ApiCall("DELETE", f"{PATH}{session_id}/", nothing)

    @operation
    def changes(self, *, state: str | None = None, limit: int = 50) -> ApiCall[Changes]:
        """Approved changes, newest first."""
        params = present_values(state=state, limit=limit)
        return ApiCall("GET", "/api/agni/changes/", many(RegistryChange, "changes"), params=params)

    @operation
    def apply(self, change_id: Id) -> ApiCall[RegistryChange]:
        """Write a change to the registry; applying it again does nothing."""
        return ApiCall(
            "POST", f"/api/agni/changes/{change_id}/apply/", one(RegistryChange), repeatable=True
        )

    @wait_operation
    def wait(self, session_id: Id, *, timeout: float = 600) -> Polling[Session]:
        """Wait until the session is ready for review or has ended, and return it."""
        return Polling(Agni.get.build(self, session_id), _is_finished, timeout)


def _is_finished(session: Session) -> bool:
    return session.status in AT_REST and session.task_status not in ("queued", "running")
