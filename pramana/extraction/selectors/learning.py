"""When values were read, and what people had taught by then, to measure what learning brings."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pramana.extraction.models import Extraction, Lesson
from pramana.kit.scope import Scope


@dataclass(frozen=True)
class LessonMoment:
    """A lesson without its words: which field, whose document, and when."""

    field: str
    sender: str
    document_id: UUID
    at: datetime


@dataclass(frozen=True)
class ExtractionMoment:
    document_id: UUID
    at: datetime


def lesson_moments(scope: Scope) -> list[LessonMoment]:
    """Every lesson of the tenant that is known to come from a sender."""
    lessons = Lesson.objects.in_scope(scope).exclude(sender="")
    rows = lessons.order_by("created_at").values_list(
        "field", "sender", "document_id", "created_at"
    )
    return [LessonMoment(*row) for row in rows]


def extraction_moments(scope: Scope, ids: Collection[UUID]) -> dict[UUID, ExtractionMoment]:
    """The document of each extraction, and when it was asked for."""
    rows = Extraction.objects.in_scope(scope).filter(pk__in=ids)
    return {
        pk: ExtractionMoment(document_id, at)
        for pk, document_id, at in rows.values_list("pk", "document_id", "created_at")
    }
