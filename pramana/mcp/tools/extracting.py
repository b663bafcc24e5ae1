"""Start an extraction, and see what it came to."""

import asyncio
from time import monotonic
from typing import Annotated
from uuid import UUID

from pydantic import Field

from pramana.extraction.contracts.fields import MOST_FIELDS, FieldSpec
from pramana.extraction.contracts.states import ExtractionMode
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.starting import start_extraction
from pramana.kit.scope import Scope
from pramana.mcp.answers import ExtractionTold
from pramana.mcp.calling import in_thread
from pramana.mcp.matters import CaseId, Workflow, matter_of
from pramana.tenancy.contracts import Principal, RunState
from pramana.tenancy.selectors import get_run

LONGEST_WAIT = 50
"""Seconds: clients commonly give a call up after a minute."""

LOOK_EVERY_S = 0.5


def extract(
    caller: Principal,
    document_id: UUID,
    fields: Annotated[
        list[FieldSpec] | None,
        Field(max_length=MOST_FIELDS, description="What to read; inferred if not given."),
    ] = None,
    case_id: CaseId = None,
    workflow: Workflow = "",
) -> ExtractionTold:
    """Start reading a document into fields, in the background.

    Call `extraction` with the `id` of the answer, which waits for it.
    """
    mode = ExtractionMode.CUSTOM if fields else ExtractionMode.AUTO
    started = start_extraction(
        caller.scope,
        document_id,
        mode=mode,
        custom_fields=fields or (),
        matter=matter_of(case_id, workflow),
    )
    return _told(started, running=True)


async def extraction(
    caller: Principal,
    extraction_id: UUID,
    wait_s: Annotated[
        int, Field(ge=0, le=LONGEST_WAIT, description="Seconds to wait while a run is under way.")
    ] = 20,
) -> ExtractionTold:
    """What an extraction came to: its fields, how far each was checked, and the words behind it.

    Waits a while where it is being read; call again as long as `running` is true.
    """
    until = monotonic() + wait_s
    while True:
        found: ExtractionTold = await in_thread(_found, caller.scope, extraction_id)
        if not found.running or monotonic() >= until:
            return found
        await asyncio.sleep(LOOK_EVERY_S)


def _found(scope: Scope, extraction_id: UUID) -> ExtractionTold:
    """A correction leaves the status as it was, so it is the run that says whether one goes on."""
    found = get_extraction(scope, extraction_id)
    running = found.run_id and get_run(scope, found.run_id).state is RunState.ACTIVE
    return _told(found, running=bool(running))


def _told(found: ExtractionView, *, running: bool) -> ExtractionTold:
    return ExtractionTold(
        id=found.id,
        document_id=found.document_id,
        document_title=found.document_title,
        document_type=found.document_type,
        status=found.status,
        running=running,
        error=found.error,
        approved=found.approved_at is not None,
        engine=found.engine,
        fields=dict(found.extracted_fields),
        trust=dict(found.trust),
        evidence=dict(found.evidence),
        summary=found.summary,
    )
