"""The document of a session: its text, and where its pages begin."""

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from pramana.agni.domain.grounding import Paper
from pramana.documents.selectors import document_text, pages_of
from pramana.kit.scope import Scope

BATCH = 200


def paper_at(scope: Scope, document: Path) -> Paper:
    """The text a session reads; raises NotReadYet and DocumentNotFound."""
    document_id = UUID(document.name)
    return Paper(document_text(scope, document_id), list(_page_starts(scope, document_id)))


def _page_starts(scope: Scope, document_id: UUID) -> Iterator[int]:
    first = 0
    while pages := pages_of(scope, document_id, first=first, limit=BATCH):
        yield from (page.start for page in pages if page.start is not None)
        first = pages[-1].number + 1
