"""Decisions about pages of the web, about names in a memory, and about links."""

from datetime import datetime

from pramana.evals.contracts.cases import Case, Decision, Kind
from pramana.evals.models import EntityLink
from pramana.evals.selectors.asked import MOST, Asked, asked_with
from pramana.external.selectors.finding import JudgedPage, judged_pages
from pramana.kit.scope import Scope
from pramana.memory.selectors.duplicates import judged_duplicates

PROMPT = "external.propose"
NAMES = "names"


def source_cases(scope: Scope, since: datetime | None) -> list[Case]:
    """Each page that was offered: it was let in, or it was not."""
    found = judged_pages(scope, since=since, limit=MOST)
    versions = asked_with(scope, [PROMPT], {page.run_id for page in found})
    return [_source_case(page, versions.get(page.run_id, (PROMPT, None))) for page in found]


def _source_case(page: JudgedPage, asked: Asked) -> Case:
    return Case(
        kind=Kind.SOURCE,
        decision=Decision.APPROVE if page.let_in else Decision.REFUSE,
        right=page.let_in,
        at=page.decided_at,
        subject_id=page.research_id,
        place=str(page.id),
        confidence=page.score,
        engine=page.source,
        prompt=asked[0],
        version=asked[1],
    )


def duplicate_cases(scope: Scope, since: datetime | None) -> list[Case]:
    """Names that were taken for one: a person agreed, or parted them."""
    return [
        Case(
            kind=Kind.DUPLICATE,
            decision=Decision.UNDO if each.undone_at else Decision.APPROVE,
            right=each.undone_at is None,
            at=judged_at,
            subject_id=each.id,
            confidence=each.score,
            engine=each.how,
        )
        for each in judged_duplicates(scope, since=since, limit=MOST)
        if (judged_at := each.undone_at or each.confirmed_at)
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
