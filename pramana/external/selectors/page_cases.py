"""A case with everything that belongs to it, from whichever capability did the work."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from pramana.agni.selectors.cases import approvals_of_case, reviews_of_case
from pramana.external.contracts.cases import CaseDecision, CaseDocument, Way, Where
from pramana.external.contracts.stages import Verdict
from pramana.external.models import Candidate, Decision
from pramana.extraction.selectors.cases import (
    CaseExtraction,
    extractions_of_case,
    stacked_in_case,
)
from pramana.kit.scope import Scope
from pramana.llm.selectors import spent_on_cases
from pramana.tenancy import selectors as tenancy
from pramana.tenancy.selectors import CaseLine

MOST = 200
"""Documents, and decisions, of one case that are shown."""


@dataclass(frozen=True)
class PricedCase(CaseLine):
    """A case with its cost, in US dollars over the calls whose price is known."""

    cost: Decimal | None


def cases_listed(scope: Scope, *, after: str = "", limit: int = 50) -> list[PricedCase]:
    """Newest first; `after` is the `place` of the case before."""
    return _priced(scope, tenancy.cases_listed(scope, after=after, limit=limit))


def get_case(scope: Scope, case_id: UUID) -> PricedCase:
    return _priced(scope, [tenancy.get_case(scope, case_id)])[0]


def _priced(scope: Scope, cases: Sequence[CaseLine]) -> list[PricedCase]:
    costs = spent_on_cases(scope, [case.id for case in cases])
    return [PricedCase(**vars(case), cost=costs.get(case.id)) for case in cases]


def documents_of_case(scope: Scope, case_id: UUID) -> list[CaseDocument]:
    """Each part of each document, the ways in the order in which they are named."""
    extracted = extractions_of_case(scope, case_id, limit=MOST)
    reviewed = reviews_of_case(scope, case_id, limit=MOST)
    stacked = stacked_in_case(scope, case_id, limit=MOST)
    return [
        *(CaseDocument(each, Way.LET_IN) for each in _let_in(scope, case_id)),
        *(CaseDocument(each.document_id, Way.EXTRACTED, each.id) for each in extracted),
        *(CaseDocument(each.document_id, Way.REVIEWED, each.id) for each in reviewed),
        *(CaseDocument(document_id, Way.STACKED, stack_id) for document_id, stack_id in stacked),
    ]


def decisions_of_case(scope: Scope, case_id: UUID) -> list[CaseDecision]:
    """What people decided in the case, newest first."""
    approved = _approved(extractions_of_case(scope, case_id, limit=MOST))
    found = [*_researched(scope, case_id), *_reviewed(scope, case_id), *approved]
    return sorted(found, key=lambda each: each.at, reverse=True)[:MOST]


def _let_in(scope: Scope, case_id: UUID) -> list[UUID]:
    rows = Candidate.objects.in_scope(scope).filter(research__run__case_id=case_id)
    found = rows.exclude(document_id=None).order_by("-research__created_at", "position")
    ids = found.values_list("document_id", flat=True)[:MOST]
    return list(dict.fromkeys(each for each in ids if each))


def _researched(scope: Scope, case_id: UUID) -> Iterator[CaseDecision]:
    rows = Decision.objects.in_scope(scope).filter(research__run__case_id=case_id)
    for row in rows.select_related("research").order_by("-decided_at")[:MOST]:
        yield CaseDecision(
            where=Where.RESEARCH,
            subject_id=row.research_id,
            text=row.research.text,
            by_id=row.decided_by_id,
            at=row.decided_at,
            verdict=Verdict(row.verdict),
            count=len(row.candidate_ids) + len(row.added_urls),
            rationale=row.rationale,
        )


def _reviewed(scope: Scope, case_id: UUID) -> Iterator[CaseDecision]:
    for each in approvals_of_case(scope, case_id, limit=MOST):
        yield CaseDecision(
            where=Where.REVIEW,
            subject_id=each.session_id,
            text=each.document_title,
            by_id=each.approved_by_id,
            at=each.approved_at,
            count=each.creations + each.updates,
        )


def _approved(extractions: Sequence[CaseExtraction]) -> Iterator[CaseDecision]:
    for each in extractions:
        if each.approved_at:
            yield CaseDecision(
                where=Where.EXTRACTION,
                subject_id=each.id,
                text=each.document_title,
                by_id=each.approved_by_id,
                at=each.approved_at,
            )
