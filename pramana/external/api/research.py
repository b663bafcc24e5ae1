from typing import Annotated, Any
from uuid import UUID

from ninja import Query, Router
from ninja import Status as Answer

from pramana.external import selectors, services
from pramana.external.api.shapes import (
    DecisionIn,
    QueryIn,
    QuestionIn,
    ResearchOut,
    ResearchPageOut,
    ToolCallsOut,
)
from pramana.external.contracts.stages import Stage
from pramana.external.contracts.views import ResearchPage, ResearchView
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["research"])


@router.post("/research/", response={202: ResearchOut}, auth=needs(Role.REVIEWER))
def start(request: ScopedRequest, body: QuestionIn | QueryIn) -> Answer[ResearchView]:
    """Search the web for a question or a query, in the background.

    With `enable_hitl` (the default) the run stops for a decision before anything comes in. Follow
    it at `/api/runs/{run_id}/events`.
    """
    return Answer(202, services.start_research(request.scope, body.wanted()))


@router.get("/research/", response=ResearchPageOut, auth=needs(Role.VIEWER))
def list_research(
    request: ScopedRequest,
    stage: Stage | None = None,
    after: Annotated[str, Query(max_length=200)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> ResearchPage:
    """The tenant's runs, newest first. Continue with `after` = the `next` of the answer before."""
    return selectors.research_page(request.scope, stage=stage, after=after, limit=limit)


@router.get("/research/{uuid:research_id}", response=ResearchOut, auth=needs(Role.VIEWER))
def get(request: ScopedRequest, research_id: UUID) -> ResearchView:
    """One run: its stages with their times, its candidates with reasons, what came of them."""
    return selectors.get_research(request.scope, research_id)


@router.get("/research/{uuid:research_id}/calls", response=ToolCallsOut, auth=needs(Role.VIEWER))
def calls(request: ScopedRequest, research_id: UUID) -> dict[str, Any]:
    """What the run's tools were asked and said, each in its envelope, oldest first."""
    run_id = selectors.get_research(request.scope, research_id).run_id
    return {"calls": selectors.tool_calls_of(request.scope, run_id)}


@router.post(
    "/research/{uuid:research_id}/decision", response={202: ResearchOut}, auth=needs(Role.REVIEWER)
)
def decide(request: ScopedRequest, research_id: UUID, body: DecisionIn) -> Answer[ResearchView]:
    """Say what may come in; the run goes on with it. 409 when it was decided or does not wait.

    A candidate that was not offered is 400; an added address that may not be fetched is 403.
    """
    return Answer(202, services.decide(request.scope, research_id, body.choice()))


@router.delete("/research/{uuid:research_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete(request: ScopedRequest, research_id: UUID) -> Answer[None]:
    """Forget a run with its candidates and its decision. Documents that were let in stay."""
    services.delete_research(request.scope, research_id)
    return Answer(204, None)
