"""The extraction's scene in the demonstration: an invoice whose total does not add up."""

from importlib.resources import files
from uuid import UUID

from django.core.files.base import ContentFile

from pramana.documents.services import add_file
from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.selectors.extractions import extractions_page
from pramana.extraction.services.starting import start_extraction
from pramana.kit.scope import Scope

PAPER = "invoice-kalika-footbridge.txt"


def bring(scope: Scope) -> UUID:
    """Take the invoice in; it has to be read before fields can be found in it."""
    paper = files(__package__).joinpath(PAPER).read_bytes()
    return add_file(scope, PAPER, ContentFile(paper)).id


def scene(scope: Scope, document_id: UUID) -> ExtractionView:
    """Ask for its fields; they will wait for approval."""
    return start_extraction(scope, document_id)


def is_done(scope: Scope) -> bool:
    """Whether no agent is at work any more; one that failed says so on its page."""
    return not extractions_page(scope, status=ExtractionStatus.IN_PROGRESS, limit=1)
