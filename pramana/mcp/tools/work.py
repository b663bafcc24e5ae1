"""Tools for work that involves people: cases, what waits for a decision, and proposals.

Nothing here is a decision. A proposal goes where a person already looks: an extraction that nobody
has approved, a review in progress, or web pages that wait for approval.
"""

from typing import Annotated, Literal
from uuid import UUID

from django.db import transaction
from pydantic import Field

from pramana.agni.contracts import ENTITY_THREAD
from pramana.agni.services import post_message
from pramana.external.contracts import ResearchRequest
from pramana.external.services import start_research
from pramana.extraction.services.extractions import start_correction
from pramana.inbox import decisions_to_make
from pramana.kit.errors import Conflict, Forbidden, InvalidRequest
from pramana.kit.listings import WaitingItem, WaitingKind
from pramana.kit.texts import NO_NUL
from pramana.mcp.protocol import CaseList, CaseResult, ProposalResult, WaitingList, WaitingResult
from pramana.tenancy.contracts import LONGEST_NAME, Matter, Principal, Role
from pramana.tenancy.selectors import CaseLine, list_cases

CaseId = Annotated[
    UUID | None, Field(description="The case this is done for, if any; see `cases`.")
]
Workflow = Annotated[
    str,
    Field(
        max_length=LONGEST_NAME,
        pattern=NO_NUL,
        description="The name of a workflow in that case; created if it is new.",
    ),
]


def matter_of(case_id: UUID | None, workflow: str) -> Matter:
    return Matter(case_id, workflow.strip())


PAGES = {
    "duplicate": "/app/memory/{place}?panel=duplicates",
    "extraction": "/app/extract/{id}",
    "registry_change": "/app/review/{id}",
    "review": "/app/review/{id}",
    "sources": "/app/research/{id}",
    "stack": "/app/stacks/{id}",
}


def page_address(kind: str, id: UUID, place: str = "") -> str:
    """The address of the page where a person decides, relative to the product's address."""
    return PAGES[kind].format(id=id, place=place)


def cases(caller: Principal, limit: Annotated[int, Field(ge=1, le=200)] = 50) -> CaseList:
    """List the cases that people work on. Pass the `id` of one as `case_id` to work for it.

    What you ask, extract and propose then appears on its page. Only people open cases.
    """
    return CaseList(cases=[_case_result(each) for each in list_cases(caller.scope, limit=limit)])


def _case_result(case: CaseLine) -> CaseResult:
    return CaseResult(**{name: getattr(case, name) for name in CaseResult.model_fields})


SENTENCES = {
    WaitingKind.REVIEW: "{open} of {parts} entities are undecided.",
    WaitingKind.REGISTRY_CHANGE: "{open} approved changes are not yet in the registry.",
    WaitingKind.SOURCES: "Which of {parts} pages found on the web to approve.",
    WaitingKind.EXTRACTION: "{parts} values to approve; {open} to look at first.",
    WaitingKind.STACK: "{open} of {parts} rows have something to look at.",
    WaitingKind.DUPLICATE: "Whether it is the same as {detail}.",
}


def waiting(caller: Principal, limit: Annotated[int, Field(ge=1, le=100)] = 20) -> WaitingList:
    """List what waits for a decision that the key's owner may make, newest first.

    Only people decide. Entity reviews and registry changes are listed for admins only.
    """
    pages = decisions_to_make(caller.scope, caller.role, limit=limit + 1)
    items = [_waiting_result(each) for page in pages for each in page.items]
    items.sort(key=lambda item: item.since, reverse=True)
    return WaitingList(items=items[:limit], more=len(items) > limit)


def _waiting_result(each: WaitingItem) -> WaitingResult:
    parts = {"open": each.open, "parts": each.parts, "detail": each.detail}
    return WaitingResult(
        kind=each.kind,
        id=each.id,
        title=each.title,
        what=SENTENCES[each.kind].format(**parts),
        since=each.since,
        page=page_address(each.kind, each.id, each.place),
    )


About = Literal["extraction", "review", "sources"]


class AlreadyApproved(Conflict):
    def __init__(self) -> None:
        super().__init__(
            "A person approved this extraction, so it cannot be changed here. Tell the person "
            "what you think is wrong, or start a new one with `extract`."
        )


def propose(
    caller: Principal,
    about: About,
    proposal: Annotated[
        str, Field(min_length=1, max_length=10_000, pattern=r"\S", description="In words.")
    ],
    id: Annotated[
        UUID | None, Field(description="Of the extraction or the review; see `waiting`.")
    ] = None,
    part: Annotated[
        str,
        Field(
            max_length=50,
            description="Of a review: metadata_extraction, entity_extraction or entity:INDEX.",
        ),
    ] = ENTITY_THREAD,
    case_id: CaseId = None,
    workflow: Workflow = "",
) -> ProposalResult:
    """Propose a change, which a person then approves or rejects. Nothing is decided here.

    - extraction: say what is wrong; the document is read again. Values that people wrote stay.
    - review: tell the extractor what is wrong with the entities of a document under review.
    - sources: ask a question of the web; the pages found wait until a person approves them.

    A proposal belongs to the case of its subject, unless you name another case.
    """
    matter = matter_of(case_id, workflow)
    if about == "sources":
        return _propose_sources(caller, proposal, matter)
    if id is None:
        raise InvalidRequest("Give the id of the extraction or review; `waiting` lists them.")
    if about == "extraction":
        return _propose_correction(caller, id, proposal, matter)
    if matter.is_named:
        raise InvalidRequest("A review stays in its case: omit case_id and workflow.")
    return _propose_in_review(caller, id, part, proposal)


def _propose_correction(
    caller: Principal, extraction_id: UUID, proposal: str, matter: Matter
) -> ProposalResult:
    with transaction.atomic():  # the row stays locked, so that nobody approves it meanwhile
        corrected = start_correction(
            caller.scope, extraction_id, proposal, decides=False, matter=matter
        )
        if corrected.approved_at is not None:
            raise AlreadyApproved()
    return ProposalResult(
        kind="extraction",
        id=extraction_id,
        message="The document is being read again with your remark; `extraction` waits for it. "
        "A person approves it.",
        page=page_address("extraction", extraction_id),
    )


def _propose_in_review(
    caller: Principal, session_id: UUID, part: str, proposal: str
) -> ProposalResult:
    if not caller.role.includes(Role.ADMIN):
        raise Forbidden(f"Reviews need the role {Role.ADMIN}; yours is {caller.role}.")
    post_message(caller.scope, session_id, part, proposal)
    return ProposalResult(
        kind="review",
        id=session_id,
        message="The extractor answers in the review. Decisions that people made there stay.",
        page=page_address("review", session_id),
    )


def _propose_sources(caller: Principal, question: str, matter: Matter) -> ProposalResult:
    request = ResearchRequest(
        text=question, is_question=True, case_id=matter.case_id, workflow=matter.workflow
    )
    research = start_research(caller.scope, request)
    return ProposalResult(
        kind="sources",
        id=research.id,
        message="The search has started. No page is ingested before a person approves it.",
        page=page_address("sources", research.id),
    )
