"""Cases, and what was done for them."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from pramana.client.calls import ApiCall, ApiModel, Id, one
from pramana.client.operations import AsyncPart, SyncPart, operation, paging
from pramana.client.pages import MOST, Pages, from_place


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
        """A new case. `in_case` of the client does work for it."""
        return ApiCall("POST", PATH, one(CaseInfo), json={"name": name})

    @operation
    def get(self, case_id: Id) -> ApiCall[WholeCase]:
        """A case with its workflows, documents and costs."""
        return ApiCall("GET", f"{PATH}{case_id}", one(WholeCase))

    @operation
    def list(self, *, after: str = "", limit: int = 50) -> ApiCall[CasePage]:
        """Newest first. Continue with `after` = the `next` of the page before."""
        params = {"after": after, "limit": limit}
        return ApiCall("GET", PATH, one(CasePage), params=params)

    @paging
    def every(self) -> Pages[CasePage, CaseInfo]:
        """All of them, newest first."""
        return Pages(
            ApiCall("GET", PATH, one(CasePage), params={"limit": MOST}),
            lambda page: page.cases,
            lambda page: from_place("after", page.next),
        )


class CasesApi(CaseOperations, SyncPart):
    """Of `Pramana`."""


class AsyncCases(CaseOperations, AsyncPart):
    """Of `AsyncPramana`."""
