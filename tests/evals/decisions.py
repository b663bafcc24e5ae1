"""Things that machines claimed and people decide about, made without a model."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from pramana.agni.contracts import AgniExtractionSession, ExtractedEntity, SessionStatus, TaskStatus
from pramana.agni.domain.session_json import serialize_session
from pramana.agni.models import StoredExtractionSession
from pramana.extraction.contracts.extractions import ExtractionStatus
from pramana.extraction.models import Extraction
from pramana.extraction.services.extraction_fields import save_fields
from pramana.extraction.services.extraction_records import FieldAuthor, evidence_source
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.models import ModelCall
from pramana.tenancy.services import start_run
from tests.agni.builders import person

READER = FieldAuthor("extract_fields")


def sure(name: str, confidence: float, **more: Any) -> ExtractedEntity:
    return person(name, confidence=confidence, engine="openai:small", **more)


def under_review(
    scope: Scope, document_id: UUID, entities: Sequence[ExtractedEntity], *, version: int = 1
) -> UUID:
    """A session that waits for people, and the ledger's line of who read its document."""
    run_id = asked(scope, "agni.entities", version)
    row = StoredExtractionSession.objects.create(
        tenant_id=scope.tenant_id,
        document_id=document_id,
        session_data=serialize_session(AgniExtractionSession(entities=tuple(entities))),
        status=SessionStatus.AWAITING_REVIEW,
        task_status=TaskStatus.COMPLETED,
        run_id=run_id,
    )
    return row.pk


def asked(scope: Scope, prompt: str, version: int) -> UUID:
    """A run in which a model was asked with this version of a prompt."""
    run_id = start_run(scope, "test")
    ModelCall.objects.create(
        tenant_id=scope.tenant_id,
        at=utcnow(),
        run_id=run_id,
        trace_id=scope.trace_id,
        purpose="test",
        prompt=prompt,
        prompt_version=version,
        verb="complete",
        engine="openai:small",
        requests=1,
        tokens_in=1,
        tokens_out=1,
        latency_ms=1,
        outcome="ok",
    )
    return run_id


def extracted(scope: Scope, document_id: UUID, fields: Any, confidences: Any) -> UUID:
    """A completed extraction that an engine wrote."""
    assert scope.actor_id is not None
    row = Extraction.objects.create(
        tenant_id=scope.tenant_id,
        user_id=scope.actor_id,
        document_id=document_id,
        engine="openai:small",
        status=ExtractionStatus.COMPLETED,
        run_id=asked(scope, "extraction.extract", 1),
    )
    save_fields(scope, row.pk, READER, evidence_source(scope, document_id), fields, confidences, {})
    return row.pk
