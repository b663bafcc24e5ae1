"""Entities and sessions for tests, said shortly."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from pramana.agni.contracts.entities import (
    EntityType,
    ExtractedEntity,
    MatchEntityCandidate,
    Mention,
)
from pramana.agni.contracts.session import AgniExtractionSession
from pramana.agni.domain.deciding import Decider

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def person(*names: str, **more: Any) -> ExtractedEntity:
    return ExtractedEntity(
        EntityType.PERSON, names=tuple({"text": name, "language": ""} for name in names), **more
    )


def candidate(nes_id: str = "person_7", confidence: float = 0.8, **more: Any):
    return MatchEntityCandidate(nes_id, confidence, "The names sound alike.", **more)


def mention(start: int, end: int, quote: str = "x") -> Mention:
    return Mention(start, end, quote)


def session(*entities: ExtractedEntity) -> AgniExtractionSession:
    return AgniExtractionSession(document=Path("documents") / str(uuid4()), entities=entities)


def somebody(user_id: UUID | None = None, at: datetime = NOON) -> Decider:
    return Decider(user_id or uuid4(), at)
