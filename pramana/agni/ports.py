"""What a session needs from outside: an extractor, a registry to search, a queue for changes."""

from datetime import date
from pathlib import Path
from typing import Protocol

from pramana.agni.contracts import (
    ApprovedChange,
    Conversation,
    DocumentMetadata,
    EntityChange,
    EntityType,
    ExtractedEntity,
    MatchEntityCandidate,
)
from pramana.agni.domain.grounding import PagedText


class GenAIService(Protocol):
    """Reads metadata and entities out of a document, considering the conversation."""

    def extract_metadata(self, document: Path, conversation: Conversation) -> DocumentMetadata: ...

    def extract_entities(
        self, document: Path, metadata: DocumentMetadata, conversation: Conversation
    ) -> list[ExtractedEntity]: ...

    def extract_entity(
        self, document: Path, entity: ExtractedEntity, conversation: Conversation
    ) -> list[ExtractedEntity]:
        """Read one entity again. The reading may name others beside it."""

    def load_text(self, document: Path) -> PagedText: ...


class SearchService(Protocol):
    """Finds the registry records that an entity may be."""

    def find_candidates(
        self, entity: ExtractedEntity, on: date | None = None
    ) -> list[MatchEntityCandidate]: ...

    def resolve(self, entity: ExtractedEntity, on: date | None = None) -> ExtractedEntity:
        """The entity with its candidates, matched where that is safe to propose.

        `on` is the date of the document, to which the offices it names belong.
        """

    def validate_nes_id(self, nes_id: str, entity_type: EntityType) -> bool:
        """Whether the id is well formed and belongs to this type."""


class Persistence(Protocol):
    """Stores approved changes, and applies them to the registry in a separate step."""

    def queue_entity_change(
        self, change: EntityChange, description: str, author_id: str
    ) -> str: ...

    def get_pending_changes(self) -> list[EntityChange]: ...

    def apply_change(self, change_id: str) -> ApprovedChange: ...
