from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db.models import F
from django.db.models.functions import Substr

from pramana.documents.contracts import PassageView
from pramana.documents.models import Passage
from pramana.kit.scope import Scope


def get_passages(scope: Scope, passage_ids: Sequence[UUID]) -> dict[UUID, PassageView]:
    """Passages by id with their words; only those words leave the database, not whole texts."""
    rows = (
        Passage.objects.in_scope(scope)
        .filter(pk__in=passage_ids)
        .annotate(words=Substr("document__text", F("start") + 1, F("end") - F("start")))
    )
    return {
        row.id: PassageView(
            id=row.id,
            document_id=row.document_id,
            position=row.position,
            start=row.start,
            end=row.end,
            page=row.page,
            section=row.section,
            text=row.words,
        )
        for row in rows
    }


def passage_texts(scope: Scope, passage_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """What the encoder and the reranker read: the section's name goes with the words."""
    found = get_passages(scope, passage_ids)
    return {key: headed(passage.section, passage.text) for key, passage in found.items()}


def headed(section: str, text: str) -> str:
    """A passage under its heading; a passage that begins with it is not given it twice."""
    return text if not section or text.startswith(section) else f"{section}\n{text}"
