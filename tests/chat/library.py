"""Documents to ask about, read and searchable at once: no worker and no encoder are needed."""

from uuid import UUID

from django.core.files.base import ContentFile
from django.db import transaction

from pramana.documents.contracts import PASSAGES
from pramana.documents.reading.passages import AssembledDocument, cut_passages
from pramana.documents.services import add_file
from pramana.documents.services.reading import finish_reading, save_text
from pramana.kit.scope import Scope
from pramana.retrieval.services import embed_missing

BRIDGE = (
    "The municipality of Tansen opened the bridge tender on 12 May. "
    "Mayor Sita Rai signed the contract with Himal Builders for 42 million rupees. "
    "The bridge over the Kali river must be finished within eighteen months."
)
WATER = (
    "The drinking water project of Bandipur began in June. "
    "Engineer Hari Thapa leads the work on the reservoir."
)


def put(scope: Scope, name: str, text: str, *, collection_id: UUID | None = None,
        url: str = "") -> UUID:  # fmt: skip
    """A document with this text, as reading would have left it."""
    document = add_file(
        scope, f"{name}.txt", ContentFile(text.encode()), collection_id=collection_id, url=url
    )
    outcome = AssembledDocument(text, (), tuple(cut_passages(text)), name, "en", "latin")
    with transaction.atomic():
        save_text(scope, document.id, outcome)
        finish_reading(scope, document.id, outcome)
    return document.id


def embed(scope: Scope) -> None:
    """Give the passages the vectors of the encoder that is configured now."""
    embed_missing(scope, PASSAGES)
