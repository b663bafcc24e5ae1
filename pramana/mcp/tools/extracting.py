"""Start an extraction, and see what it came to."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from pramana.extraction.contracts.fields import MOST_FIELDS, FieldSpec
from pramana.extraction.contracts.states import ExtractionMode
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.starting import start_extraction
from pramana.mcp.answers import ExtractionTold
from pramana.tenancy.contracts import Principal


def extract(
    caller: Principal,
    document_id: UUID,
    fields: Annotated[
        list[FieldSpec] | None,
        Field(max_length=MOST_FIELDS, description="What to read; inferred if not given."),
    ] = None,
) -> ExtractionTold:
    """Start reading a document into fields, in the background.

    Call `extraction` with the `id` of the answer until its status is no longer in_progress.
    """
    mode = ExtractionMode.CUSTOM if fields else ExtractionMode.AUTO
    started = start_extraction(caller.scope, document_id, mode=mode, custom_fields=fields or ())
    return _told(started)


def extraction(caller: Principal, extraction_id: UUID) -> ExtractionTold:
    """What an extraction came to: its fields, how far each was checked, and the words behind it."""
    return _told(get_extraction(caller.scope, extraction_id))


def _told(found: ExtractionView) -> ExtractionTold:
    return ExtractionTold(
        id=found.id,
        document_id=found.document_id,
        document_title=found.document_title,
        document_type=found.document_type,
        status=found.status,
        error=found.error,
        approved=found.approved_at is not None,
        engine=found.engine,
        fields=dict(found.extracted_fields),
        trust=dict(found.trust),
        evidence=dict(found.evidence),
        summary=found.summary,
    )
