"""Which candidates a person's decision approves, and which decisions are invalid."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from uuid import UUID, uuid5

from pramana.external.contracts import ResearchDecision, Verdict
from pramana.external.errors import CandidateNotOffered, ContradictoryDecision, OverBudget


def candidate_id(research_id: UUID, url: str) -> UUID:
    """A page of a run always has the same id, however often the run is retried."""
    return uuid5(research_id, url)


def merge_added_urls(
    research_id: UUID, offered: Collection[UUID], choice: ResearchDecision
) -> ResearchDecision:
    """Each page once: an added URL that was offered becomes that candidate."""
    pages = {url: candidate_id(research_id, url) for url in choice.added_urls}
    known = [page for page in pages.values() if page in offered]
    return replace(
        choice,
        candidate_ids=tuple(dict.fromkeys((*choice.candidate_ids, *known))),
        added_urls=tuple(url for url, page in pages.items() if page not in offered),
    )


def approved_candidates(
    offered: Sequence[UUID], choice: ResearchDecision, *, most: int
) -> list[UUID]:
    """The offered candidates that were approved, in the order they were offered.

    `approved` without ids means all of them. Raises an error if the decision names a page that was
    not offered, contradicts itself, or exceeds the budget.
    """
    _refuse_unknown((*choice.candidate_ids, *choice.rejected_ids), offered)
    _refuse_contradictions(choice)
    if choice.verdict is Verdict.REJECTED:
        return []
    named = set(choice.candidate_ids)
    everything = choice.verdict is Verdict.APPROVED and not named and not choice.added_urls
    chosen = [each for each in offered if everything or each in named]
    if len(chosen) + len(choice.added_urls) > most:
        raise OverBudget(len(chosen) + len(choice.added_urls), most)
    return chosen


def _refuse_unknown(named: Collection[UUID], offered: Collection[UUID]) -> None:
    for each in named:
        if each not in offered:
            raise CandidateNotOffered(each)


def _refuse_contradictions(choice: ResearchDecision) -> None:
    names_any = bool(choice.candidate_ids or choice.added_urls)
    if choice.verdict is Verdict.REJECTED and names_any:
        raise ContradictoryDecision("A rejection approves nothing; name no candidates and no urls.")
    if choice.verdict is Verdict.PARTIAL and not names_any:
        raise ContradictoryDecision("A partial approval must name its candidates or urls.")
