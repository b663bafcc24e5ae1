"""AgniService: what a session asks of the extractor, the registry and the change queue, each behind
a port."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Protocol
from uuid import uuid4

from pramana.agni.adapters import (
    GatewayExtractor,
    Progress,
    RecordLookup,
    RegistrySearch,
    leave_unasked,
    no_progress,
)
from pramana.agni.contracts import (
    ENTITY_THREAD,
    METADATA_THREAD,
    AgniExtractionSession,
    ApprovedChange,
    Author,
    Conversation,
    DocumentMetadata,
    EntityChange,
    EntityType,
    ExtractedEntity,
    MatchEntityCandidate,
    Message,
    entity_thread,
)
from pramana.agni.domain import decisions
from pramana.agni.domain.changes import change_for, join_changes, proposed_changes
from pramana.agni.domain.corrections import apply_corrections
from pramana.agni.domain.decisions import Decider
from pramana.agni.domain.grounding import PagedText
from pramana.agni.domain.instructions import parse_instructions
from pramana.agni.domain.merging import merge_metadata, merge_reading
from pramana.agni.errors import EntityNotResolved, InvalidEntity, MetadataMissing, UnknownRecord
from pramana.agni.models import StoredExtractionSession
from pramana.agni.services.changes import ChangeQueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope


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


Session = AgniExtractionSession


def agni_service(
    scope: Scope,
    *,
    progress: Progress = no_progress,
    row: StoredExtractionSession | None = None,
) -> "AgniService":
    """The service with its ports filled. Persisting needs the session's `row`."""
    return AgniService(
        genai=GatewayExtractor(scope, progress),
        search=RegistrySearch(scope),
        persistence=ChangeQueue(scope, row),
        progress=progress,
    )


@dataclass(frozen=True)
class AgniService:
    """Extraction, resolution and persistence over a session's values.

    Each method returns the changed session; the caller locks the row and stores the result.
    """

    genai: GenAIService
    search: SearchService
    persistence: Persistence
    progress: Progress = no_progress

    def extract_metadata(self, session: Session) -> Session:
        """Read the document's metadata, considering the metadata conversation."""
        assert session.document is not None
        thread = session.thread(METADATA_THREAD)
        read = self.genai.extract_metadata(session.document, thread)
        known = session.metadata
        session = replace(session, metadata=merge_metadata(known, read))
        return session if known else self._follow_guidance(session, METADATA_THREAD)

    def extract_entities(self, session: Session) -> Session:
        """Read and resolve the entities. Known ones keep their indexes and their decisions."""
        if session.metadata is None:
            raise MetadataMissing()
        assert session.document is not None
        read = self.genai.extract_entities(
            session.document, session.metadata, session.thread(ENTITY_THREAD)
        )
        known = session.entities
        session = replace(session, entities=merge_reading(known, read).entities)
        session = session if known else self._follow_guidance(session, ENTITY_THREAD)
        resolved = self._resolve(session.entities, session.document_date)
        return replace(session, entities=tuple(resolved))

    def extract_entity(self, session: Session, entity_index: int) -> list[ExtractedEntity]:
        """Read one entity again, considering its own conversation."""
        assert session.document is not None
        read = self.genai.extract_entity(
            session.document,
            session.entities[entity_index],
            session.thread(entity_thread(entity_index)),
        )
        return self._resolve(read, session.document_date)

    def set_nes_id_for_extracted_entity(
        self,
        session: Session,
        entity_index: int,
        nes_id: str,
        *,
        record: RecordLookup,
        by: Decider,
    ) -> Session:
        """Match an entity to the record that the registry was asked for beforehand."""
        entity = get_entity(session, entity_index)
        if not self.search.validate_nes_id(nes_id, entity.entity_type):
            raise InvalidEntity("Invalid NES ID format")
        if record.is_missing:
            raise UnknownRecord(nes_id)
        matched = decisions.match(entity, nes_id, by, unverified=record.unverified)
        changes = proposed_changes(entity, record.data)
        return session.with_entity(entity_index, replace(matched, proposed_changes=changes))

    def post_message_to_metadata(self, session: Session, text: str) -> Session:
        return session.with_message(METADATA_THREAD, new_message(Author.USER, text))

    def post_message_to_entity_extraction(self, session: Session, text: str) -> Session:
        return session.with_message(ENTITY_THREAD, new_message(Author.USER, text))

    def post_message_to_entity(self, session: Session, entity_id: int, text: str) -> Session:
        return session.with_message(entity_thread(entity_id), new_message(Author.USER, text))

    def persist(self, session: Session, description: str, author_id: str) -> Session:
        """Queue a change for every record that the session changes. Raises EntityNotResolved."""
        for index, entity in enumerate(session.entities):
            if not entity.status.is_resolved:
                raise EntityNotResolved(index, entity.status)
        changes: dict[str, list[EntityChange]] = defaultdict(list)
        for entity in session.entities:
            if entity.change_id:
                changes[entity.change_id].append(change_for(entity))
        for of_one_record in changes.values():
            change = join_changes(of_one_record)
            self.persistence.queue_entity_change(change, description, author_id)
        return session

    def _follow_guidance(self, session: Session, key: str) -> Session:
        """Do what was asked for before the first reading: guidance begins both conversations."""
        messages = session.thread(key).user_texts
        if not messages:
            return session
        assert session.document is not None
        text = self.genai.load_text(session.document)
        for message in messages:
            session = apply_corrections(
                session, parse_instructions(message, key, session), text
            ).session
        return session

    def _resolve(
        self, entities: Sequence[ExtractedEntity], on: date | None
    ) -> list[ExtractedEntity]:
        """Find the records that the undecided entities may be.

        After a first silence the registry is not asked about the others: each would wait as long.
        """
        resolved, is_silent = [], False
        for number, entity in enumerate(entities):
            self.progress("resolving_entities", number, len(entities))
            if not entity.is_decided:
                entity = leave_unasked(entity) if is_silent else self.search.resolve(entity, on)
                is_silent = is_silent or entity.unasked
            resolved.append(entity)
        return resolved


def get_entity(session: Session, index: int) -> ExtractedEntity:
    if not 0 <= index < len(session.entities):
        raise InvalidEntity()
    return session.entities[index]


def new_message(author: Author, text: str) -> Message:
    return Message(author, text, utcnow(), f"msg_{uuid4().hex}")
