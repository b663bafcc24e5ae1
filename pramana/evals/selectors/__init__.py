"""Every decision of a tenant as a case, read from the capability where it was made."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from pramana.agni.contracts import EntityStatus
from pramana.agni.selectors.sessions import EntityWithDecision, entities_with_decisions
from pramana.chat.contracts.answers import AnswerFeedback, JudgedAnswer
from pramana.chat.selectors import answers_with_feedback
from pramana.evals.contracts import CaseOutcome, ClaimKind, EvalCase
from pramana.evals.selectors.value_cases import (
    MOST,
    PromptVersion,
    cell_cases,
    field_cases,
    prompt_versions,
)
from pramana.external.selectors.research import PageDecision, page_decisions
from pramana.kit.scope import Scope
from pramana.links.selectors.links import links_made
from pramana.memory.selectors.graph import reviewed_duplicates
from pramana.registry.selectors import find_records

ENTITY_PROMPT = "agni.entities"
NAMES = "names"
"""The engine of candidates: name scores, which need no model."""

DECISIONS = {
    EntityStatus.MATCHED: CaseOutcome.MATCH,
    EntityStatus.CREATE_NEW: CaseOutcome.CREATE,
    EntityStatus.SKIPPED: CaseOutcome.SKIP,
}


def _review_case(
    decided: EntityWithDecision, kind: ClaimKind, *, right: bool, confidence: float, **own: Any
) -> EvalCase:
    entity = decided.entity
    assert entity.decided_at is not None
    return EvalCase(
        kind=kind,
        decision=DECISIONS[entity.status],
        right=right,
        at=entity.decided_at,
        subject_id=decided.session_id,
        place=str(decided.place),
        confidence=confidence,
        **own,
    )


def entity_cases(scope: Scope, since: datetime | None) -> list[EvalCase]:
    """Entities in reviews. A skipped entity was a wrong claim."""
    decided = entities_with_decisions(scope, since=since, limit=MOST)
    versions = prompt_versions(scope, [ENTITY_PROMPT], {each.run_id for each in decided})
    return [
        _entity_case(each, versions.get(each.run_id, (ENTITY_PROMPT, None))) for each in decided
    ]


def _entity_case(decided: EntityWithDecision, used: PromptVersion) -> EvalCase:
    entity = decided.entity
    kept = entity.status is not EntityStatus.SKIPPED
    prompt, version = used
    return _review_case(
        decided,
        ClaimKind.ENTITY,
        right=kept,
        confidence=entity.confidence,
        engine=entity.engine,
        prompt=prompt,
        version=version,
    )


def candidate_cases(scope: Scope, since: datetime | None) -> list[EvalCase]:
    """Whether the most likely record was the one chosen. Skipped entities do not count."""
    kept = [
        each
        for each in entities_with_decisions(scope, since=since, limit=MOST)
        if each.entity.candidates and each.entity.status is not EntityStatus.SKIPPED
    ]
    same = _same_record(scope, kept)
    return [
        _review_case(
            each,
            ClaimKind.CANDIDATE,
            right=same.get(first.nes_id, first.nes_id)
            == same.get(each.entity.matched_id or "", each.entity.matched_id),
            confidence=first.confidence,
            engine=NAMES,
        )
        for each in kept
        if (first := max(each.entity.candidates, key=lambda one: one.confidence))
    ]


def _same_record(scope: Scope, decided: list[EntityWithDecision]) -> dict[str, str]:
    """The id of the record for both forms of an id, because a person may have used either."""
    ids = {each.entity.matched_id for each in decided} - {None}
    ids |= {one.nes_id for each in decided for one in each.entity.candidates}
    known = find_records(scope, [text for text in ids if text])
    return {text: str(record.id) for text, record in known.items()}


SOURCE_PROMPT = "external.propose"


def source_cases(scope: Scope, since: datetime | None) -> list[EvalCase]:
    """Web pages that were offered. An approved page was a right claim."""
    found = page_decisions(scope, since=since, limit=MOST)
    versions = prompt_versions(scope, [SOURCE_PROMPT], {page.run_id for page in found})
    return [_source_case(page, versions.get(page.run_id, (SOURCE_PROMPT, None))) for page in found]


def _source_case(page: PageDecision, used: PromptVersion) -> EvalCase:
    return EvalCase(
        kind=ClaimKind.SOURCE,
        decision=CaseOutcome.APPROVE if page.is_approved else CaseOutcome.REFUSE,
        right=page.is_approved,
        at=page.decided_at,
        subject_id=page.research_id,
        place=str(page.id),
        confidence=page.score,
        engine=page.source,
        prompt=used[0],
        version=used[1],
    )


def duplicate_cases(scope: Scope, since: datetime | None) -> list[EvalCase]:
    """Merged names in memories that a person confirmed or separated."""
    return [
        EvalCase(
            kind=ClaimKind.DUPLICATE,
            decision=CaseOutcome.UNDO if each.undone_at else CaseOutcome.APPROVE,
            right=each.undone_at is None,
            at=judged_at,
            subject_id=each.id,
            confidence=each.score,
            engine=each.how,
        )
        for each in reviewed_duplicates(scope, since=since, limit=MOST)
        if (judged_at := each.undone_at or each.confirmed_at)
    ]


def link_cases(scope: Scope, since: datetime | None) -> list[EvalCase]:
    """Links that people made. A link that was removed was also a wrong suggestion."""
    return [
        EvalCase(
            kind=ClaimKind.LINK,
            decision=CaseOutcome.UNDO if link.undone_at else CaseOutcome.MATCH,
            right=link.undone_at is None,
            at=link.undone_at or link.made_at,
            subject_id=link.id,
            confidence=link.score,
            engine=NAMES,
        )
        for link in links_made(scope, since=since, limit=MOST)
    ]


ANSWER_PROMPT = "chat.compose"
FEEDBACK = {
    AnswerFeedback.RIGHT: CaseOutcome.APPROVE,
    AnswerFeedback.WRONG: CaseOutcome.REFUSE,
    AnswerFeedback.MISSING: CaseOutcome.DOUBT,
}


def answer_cases(scope: Scope, since: datetime | None) -> list[EvalCase]:
    """Answers that their askers judged. What an answer lacks was missed, and is no wrong claim."""
    judged = answers_with_feedback(scope, since=since, limit=MOST)
    versions = prompt_versions(scope, [ANSWER_PROMPT], {each.run_id for each in judged})
    return [_answer_case(each, versions.get(each.run_id, (ANSWER_PROMPT, None))) for each in judged]


def _answer_case(judged: JudgedAnswer, used: PromptVersion) -> EvalCase:
    return EvalCase(
        kind=ClaimKind.ANSWER,
        decision=FEEDBACK[judged.feedback],
        right=judged.feedback is AnswerFeedback.RIGHT,
        at=judged.at,
        subject_id=judged.session_id,
        place=str(judged.request_id),
        engine=judged.engine,
        prompt=used[0],
        version=used[1],
        missed=judged.feedback is AnswerFeedback.MISSING,
    )


Reader = Callable[[Scope, datetime | None], list[EvalCase]]

READERS: dict[ClaimKind, Reader] = {
    ClaimKind.ENTITY: entity_cases,
    ClaimKind.CANDIDATE: candidate_cases,
    ClaimKind.FIELD: field_cases,
    ClaimKind.CELL: cell_cases,
    ClaimKind.SOURCE: source_cases,
    ClaimKind.DUPLICATE: duplicate_cases,
    ClaimKind.LINK: link_cases,
    ClaimKind.ANSWER: answer_cases,
}


def cases_of(
    scope: Scope, *, kinds: Sequence[ClaimKind] = tuple(ClaimKind), since: datetime | None = None
) -> list[EvalCase]:
    """The newest decisions of each kind, without those that were taken back."""
    return [case for kind in kinds for case in READERS[kind](scope, since)]
