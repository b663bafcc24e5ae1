"""Decisions about pages of the web, about names in a memory, and about links."""

from datetime import datetime
from typing import Any

from pramana.evals.contracts.cases import Case, Decision, Kind
from pramana.evals.models import EntityLink
from pramana.evals.postgres import read, rows
from pramana.evals.selectors.asked import MOST, asked_with
from pramana.kit.scope import Scope

PROMPT = "external.propose"
BY_PERSON = "person"
NAMES = "names"

SOURCES = """
    SELECT candidate.id, candidate.research_id, candidate.score, candidate.source,
           decision.candidate_ids, decision.decided_at, research.run_id
      FROM external_decision AS decision
      JOIN external_candidate AS candidate
        ON candidate.research_id = decision.research_id AND candidate.tenant_id = decision.tenant_id
      JOIN external_researchrun AS research ON research.id = decision.research_id
     WHERE decision.tenant_id = %(tenant)s AND decision.decided_by_id IS NOT NULL
       AND candidate.source <> %(person)s
       AND (%(since)s::timestamptz IS NULL OR decision.decided_at >= %(since)s)
     ORDER BY decision.decided_at DESC, candidate.position LIMIT %(most)s
"""
DUPLICATES = """
    SELECT duplicate.id, duplicate.how, duplicate.score, duplicate.confirmed_at,
           duplicate.undone_at
      FROM memory_duplicate AS duplicate
     WHERE duplicate.tenant_id = %(tenant)s
       AND (duplicate.confirmed_at IS NOT NULL OR duplicate.undone_at IS NOT NULL)
       AND (%(since)s::timestamptz IS NULL
            OR coalesce(duplicate.undone_at, duplicate.confirmed_at) >= %(since)s)
     ORDER BY duplicate.created_at DESC LIMIT %(most)s
"""


def source_cases(scope: Scope, since: datetime | None) -> list[Case]:
    """Each page that was offered: it was let in, or it was not."""
    found = rows(scope, SOURCES, since=since, most=MOST, person=BY_PERSON)
    versions = asked_with(scope, [PROMPT], {row["run_id"] for row in found})
    return [_source_case(row, versions.get(row["run_id"], (PROMPT, None))) for row in found]


def _source_case(row: dict[str, Any], asked: tuple[str, int | None]) -> Case:
    let_in = str(row["id"]) in read(row["candidate_ids"])
    return Case(
        kind=Kind.SOURCE,
        decision=Decision.APPROVE if let_in else Decision.REFUSE,
        right=let_in,
        at=row["decided_at"],
        subject_id=row["research_id"],
        place=str(row["id"]),
        confidence=row["score"],
        engine=row["source"],
        prompt=asked[0],
        version=asked[1],
    )


def duplicate_cases(scope: Scope, since: datetime | None) -> list[Case]:
    """Names that were taken for one: a person agreed, or parted them."""
    return [
        Case(
            kind=Kind.DUPLICATE,
            decision=Decision.UNDO if row["undone_at"] else Decision.APPROVE,
            right=row["undone_at"] is None,
            at=row["undone_at"] or row["confirmed_at"],
            subject_id=row["id"],
            confidence=row["score"],
            engine=row["how"],
        )
        for row in rows(scope, DUPLICATES, since=since, most=MOST)
    ]


def link_cases(scope: Scope, since: datetime | None) -> list[Case]:
    """Links that people made; one that was taken away was a mistake of who suggested it, too."""
    found = EntityLink.objects.in_scope(scope)
    if since:
        found = found.filter(made_at__gte=since)
    return [
        Case(
            kind=Kind.LINK,
            decision=Decision.UNDO if row.undone_at else Decision.MATCH,
            right=row.undone_at is None,
            at=row.undone_at or row.made_at,
            subject_id=row.id,
            confidence=row.score,
            engine=NAMES,
        )
        for row in found[:MOST]
    ]
