"""Research runs and source policies over HTTP."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import HttpResponse
from ninja import Query, Router, Schema
from ninja import Status as Answer
from pydantic import ConfigDict, Field

from pramana.external import selectors, services
from pramana.external.contracts import (
    MOST_SOURCES,
    Budget,
    CandidateView,
    DecisionView,
    PlanView,
    PolicyView,
    ResearchDecision,
    ResearchPage,
    ResearchPlan,
    ResearchRequest,
    ResearchSummary,
    ResearchView,
    ScheduleView,
    SelectionRules,
    Stage,
    StageView,
    Verdict,
)
from pramana.external.errors import NotWaiting
from pramana.external.report import research_report
from pramana.kit.texts import ADDRESS, NO_NUL
from pramana.reports.writers import ReportFormat, report_response
from pramana.retrieval.scoring.contracts import PolicyEffect, ScoringWishes, Source
from pramana.tenancy.contracts import MatterIn, Role
from pramana.tenancy.http import ScopedRequest, needs

HAS_WORDS = r"^[^\x00]*\w[^\x00]*$"
Text = Annotated[str, Field(min_length=1, max_length=2000, pattern=HAS_WORDS)]
Url = Annotated[str, Field(pattern=ADDRESS, max_length=2000)]
Domain = Annotated[str, Field(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9.-]+$")]


class RunIn(MatterIn, Schema):
    """The fields that a question and a query have in common."""

    model_config = ConfigDict(extra="forbid")

    collection_id: UUID | None = None
    enable_hitl: bool = True
    auto_ingest: bool = False
    plan_first: bool = Field(
        default=False,
        description="With `enable_hitl`: stop with a plan before anything is searched for.",
    )
    min_snippet_length: Annotated[int, Field(ge=0, le=10_000)] = 40
    blocked_domains: Annotated[list[Domain], Field(max_length=1000, default_factory=list)]
    only_domains: Annotated[
        list[Domain],
        Field(max_length=MOST_SOURCES, default_factory=list, description="Empty: the whole web."),
    ]
    top_n: Annotated[int, Field(ge=1, le=50)] = 5
    prefer_pdf: bool = True
    scoring: ScoringWishes = ScoringWishes()
    budget: Budget = Budget()

    def to_request(self, text: str, *, is_question: bool) -> ResearchRequest:
        return ResearchRequest(
            text=text,
            is_question=is_question,
            collection_id=self.collection_id,
            enable_hitl=self.enable_hitl,
            auto_ingest=self.auto_ingest,
            plan_first=self.plan_first,
            case_id=self.case_id,
            workflow=self.matter.workflow,
            rules=SelectionRules.model_validate(self.model_dump()),
            budget=self.budget,
        )


class QuestionIn(RunIn):
    """A question, which is answered at the end."""

    question: Text


class QueryIn(RunIn):
    """A query, which is only searched for."""

    query: Text


class DecisionIn(Schema):
    """Without ids and urls, `approved` approves every candidate.

    Accuracy counts only pages in `candidate_ids` or `rejected_ids`, or all of them where the
    decision is `approved` or `rejected` as a whole.
    """

    model_config = ConfigDict(extra="forbid")

    decision: Verdict
    candidate_ids: Annotated[list[UUID], Field(max_length=50, default_factory=list)]
    rejected_ids: Annotated[list[UUID], Field(max_length=50, default_factory=list)]
    added_urls: Annotated[list[Url], Field(max_length=50, default_factory=list)]
    rationale: Annotated[str, Field(max_length=4000, pattern=NO_NUL)] = ""

    def to_decision(self) -> ResearchDecision:
        return ResearchDecision(
            verdict=self.decision,
            candidate_ids=tuple(self.candidate_ids),
            rejected_ids=tuple(self.rejected_ids),
            added_urls=tuple(self.added_urls),
            rationale=self.rationale,
        )


class PlanIn(Schema):
    """The plan to carry out. What is left out is taken from the proposal."""

    model_config = ConfigDict(extra="forbid")

    questions: Annotated[list[Text], Field(max_length=50)] | None = None
    queries: Annotated[list[Text], Field(max_length=50)] | None = None
    sources: Annotated[list[Domain], Field(max_length=MOST_SOURCES)] | None = None

    def to_plan(self, proposed: ResearchPlan) -> ResearchPlan:
        given = {
            name: tuple(lines) for name, lines in self.model_dump().items() if lines is not None
        }
        return replace(proposed, **given)


class ResearchOut(Schema):
    id: UUID
    run_id: UUID
    """Its events are at `/api/runs/{run_id}/events`."""
    text: str
    is_question: bool
    stage: Stage
    error: str
    created_at: datetime
    created_by_id: UUID | None
    case_id: UUID | None
    workflow_id: UUID | None
    collection_id: UUID | None
    enable_hitl: bool
    auto_ingest: bool
    plan: PlanView | None
    rules: SelectionRules
    budget: Budget
    spent: dict[str, int]
    queries: list[str]
    stages: list[StageView]
    found: int
    dropped: list[dict[str, str]]
    candidates: list[CandidateView]
    decision: DecisionView | None
    answer: dict[str, Any] | None
    ended_at: datetime | None


class ResearchPageOut(Schema):
    runs: list[ResearchSummary]
    next: str | None


class ToolCallOut(Schema):
    """A tool call in its envelope."""

    tool: str
    invocation_id: UUID
    at: datetime
    status: Literal["ok", "error"]
    input: Any
    data: Any = None
    error: dict[str, Any] | None = None
    meta: dict[str, Any]


class ToolCallsOut(Schema):
    calls: list[ToolCallOut]


router = Router(tags=["research"])


@router.post("/research/", response={202: ResearchOut}, auth=needs(Role.REVIEWER))
def start_research(request: ScopedRequest, body: QuestionIn | QueryIn) -> Answer[ResearchView]:
    """Search the web for a question or a query, in the background.

    With `enable_hitl` (the default) the run stops for a decision before it ingests a page. Follow
    it at `/api/runs/{run_id}/events`.
    """
    is_question = isinstance(body, QuestionIn)
    text = body.question if isinstance(body, QuestionIn) else body.query
    return Answer(
        202,
        services.start_research(request.scope, body.to_request(text, is_question=is_question)),
    )


@router.get("/research/", response=ResearchPageOut, auth=needs(Role.VIEWER))
def list_research(
    request: ScopedRequest,
    stage: Stage | None = None,
    after: Annotated[str, Query(max_length=200)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> ResearchPage:
    """The tenant's runs, newest first. To get the next page, pass `next` as `after`."""
    return selectors.research_page(request.scope, stage=stage, after=after, limit=limit)


@router.get("/research/{uuid:research_id}", response=ResearchOut, auth=needs(Role.VIEWER))
def get_research(request: ScopedRequest, research_id: UUID) -> ResearchView:
    """One run with its stages, candidates and decision."""
    return selectors.get_research(request.scope, research_id)


@router.get("/research/{uuid:research_id}/calls", response=ToolCallsOut, auth=needs(Role.VIEWER))
def list_calls(request: ScopedRequest, research_id: UUID) -> dict[str, Any]:
    """The run's tool calls in their envelopes, oldest first."""
    run_id = selectors.get_research(request.scope, research_id).run_id
    return {"calls": selectors.tool_calls_of(request.scope, run_id)}


@router.post(
    "/research/{uuid:research_id}/decision", response={202: ResearchOut}, auth=needs(Role.REVIEWER)
)
def decide_research(
    request: ScopedRequest, research_id: UUID, body: DecisionIn
) -> Answer[ResearchView]:
    """Decide which pages are ingested; the run goes on. 409 if it does not wait for a decision.

    A candidate that was not offered is 400; an added address that may not be fetched is 403.
    """
    return Answer(202, services.decide(request.scope, research_id, body.to_decision()))


@router.post(
    "/research/{uuid:research_id}/plan", response={202: ResearchOut}, auth=needs(Role.REVIEWER)
)
def approve_plan(request: ScopedRequest, research_id: UUID, body: PlanIn) -> Answer[ResearchView]:
    """Approve the plan of a run, as proposed or changed. 409 if it does not wait for that.

    The run then searches with exactly these queries, offers pages of these sources only, and
    answers these questions. A plan with more queries than the budget allows is 400.
    """
    research = selectors.get_research(request.scope, research_id)
    if research.plan is None:
        raise NotWaiting(research.stage)
    plan = body.to_plan(research.plan.proposed)
    return Answer(202, services.approve_plan(request.scope, research_id, plan))


@router.get("/research/{uuid:research_id}/report", auth=needs(Role.VIEWER))
def get_report(
    request: ScopedRequest, research_id: UUID, format: ReportFormat = "md"
) -> HttpResponse:
    """The answer as a document: each sentence with its quotes, each source with date and hash.

    409 as long as the run has no answer.
    """
    report = research_report(request.scope, selectors.get_research(request.scope, research_id))
    return report_response(report, format)


@router.delete("/research/{uuid:research_id}", response={204: None}, auth=needs(Role.REVIEWER))
def delete_research(request: ScopedRequest, research_id: UUID) -> Answer[None]:
    """Delete a run with its candidates and decision. Documents that it ingested stay."""
    services.delete_research(request.scope, research_id)
    return Answer(204, None)


class ScheduleIn(QuestionIn):
    """A question with the time at which it is asked again."""

    weekday: Annotated[
        int | None, Field(ge=0, le=6, description="From 0, Monday; without it every day.")
    ] = None
    hour: Annotated[int, Field(ge=0, le=23, description="In PRAMANA_TIME_ZONE.")] = 6


class SchedulesOut(Schema):
    schedules: list[ScheduleView]


@router.get("/research/schedules", response=SchedulesOut, auth=needs(Role.VIEWER))
def list_schedules(request: ScopedRequest) -> dict[str, list[ScheduleView]]:
    """The questions that are researched again and again."""
    return {"schedules": services.schedules_of(request.scope)}


@router.post("/research/schedules", response={201: ScheduleView}, auth=needs(Role.REVIEWER))
def create_schedule(request: ScopedRequest, body: ScheduleIn) -> Answer[ScheduleView]:
    """Research a question every day or every week. Each run offers only what is new."""
    wanted = body.to_request(body.question, is_question=True)
    made = services.create_schedule(request.scope, wanted, weekday=body.weekday, hour=body.hour)
    return Answer(201, made)


@router.delete(
    "/research/schedules/{uuid:schedule_id}", response={204: None}, auth=needs(Role.REVIEWER)
)
def delete_schedule(request: ScopedRequest, schedule_id: UUID) -> Answer[None]:
    """Stop repeating. Runs that were started stay."""
    services.delete_schedule(request.scope, schedule_id)
    return Answer(204, None)


class PolicyIn(Schema):
    model_config = ConfigDict(extra="forbid")

    pattern: Annotated[
        Source, Field(description="A host with its subdomains, or a pattern with `*`.")
    ]
    effect: PolicyEffect
    points: Annotated[int, Field(ge=1, le=50, description="The points of 100 a boost adds.")] = 10
    note: Annotated[str, Field(max_length=500, pattern=NO_NUL)] = ""


class PoliciesOut(Schema):
    policies: list[PolicyView]


@router.get("/research/policies", response=PoliciesOut, auth=needs(Role.VIEWER))
def list_policies(request: ScopedRequest) -> dict[str, list[PolicyView]]:
    """The sources that this tenant favours or rejects."""
    return {"policies": selectors.policies_of(request.scope)}


@router.post("/research/policies", response={201: PolicyView}, auth=needs(Role.ADMIN))
def add_policy(request: ScopedRequest, body: PolicyIn) -> Answer[PolicyView]:
    """Favour or reject a source in every later run. 409 if it already has a policy."""
    policy = services.add_policy(
        request.scope, body.pattern, body.effect, points=body.points, note=body.note
    )
    return Answer(201, policy)


@router.delete("/research/policies/{uuid:policy_id}", response={204: None}, auth=needs(Role.ADMIN))
def remove_policy(request: ScopedRequest, policy_id: UUID) -> Answer[None]:
    """Remove a policy."""
    services.remove_policy(request.scope, policy_id)
    return Answer(204, None)
