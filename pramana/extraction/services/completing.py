"""What an extraction is, and that it is complete."""

import re
from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.errors.extractions import BadValues, NothingExtracted
from pramana.extraction.services.rows import keep, open_row
from pramana.kit.scope import Scope

LONGEST_TYPE = 100


@transaction.atomic
def set_type(scope: Scope, extraction_id: UUID, document_type: str) -> str:
    """Name the kind of document; written one way, so that kinds can be compared."""
    row = open_row(scope, extraction_id)
    kind = re.sub(r"[\s/-]+", "_", document_type.strip().casefold())
    if not re.fullmatch(r"[\w.&()']+", kind) or len(kind) > LONGEST_TYPE:
        raise BadValues([f"document_type should be a word or two, got {document_type[:100]!r}"])
    keep(scope, row, document_type=kind)
    return kind


@transaction.atomic
def complete(scope: Scope, extraction_id: UUID) -> int:
    """Say that everything is there; return how many fields that is."""
    row = open_row(scope, extraction_id)
    if not row.extracted_fields:
        raise NothingExtracted()
    keep(scope, row, status=ExtractionStatus.COMPLETED, error="")
    return len(row.extracted_fields)
