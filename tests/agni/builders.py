"""Builds entities, sessions and approved changes for tests."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from pramana.agni.contracts import (
    AgniExtractionSession,
    ChangeType,
    EntityType,
    ExtractedEntity,
    MatchEntityCandidate,
    TextMention,
)
from pramana.agni.domain.decisions import Decider
from pramana.agni.models import ApprovedEntityChange
from pramana.kit.scope import Scope

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def person(*names: str, **more: Any) -> ExtractedEntity:
    return ExtractedEntity(
        EntityType.PERSON, names=tuple({"text": name, "language": ""} for name in names), **more
    )


def candidate(nes_id: str = "person_7", confidence: float = 0.8, **more: Any):
    return MatchEntityCandidate(nes_id, confidence, "The names sound alike.", **more)


def mention(start: int, end: int, quote: str = "x") -> TextMention:
    return TextMention(start, end, quote)


def session(*entities: ExtractedEntity) -> AgniExtractionSession:
    return AgniExtractionSession(document=Path("documents") / str(uuid4()), entities=entities)


def decider(user_id: UUID | None = None, at: datetime = NOON) -> Decider:
    return Decider(user_id or uuid4(), at)


def make_change(scope: Scope) -> dict[str, UUID]:
    row = ApprovedEntityChange(
        tenant_id=scope.tenant_id,
        change_type=ChangeType.CREATE,
        entity_type="PERSON",
        entity_data={"names": [{"kind": "PRIMARY", "en": {"full": "Ram Thapa"}}]},
        approved_by_id=scope.actor_id,
        session_id=uuid4(),
    )
    row.save(force_insert=True)
    return {"change_id": row.id}
