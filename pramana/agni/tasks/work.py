"""The slow part of each stage: asking the extractor and the registry. It holds no lock."""

from collections.abc import Callable
from uuid import UUID

from asgiref.sync import async_to_sync

from pramana.agni.adapters.extractor import GatewayExtractor
from pramana.agni.adapters.registry import RegistrySearch
from pramana.agni.adapters.wiring import agni_service
from pramana.agni.contracts.entities import ExtractedEntity
from pramana.agni.contracts.session import (
    METADATA_THREAD,
    AgniExtractionSession,
    DocumentMetadata,
)
from pramana.agni.services import keep_answer
from pramana.agni.services.conversing import entity_of
from pramana.kit.scope import Scope

Progress = Callable[[str, int, int], None]


def read_metadata(scope: Scope, session: AgniExtractionSession) -> DocumentMetadata:
    read = async_to_sync(agni_service(scope).extract_metadata)(session)
    assert read.metadata is not None
    return read.metadata


def read_entities(
    scope: Scope, session: AgniExtractionSession, progress: Progress
) -> list[ExtractedEntity]:
    """Every entity of the document, each with the records it may be."""

    def reading(current: int, total: int) -> None:
        progress("extracting_entities", current, total)

    service = agni_service(scope, genai=GatewayExtractor(scope, reading))
    read = async_to_sync(service.extract_entities)(session)
    return resolve_all(scope, read.entities, progress)


def resolve_all(
    scope: Scope, entities: tuple[ExtractedEntity, ...], progress: Progress
) -> list[ExtractedEntity]:
    search = RegistrySearch(scope)
    resolved = []
    for number, entity in enumerate(entities):
        progress("resolving_entities", number, len(entities))
        resolved.append(entity if entity.is_decided else async_to_sync(search.resolve)(entity))
    return resolved


def answer(
    scope: Scope, session_id: UUID, session: AgniExtractionSession, key: str, progress: Progress
) -> Callable[[], None]:
    """Do what a message asks for; the result, when called, is kept."""
    only = entity_of(key, session)
    if key == METADATA_THREAD:
        metadata = read_metadata(scope, session)
        return lambda: keep_answer(scope, session_id, key, metadata=metadata)
    if only is None:
        entities = read_entities(scope, session, progress)
        return lambda: keep_answer(scope, session_id, key, entities=entities)
    entity = session.entities[only]
    assert session.document is not None
    read = async_to_sync(GatewayExtractor(scope).extract_entity)(
        session.document, entity, session.thread(key)
    )
    found = resolve_all(scope, tuple(read), progress)
    return lambda: keep_answer(scope, session_id, key, entities=found, only=only)
