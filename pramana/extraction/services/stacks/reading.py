"""A document's text, as evidence is looked for in it."""

from uuid import UUID

from pramana.documents.selectors import document_text, pages_of
from pramana.extraction.domain.evidence import Paper
from pramana.kit.scope import Scope

MOST_PAGES = 100_000


def paper_of(scope: Scope, document_id: UUID) -> Paper:
    """Raises DocumentNotFound, and NotReadYet for one that is still being read."""
    text = document_text(scope, document_id)
    pages = pages_of(scope, document_id, limit=MOST_PAGES)
    return Paper(text, [page.start for page in pages])
