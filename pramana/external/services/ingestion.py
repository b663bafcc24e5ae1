"""Ingest approved pages, once and with every guard, and answer the question from them alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.chat.documents_answer import ask_documents
from pramana.chat.tools import call_entry
from pramana.documents.contracts import Continuation
from pramana.documents.fetching import FetchedPage
from pramana.documents.services import check_page, ingest_approved_page
from pramana.documents.services.web_sources import fetch_options
from pramana.external.contracts import CandidateState, ResearchView
from pramana.external.domain.selection import candidate_id
from pramana.external.models import Candidate
from pramana.external.ports import PageFetcher, fetcher_for
from pramana.external.services.runs import (
    READ_TASK,
    check_reading_later,
    lock_research,
    record_call,
)
from pramana.kit.errors import AppError
from pramana.kit.scope import ScopeContext
from pramana.observability.tracing import span


@dataclass
class DocumentsTrigger:
    """Ingests the pages of one run into the tenant's documents (`IngestionTrigger`).

    A page that an earlier attempt has ingested is not fetched again. An error is stored with the
    candidate and raised, so that the graph reports it too.
    """

    scope: ScopeContext
    research: ResearchView
    _fetchers: dict[str, PageFetcher] = field(default_factory=dict)

    def trigger(
        self, *, url: str, collection_id: str, context: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        rows = Candidate.objects.in_scope(self.scope)
        candidate = rows.get(pk=candidate_id(self.research.id, url))
        if candidate.document_id is not None:
            return _ingestion_result("known", candidate.document_id)
        try:
            with (
                span("tool.fetch_page", self.scope, candidate_id=candidate.id),
                self._fetcher(candidate.source).fetch(url) as page,
            ):
                check_page(self.scope, page)
                return self._ingest(candidate.id, url, page)
        except AppError as error:
            rows.filter(pk=candidate.id).update(state=CandidateState.FAILED, error=error.message)
            raise

    def _fetcher(self, provider: str) -> PageFetcher:
        """One fetcher for all pages of a provider, because it remembers what hosts allow."""
        if provider not in self._fetchers:
            self._fetchers[provider] = fetcher_for(self.scope, provider, fetch_options())
        return self._fetchers[provider]

    @transaction.atomic
    def _ingest(self, candidate_id: UUID, url: str, page: FetchedPage) -> Mapping[str, Any]:
        """Store the document, link the candidate to it and queue its check, or do nothing."""
        row = lock_research(self.scope, self.research.id)
        candidate = Candidate.objects.in_scope(self.scope).get(pk=candidate_id)
        if candidate.document_id is not None:
            return _ingestion_result("known", candidate.document_id)
        payload = {"research_id": str(self.research.id), "candidate_id": str(candidate_id)}
        document, is_new = ingest_approved_page(
            self.scope,
            url,
            page,
            collection_id=self.research.collection_id,
            let_in_by_id=self._approver_id(),
            then=Continuation(READ_TASK, payload, run_id=row.run_id),
        )
        if not is_new:
            check_reading_later(self.scope, row, candidate_id)
        candidate.document_id, candidate.state = document.id, CandidateState.READING
        candidate.save(update_fields=["document_id", "state"])
        row.add_spent(pages=1)
        row.save(update_fields=["spent"])
        return _ingestion_result("ingested" if is_new else "known", document.id)

    def _approver_id(self) -> UUID | None:
        """Who decided or, with `auto_ingest`, who started the run."""
        decision = self.research.decision
        return decision.decided_by_id if decision else self.research.created_by_id


def _ingestion_result(status: str, document_id: UUID) -> dict[str, Any]:
    return {"status": status, "document_id": str(document_id)}


def answer_from_documents(scope: ScopeContext, research: ResearchView) -> dict[str, Any]:
    """The answer to the run's question. Further questions of its plan are its `sections`."""
    if research.plan is None or research.plan.approved is None:
        return _answer(scope, research, research.text)
    first, *others = research.plan.approved.questions
    sections = [{"question": each, **_answer(scope, research, each)} for each in others]
    return {**_answer(scope, research, first), "question": first, "sections": sections}


def _answer(scope: ScopeContext, research: ResearchView, question: str) -> dict[str, Any]:
    documents = ingested_documents(research)
    response, calls = ask_documents(scope, question, documents, research.id)
    for call in calls:
        record_call(scope, research.id, call_entry(call))
    return response.model_dump(mode="json")


def ingested_documents(research: ResearchView) -> frozenset[UUID]:
    return frozenset(
        each.document_id
        for each in research.candidates
        if each.document_id and each.state is CandidateState.INGESTED
    )
