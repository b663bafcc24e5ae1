"""Cases, with their workflows, documents and costs."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from pramana.client.calls import MOST, ApiCall, ApiModel, Id, Pages, continue_from, one
from pramana.client.operations import AsyncPart, SyncPart, operation, page_operation


class CaseInfo(ApiModel):
    id: UUID
    name: str
    created_at: datetime
    runs: int
    active: int
    last_run_at: datetime | None
    workflows: int
    cost: Decimal | None


class CasePage(ApiModel):
    cases: list[CaseInfo]
    next: str | None


class WorkflowInfo(ApiModel):
    id: UUID
    name: str
    runs: int


class Cost(ApiModel):
    purpose: str
    engine: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None


class WholeCase(ApiModel):
    case: CaseInfo
    workflows: list[WorkflowInfo]
    document_ids: list[UUID]
    costs: list[Cost]


PATH = "/api/cases/"


class CaseOperations:
    @operation
    def open(self, name: str) -> ApiCall[CaseInfo]:
        """Open a case. Use the client's `in_case` to work on it."""
        return ApiCall("POST", PATH, one(CaseInfo), json={"name": name})

    @operation
    def get(self, case_id: Id) -> ApiCall[WholeCase]:
        """A case with its workflows, documents and costs."""
        return ApiCall("GET", f"{PATH}{case_id}", one(WholeCase))

    @operation
    def list(self, *, after: str = "", limit: int = 50) -> ApiCall[CasePage]:
        """One page, newest first. Pass the page's `next` as `after` to continue."""
        params = {"after": after, "limit": limit}
        return ApiCall("GET", PATH, one(CasePage), params=params)

    @page_operation
    def every(self) -> Pages[CasePage, CaseInfo]:
        """All of them, newest first, fetched page by page."""
        return Pages(
            ApiCall("GET", PATH, one(CasePage), params={"limit": MOST}),
            lambda page: page.cases,
            lambda page: continue_from("after", page.next),
        )


class CasesApi(CaseOperations, SyncPart):
    """The synchronous operations."""


class AsyncCases(CaseOperations, AsyncPart):
    """The asynchronous operations."""
