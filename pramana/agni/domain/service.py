"""The core of a session: what is asked of the extractor, the registry and the change queue."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import uuid4

from pramana.agni.contracts.entities import EntityStatus
from pramana.agni.contracts.ports import GenAIService, Persistence, SearchService
from pramana.agni.contracts.session import (
    ENTITY_THREAD,
    METADATA_THREAD,
    AgniExtractionSession,
    Author,
    Message,
    thread_of,
)
from pramana.agni.domain.changes import change_for
from pramana.agni.domain.merging import merge
from pramana.agni.errors import InvalidEntity, MetadataMissing, NotResolved

Session = AgniExtractionSession


@dataclass(frozen=True)
class AgniService:
    """Extraction and resolution over a session's values; whoever calls it keeps them."""

    genai: GenAIService
    search: SearchService
    persistence: Persistence
    now: Callable[[], datetime]

    async def extract_metadata(self, session: Session) -> Session:
        """Read the metadata with its thread in view."""
        assert session.document is not None
        thread = session.thread(METADATA_THREAD)
        return replace(
            session, metadata=await self.genai.extract_metadata(session.document, thread)
        )

    async def extract_entities(self, session: Session) -> Session:
        """Read the entities; those known keep their places and their decisions."""
        if session.metadata is None:
            raise MetadataMissing()
        assert session.document is not None
        read = await self.genai.extract_entities(
            session.document, session.metadata, session.thread(ENTITY_THREAD)
        )
        return replace(session, entities=merge(session.entities, read).entities)

    async def set_nes_id_for_extracted_entity(
        self, session: Session, entity_index: int, nes_id: str
    ) -> Session:
        """Match an entity to a record."""
        if not 0 <= entity_index < len(session.entities):
            raise InvalidEntity()
        entity = session.entities[entity_index]
        if not self.search.validate_nes_id(nes_id, entity.entity_type):
            raise InvalidEntity("Invalid NES ID format")
        matched = replace(entity, matched_id=nes_id, needs_creation=False, is_skipped=False)
        entities = (
            *session.entities[:entity_index],
            matched,
            *session.entities[entity_index + 1 :],
        )
        return replace(session, entities=entities)

    async def post_message_to_metadata(self, session: Session, text: str) -> Session:
        return self._with_message(session, METADATA_THREAD, text)

    async def post_message_to_entity_extraction(self, session: Session, text: str) -> Session:
        return self._with_message(session, ENTITY_THREAD, text)

    async def post_message_to_entity(self, session: Session, entity_id: int, text: str) -> Session:
        return self._with_message(session, thread_of(entity_id), text)

    async def persist(self, session: Session, description: str, author_id: str) -> Session:
        """Queue a change for every entity that is matched or to be created; skipped ones do not."""
        for index, entity in enumerate(session.entities):
            if not entity.status.is_resolved:
                raise NotResolved(index, entity.status)
        for entity in session.entities:
            if entity.status is not EntityStatus.SKIPPED:
                await self.persistence.queue_entity_change(
                    change_for(entity), description, author_id
                )
        return session

    def _with_message(self, session: Session, key: str, text: str) -> Session:
        message = Message(Author.USER, text, self.now(), f"msg_{uuid4().hex}")
        thread = session.thread(key).with_message(message)
        return replace(session, conversations={**session.conversations, key: thread})
