"""The demonstration's extraction: a scanned invoice whose total does not add up."""

from importlib.resources import files
from uuid import UUID

from django.core.files.base import ContentFile

from pramana.documents.services import add_file
from pramana.extraction.contracts.extractions import ExtractionStatus, ExtractionView
from pramana.extraction.models import Extraction, FieldChange
from pramana.extraction.selectors.extractions import extractions_page
from pramana.extraction.services.extractions import share_extraction, start_extraction
from pramana.kit.scope import Scope

INVOICE_FILE = "invoice-kalika-footbridge.jpg"
"""A drawn picture, tilted and speckled like a scan, so that its text comes from OCR."""


def add_invoice(scope: Scope) -> UUID:
    """Add the invoice. It must be read before its fields can be extracted."""
    source = files(__package__).joinpath(INVOICE_FILE).read_bytes()
    return add_file(scope, INVOICE_FILE, ContentFile(source)).id


def extract_invoice(scope: Scope, document_id: UUID) -> ExtractionView:
    """Start the extraction and share it, so that anyone may approve it."""
    return share_extraction(scope, start_extraction(scope, document_id).id, shared=True)


def is_done(scope: Scope) -> bool:
    """Whether no extraction is running any more, including failed ones."""
    return not extractions_page(scope, status=ExtractionStatus.IN_PROGRESS, limit=1)


def is_corrected(scope: Scope, extraction_id: UUID) -> bool | None:
    """Whether somebody corrected a value or approved the extraction; None if it is gone."""
    rows = Extraction.objects.in_scope(scope).filter(pk=extraction_id)
    approval_times = rows.values_list("approved_at", flat=True)[:1]
    if not (approvals := list(approval_times)):
        return None
    by_hand = FieldChange.objects.in_scope(scope).filter(extraction_id=extraction_id, by_hand=True)
    return approvals[0] is not None or by_hand.exists()
