"""Letting pages in: fetched with every guard, kept as documents, each once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.documents.contracts import Continuation
from pramana.documents.fetching import Fetched, Fetcher
from pramana.documents.services import let_in
from pramana.documents.services.sources import fetch_options
from pramana.external.contracts.stages import CandidateState
from pramana.external.contracts.views import ResearchView
from pramana.external.domain.choosing import candidate_id
from pramana.external.models import Candidate
from pramana.external.services.rows import READ_TASK, ask_to_look, locked
from pramana.external.shelf import ShelfFetcher
from pramana.kit.errors import AppError
from pramana.kit.scope import ScopeContext
from pramana.observability.tracing import span


@dataclass
class DocumentsTrigger:
    """Takes pages into the tenant's documents (`IngestionTrigger`), for one run.

    A page that an earlier attempt has taken in is not fetched again. What cannot be had is noted
    with the candidate and raised, so that the graph says it too.
    """

    scope: ScopeContext
    research: ResearchView
    fetcher: Fetcher = field(default_factory=lambda: ShelfFetcher(fetch_options()))

    def trigger(
        self, *, url: str, collection_id: str, context: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        known = self._candidate(url)
        if known.document_id is not None:
            return _outcome("known", known.document_id)
        try:
            with (
                span("tool.fetch_page", self.scope, candidate_id=known.id),
                self.fetcher.fetch(url) as page,
            ):
                return self._take(known.id, url, page)
        except AppError as error:
            self._failed(known.id, error)
            raise

    @transaction.atomic
    def _take(self, candidate: UUID, url: str, page: Fetched) -> Mapping[str, Any]:
        """The document, the candidate that led to it, and who waits for it: all or nothing."""
        row = locked(self.scope, self.research.id)
        mine = Candidate.objects.in_scope(self.scope).get(pk=candidate)
        if mine.document_id is not None:
            return _outcome("known", mine.document_id)
        document, is_read = let_in(
            self.scope,
            url,
            page,
            collection_id=self.research.collection_id,
            let_in_by_id=self._let_in_by(),
            then=Continuation(READ_TASK, self._payload(candidate), run_id=row.run_id),
        )
        if not is_read:
            ask_to_look(self.scope, row, candidate)
        mine.document_id, mine.state = document.id, CandidateState.READING
        mine.save(update_fields=["document_id", "state"])
        row.spent = {**row.spent, "pages": row.spent.get("pages", 0) + 1}
        row.save(update_fields=["spent"])
        return _outcome("ingested" if is_read else "known", document.id)

    def _failed(self, candidate: UUID, error: AppError) -> None:
        Candidate.objects.in_scope(self.scope).filter(pk=candidate).update(
            state=CandidateState.FAILED, error=error.message
        )

    def _candidate(self, url: str) -> Candidate:
        found = Candidate.objects.in_scope(self.scope)
        return found.get(pk=candidate_id(self.research.id, url))

    def _payload(self, candidate: UUID) -> dict[str, str]:
        return {"research_id": str(self.research.id), "candidate_id": str(candidate)}

    def _let_in_by(self) -> UUID | None:
        """Who decided; without a decision, who asked for the run with `auto_ingest`."""
        decision = self.research.decision
        return decision.decided_by_id if decision else self.research.created_by_id


def _outcome(status: str, document_id: UUID) -> dict[str, Any]:
    return {"status": status, "document_id": str(document_id)}
