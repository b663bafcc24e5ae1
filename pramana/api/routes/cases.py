"""Operations on cases, which group workflows, runs, documents and costs."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated
from uuid import UUID

from ninja import Query, Router, Schema, Status
from pydantic import ConfigDict, Field, StringConstraints

from pramana.api.parsing import Limit
from pramana.cases.contracts import CaseDocument
from pramana.cases.selectors import (
    PricedCase,
    documents_of_case,
    get_priced_case,
    list_priced_cases,
)
from pramana.kit.texts import READABLE
from pramana.llm.selectors import ModelSpending, case_spending
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs
from pramana.tenancy.selectors import WorkflowLine, workflows_of
from pramana.tenancy.services import open_case

router = Router(tags=["cases"])

CaseName = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=READABLE)]


class CaseIn(Schema):
    model_config = ConfigDict(extra="forbid")

    name: CaseName


class CaseOut(Schema):
    id: UUID
    name: str
    created_at: datetime
    runs: int
    active: int = Field(description="Active runs.")
    last_run_at: datetime | None
    workflows: int
    cost: Decimal | None = Field(description="In US dollars, over the calls with a known price.")


class CasesOut(Schema):
    cases: list[CaseOut]
    next: str | None


class WorkflowOut(Schema):
    id: UUID
    name: str
    runs: int


class CostOut(Schema):
    purpose: str
    engine: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None


class WholeCaseOut(Schema):
    case: CaseOut
    workflows: list[WorkflowOut]
    document_ids: list[UUID] = Field(
        description="Documents that its runs added, extracted, reviewed or read in a stack."
    )
    costs: list[CostOut]


@router.get("/cases/", response=CasesOut, auth=needs(Role.VIEWER))
def list_cases(
    request: ScopedRequest,
    after: Annotated[str, Query(max_length=200)] = "",
    limit: Limit = 50,
) -> dict[str, list[PricedCase] | str | None]:
    """The tenant's cases, newest first. Pass `next` as `after` to continue."""
    cases = list_priced_cases(request.scope, after=after, limit=limit + 1)
    page = cases[:limit]
    return {"cases": page, "next": page[-1].place if len(cases) > limit else None}


@router.post("/cases/", response={201: CaseOut}, auth=needs(Role.REVIEWER))
def open_one(request: ScopedRequest, body: CaseIn) -> Status[PricedCase]:
    """Open a case. Name it in `case_id` when you start a run."""
    return Status(201, get_priced_case(request.scope, open_case(request.scope, body.name)))


@router.get("/cases/{uuid:case_id}", response=WholeCaseOut, auth=needs(Role.VIEWER))
def one_case(
    request: ScopedRequest, case_id: UUID
) -> dict[str, PricedCase | list[WorkflowLine] | list[UUID] | list[ModelSpending]]:
    """One case: its workflows, the documents its runs worked on, and what they cost."""
    scope = request.scope
    return {
        "case": get_priced_case(scope, case_id),
        "workflows": workflows_of(scope, case_id),
        "document_ids": _distinct(documents_of_case(scope, case_id)),
        "costs": case_spending(scope, case_id),
    }


def _distinct(parts: list[CaseDocument]) -> list[UUID]:
    return list(dict.fromkeys(part.document_id for part in parts))
