"""The extraction's scene in the demonstration: a scanned invoice whose total does not add up."""

from importlib.resources import files
from uuid import UUID

from django.core.files.base import ContentFile

from pramana.documents.services import add_file
from pramana.extraction.contracts.extractions import ExtractionStatus, ExtractionView
from pramana.extraction.models import Extraction, FieldChange
from pramana.extraction.selectors.extractions import extractions_page
from pramana.extraction.services.extraction_fields import share_extraction
from pramana.extraction.services.extractions import start_extraction
from pramana.kit.scope import Scope

PAPER = "invoice-kalika-footbridge.jpg"
"""A picture that we drew, tilted and specked as scans are: every word in it comes through OCR."""


def bring(scope: Scope) -> UUID:
    """Take the invoice in; it has to be read before fields can be found in it."""
    paper = files(__package__).joinpath(PAPER).read_bytes()
    return add_file(scope, PAPER, ContentFile(paper)).id


def scene(scope: Scope, document_id: UUID) -> ExtractionView:
    """Ask for its fields; they will wait for approval, by anyone who may."""
    return share_extraction(scope, start_extraction(scope, document_id).id, shared=True)


def is_done(scope: Scope) -> bool:
    """Whether no agent is at work any more; one that failed says so on its page."""
    return not extractions_page(scope, status=ExtractionStatus.IN_PROGRESS, limit=1)


def is_corrected(scope: Scope, extraction_id: UUID) -> bool | None:
    """Whether somebody set a value right, or approved them all; None where it is gone."""
    rows = Extraction.objects.in_scope(scope).filter(pk=extraction_id)
    approved = rows.values_list("approved_at", flat=True)[:1]
    if not (found := list(approved)):
        return None
    by_hand = FieldChange.objects.in_scope(scope).filter(extraction_id=extraction_id, by_hand=True)
    return found[0] is not None or by_hand.exists()
