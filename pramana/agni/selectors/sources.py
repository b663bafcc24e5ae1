from typing import Any

from pramana.agni.domain.storing import deserialize_session
from pramana.agni.models import StoredExtractionSession

MOST_PLACES = 20


def source_of(row: StoredExtractionSession, change_id: str) -> dict[str, Any]:
    """Where a change came from: the document, and the places in it that name the entity.

    The words themselves stay in the document, so that deleting it leaves none of them behind.
    """
    entities = deserialize_session(row.session_data).entities
    mentions = next((entity.mentions for entity in entities if entity.change_id == change_id), ())
    return {
        "document_id": str(row.document_id),
        "title": row.document.title,
        "places": [
            {"start": each.start, "end": each.end, "page": each.page}
            for each in mentions[:MOST_PLACES]
        ],
    }
