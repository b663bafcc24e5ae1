"""Between a run's results and scoring's candidates."""

from collections.abc import Sequence
from dataclasses import replace

from pramana.external.contracts.selection import Ranked
from pramana.external.domain.dates import dated
from pramana.retrieval.scoring.contracts import (
    HybridResult,
    Origin,
    ScoredCandidate,
    SearchCandidate,
)

CHARACTERS_PER_TOKEN = 3
PROMPT_TOKENS = 800
"""What the instructions take, and the answer about each candidate."""

ANSWER_TOKENS = 80


def candidate_of(found: Ranked, cosine: float | None) -> SearchCandidate:
    """A result, whose address is its id. What the web's own order says for it stays a reason."""
    result = found.result
    return SearchCandidate(
        id=result.url,
        origin=Origin.WEB,
        title=result.title,
        text=result.snippet,
        url=result.url,
        dated=dated(result.published),
        cosine=cosine,
        reasons=found.reasons[1:],
    )


def as_ranked(found: Sequence[Ranked], scored: HybridResult) -> list[Ranked]:
    """The results as selection reads them: the best from several hosts, the others, the refused."""
    by_url = {each.result.url: each for each in found}
    best = [each for each in scored.top_k if each.candidate_id in by_url]
    names = {each.candidate_id for each in best}
    others = [each for each in scored.ranked if each.candidate_id in by_url.keys() - names]
    refused = [
        replace(by_url[each.candidate_id], refused=each.reason)
        for each in scored.dropped
        if each.candidate_id in by_url
    ]
    return [_ranked(by_url[each.candidate_id], each) for each in (*best, *others)] + refused


def tokens_of(candidates: Sequence[SearchCandidate]) -> int:
    """About what a model takes to judge candidates, asked and answered; rather too many."""
    written = sum(len(each.title) + len(each.text) for each in candidates)
    return PROMPT_TOKENS + written // CHARACTERS_PER_TOKEN + ANSWER_TOKENS * len(candidates)


def _ranked(found: Ranked, scored: ScoredCandidate) -> Ranked:
    adds = [f"Adds {', '.join(scored.adds[:5])}."] if scored.adds else []
    return replace(
        found,
        score=round(scored.score / 100, 4),
        reasons=(*scored.reasons, *adds),
        facets=scored.facets,
        adds=scored.adds,
        recommended_ingest=scored.recommended_ingest,
    )
