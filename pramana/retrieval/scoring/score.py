"""From candidates to a scored order: the one way, with a model or without."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE
from pramana.observability.tracing import span
from pramana.retrieval.domain.strength import strength
from pramana.retrieval.scoring.contracts import (
    DroppedCandidate,
    HybridResult,
    Origin,
    ScoringContext,
    SearchCandidate,
    SourcePolicy,
)
from pramana.retrieval.scoring.domain.merging import fused, unlike
from pramana.retrieval.scoring.domain.reading import Reading, read
from pramana.retrieval.scoring.domain.recipe import ScoringRecipe, read_weights
from pramana.retrieval.scoring.domain.results import Standing, result_of
from pramana.retrieval.scoring.domain.rules import Rules, why_not
from pramana.retrieval.scoring.judging import Judge, judged


def configured_recipe() -> ScoringRecipe:
    """The recipe with what the operator set."""
    constant: int = settings.PRAMANA.score_rank_constant
    weights = read_weights(settings.PRAMANA.score_weights)
    return ScoringRecipe(weights=weights, rank_constant=constant)


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """One scoring: for what, by which rules, and how much of it is wanted."""

    context: ScoringContext
    at: datetime
    policies: tuple[SourcePolicy, ...] = ()
    top_k: int = 10
    offered: frozenset[Origin] = frozenset(Origin)
    """Whose candidates may be among the best; the others are there to be compared with."""
    encoder: str = ""
    """The model behind the cosines, so that they are read on its scale."""
    recipe: ScoringRecipe = field(default_factory=ScoringRecipe)


def score_candidates(
    scope: Scope,
    scoring: Scoring,
    candidates: Sequence[SearchCandidate],
    judge: Judge | None = None,
) -> HybridResult:
    """Filter, fuse, free of repetition, score, spread over hosts, compare with the collection.

    A judge that fails costs its opinion, never the result: then the order of words, meaning and
    rules stands, and the flags say so.
    """
    with span("retrieval.score", scope, count=len(candidates)):
        rules = Rules(scoring.context, scoring.policies, scoring.at.date())
        kept, dropped = parted(candidates, rules)
        standing = _standing(kept, scoring)
        best = [standing.candidates[name] for name in standing.order][: scoring.recipe.judged]
        judgement = judged(scope, scoring.context, best, judge, scoring.recipe)
        standing = replace(standing, opinions=judgement.opinions)
        result = result_of(standing, rules, offered=scoring.offered, top_k=scoring.top_k)
        return result.model_copy(
            update={
                "dropped": dropped,
                "flags": result.flags | judgement.flags,
                "engine": judge.engine if judge and judgement.opinions else OFFLINE,
            }
        )


def _standing(kept: Sequence[SearchCandidate], scoring: Scoring) -> Standing:
    """In which order they stand before anybody gave an opinion."""
    reading = read(scoring.context.question, kept)
    merged = fused(kept, reading, scoring.recipe)
    return Standing(
        candidates={each.id: each for each in kept},
        reading=reading,
        order=unlike(merged, kept, reading, scoring.recipe),
        fits=fits(kept, reading, scoring.encoder),
        opinions={},
    )


def parted(
    candidates: Sequence[SearchCandidate], rules: Rules
) -> tuple[list[SearchCandidate], tuple[DroppedCandidate, ...]]:
    """What passes the rules, each once, and why the others do not."""
    kept: dict[str, SearchCandidate] = {}
    dropped: list[DroppedCandidate] = []
    for each in candidates:
        reason = "It was found twice." if each.id in kept else why_not(each, rules)
        if reason:
            dropped.append(DroppedCandidate(candidate_id=each.id, reason=reason))
        else:
            kept[each.id] = each
    return list(kept.values()), tuple(dropped)


def fits(
    candidates: Sequence[SearchCandidate], reading: Reading, encoder: str
) -> Mapping[str, float]:
    """How surely each belongs to the question, on search's own scale."""
    return {
        each.id: round(strength(encoder, each.cosine, reading.coverage(each.id)), 4)
        for each in candidates
    }
