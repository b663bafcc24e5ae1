"""Forgetting runs, and what runs keep of documents that are deleted."""

from collections.abc import Sequence
from functools import partial, reduce
from operator import or_
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from pramana.external.checkpoints import forget_threads
from pramana.external.contracts.stages import CandidateState
from pramana.external.models import Candidate, ResearchRun
from pramana.external.services.rows import ask_to_look, locked
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit, forget_runs

ERASED = "The document was deleted."


@transaction.atomic
def delete_research(scope: Scope, research_id: UUID) -> None:
    """Forget a run with its candidates, decision, calls and jobs. What was let in stays."""
    row = locked(scope, research_id)
    forget_runs(scope, [row.run_id])
    transaction.on_commit(partial(forget_threads, [str(row.run_id)]))
    audit(scope, "research.deleted", "research", research_id)


@transaction.atomic
def forget_documents(scope: Scope, document_ids: Sequence[UUID]) -> None:
    """Take back answers that rest on deleted documents; that they were let in stays known."""
    named = [Q(answer__sources__contains=[{"document_id": str(each)}]) for each in document_ids]
    ResearchRun.objects.in_scope(scope).filter(reduce(or_, named)).update(answer=None)
    rows = Candidate.objects.in_scope(scope).filter(document_id__in=document_ids)
    for row in rows.filter(state=CandidateState.READING).select_related("research"):
        ask_to_look(scope, row.research, row.id)
    rows.filter(state=CandidateState.INGESTED).update(state=CandidateState.FAILED, error=ERASED)
    rows.update(document_id=None)


def forget_tenant(scope: Scope) -> None:
    """A tenant that goes takes the checkpoints of its runs along."""
    runs = ResearchRun.objects.in_scope(scope).values_list("run_id", flat=True)
    transaction.on_commit(partial(forget_threads, [str(each) for each in runs]))
