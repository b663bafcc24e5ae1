"""What a person's decision lets in, and what it may not name."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from uuid import UUID, uuid5

from pramana.external.contracts.requests import Choice
from pramana.external.contracts.stages import Verdict
from pramana.external.errors import CandidateNotOffered, ContradictoryDecision, OverBudget


def candidate_id(research_id: UUID, url: str) -> UUID:
    """The same page of the same run has the same id, however often the run is taken up again."""
    return uuid5(research_id, url)


def told_apart(research_id: UUID, offered: Collection[UUID], choice: Choice) -> Choice:
    """The choice with each page once: an added address that was offered is that candidate."""
    pages = {url: candidate_id(research_id, url) for url in choice.added_urls}
    known = [page for page in pages.values() if page in offered]
    return replace(
        choice,
        candidate_ids=tuple(dict.fromkeys((*choice.candidate_ids, *known))),
        added_urls=tuple(url for url, page in pages.items() if page not in offered),
    )


def let_in(offered: Sequence[UUID], choice: Choice, *, most: int) -> list[UUID]:
    """The offered candidates that were approved, in the order they were offered.

    `approved` without ids means all of them. Raises where the choice names what was not offered,
    contradicts itself, or is more than the run may let in.
    """
    _refuse_strangers(choice.candidate_ids, offered)
    _refuse_contradictions(choice)
    if choice.verdict is Verdict.REJECTED:
        return []
    named = set(choice.candidate_ids)
    everything = choice.verdict is Verdict.APPROVED and not named and not choice.added_urls
    chosen = [each for each in offered if everything or each in named]
    if len(chosen) + len(choice.added_urls) > most:
        raise OverBudget(len(chosen) + len(choice.added_urls), most)
    return chosen


def _refuse_strangers(named: Collection[UUID], offered: Collection[UUID]) -> None:
    for each in named:
        if each not in offered:
            raise CandidateNotOffered(each)


def _refuse_contradictions(choice: Choice) -> None:
    names_any = bool(choice.candidate_ids or choice.added_urls)
    if choice.verdict is Verdict.REJECTED and names_any:
        raise ContradictoryDecision("A rejection lets nothing in; name no candidates and no urls.")
    if choice.verdict is Verdict.PARTIAL and not names_any:
        raise ContradictoryDecision("A partial approval names the candidates or urls it lets in.")
