"""Proposals: what an agent thinks should change, for a person to decide.

Nothing here is a decision. A proposal goes where a person already looks: an extraction that nobody
has approved, a review under way, or pages that wait to be let in.
"""

from typing import Annotated, Literal
from uuid import UUID

from django.db import transaction
from pydantic import Field

from pramana.agni.contracts.session import ENTITY_THREAD
from pramana.agni.services import post_message
from pramana.external.contracts.requests import Wanted
from pramana.external.services import start_research
from pramana.extraction.services.starting import start_correction
from pramana.kit.errors import Conflict, Forbidden, InvalidRequest
from pramana.mcp.answers import Proposed
from pramana.mcp.matters import CaseId, Workflow, matter_of
from pramana.mcp.pages import page_of
from pramana.tenancy.contracts import Principal, Role
from pramana.tenancy.matters import Matter

About = Literal["extraction", "review", "sources"]


class AlreadyApproved(Conflict):
    def __init__(self) -> None:
        super().__init__(
            "A person approved this extraction, so it is not changed from here. Tell the person "
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
) -> Proposed:
    """Propose a change, which a person then approves or refuses. Nothing is decided here.

    - extraction: say what is wrong; the extractor reads again. Values that people wrote stay.
    - review: say to the extractor what is wrong with the entities of a document under review.
    - sources: ask a question of the web; the pages found wait until a person lets them in.

    What is proposed about something stays in its case, unless another is named.
    """
    matter = matter_of(case_id, workflow)
    if about == "sources":
        return _sources(caller, proposal, matter)
    if id is None:
        raise InvalidRequest("Give the id of what this is about; `waiting` lists what there is.")
    if about == "extraction":
        return _extraction(caller, id, proposal, matter)
    if matter.is_named:
        raise InvalidRequest("A review stays in its case: leave case_id and workflow out.")
    return _review(caller, id, part, proposal)


def _extraction(caller: Principal, extraction_id: UUID, proposal: str, matter: Matter) -> Proposed:
    with transaction.atomic():  # the row stays locked, so nobody approves it in between
        found = start_correction(caller.scope, extraction_id, proposal, matter=matter)
        if found.approved_at is not None:
            raise AlreadyApproved()
    return Proposed(
        kind="extraction",
        id=extraction_id,
        message="The document is being read again with this in view; `extraction` waits for it. "
        "A person approves it.",
        page=page_of("extraction", extraction_id),
    )


def _review(caller: Principal, session_id: UUID, part: str, proposal: str) -> Proposed:
    if not caller.role.includes(Role.ADMIN):
        raise Forbidden(f"Reviews need the role {Role.ADMIN}; yours is {caller.role}.")
    post_message(caller.scope, session_id, part, proposal)
    return Proposed(
        kind="review",
        id=session_id,
        message="The extractor answers in the review. What people decided there stays.",
        page=page_of("review", session_id),
    )


def _sources(caller: Principal, question: str, matter: Matter) -> Proposed:
    wanted = Wanted(
        text=question, is_question=True, case_id=matter.case_id, workflow=matter.workflow
    )
    begun = start_research(caller.scope, wanted)
    return Proposed(
        kind="sources",
        id=begun.id,
        message="Pages are being looked for. None comes in before a person says so.",
        page=page_of("sources", begun.id),
    )
