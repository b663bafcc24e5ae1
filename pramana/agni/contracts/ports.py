"""What a session needs from outside: an extractor, a registry to search, a place for changes."""

from pathlib import Path
from typing import Protocol

from pramana.agni.contracts.entities import EntityType, ExtractedEntity, MatchEntityCandidate
from pramana.agni.contracts.session import Conversation, DocumentMetadata, EntityChange


class GenAIService(Protocol):
    """Reads metadata and entities out of a document, with the conversation in view."""

    async def extract_metadata(
        self, document: Path, conversation: Conversation
    ) -> DocumentMetadata: ...

    async def extract_entities(
        self, document: Path, metadata: DocumentMetadata, conversation: Conversation
    ) -> list[ExtractedEntity]: ...


class SearchService(Protocol):
    """Finds which records an entity may be."""

    async def find_candidates(self, entity: ExtractedEntity) -> list[MatchEntityCandidate]: ...

    async def resolve(self, entity: ExtractedEntity) -> ExtractedEntity:
        """The entity with its candidates, matched where that is safe to propose."""

    def validate_nes_id(self, nes_id: str, entity_type: EntityType) -> bool:
        """Whether the id has a known form, and the form of this type."""


class Persistence(Protocol):
    """Keeps approved changes, and applies them to the registry in a step of its own."""

    async def queue_entity_change(
        self, change: EntityChange, description: str, author_id: str
    ) -> str: ...

    async def get_pending_changes(self) -> list[EntityChange]: ...

    async def apply_change(self, change_id: str) -> None: ...
