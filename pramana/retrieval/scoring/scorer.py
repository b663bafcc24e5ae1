"""Scoring candidates, with a model or without: filter, fuse, score, and compare."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE
from pramana.observability.tracing import span
from pramana.retrieval.domain.strength import match_strength
from pramana.retrieval.scoring.contracts import (
    CandidateOrigin,
    DroppedCandidate,
    HybridResult,
    PolicyRule,
    ScoringContext,
    ScoringRecipe,
    SearchCandidate,
    parse_weights,
)
from pramana.retrieval.scoring.domain.candidate_ranking import (
    CandidateWords,
    demote_repetitions,
    fuse_candidates,
    read_candidates,
)
from pramana.retrieval.scoring.domain.results import RankedCandidates, build_result
from pramana.retrieval.scoring.domain.source_rules import SourceRules, rejection_reason
from pramana.retrieval.scoring.judging import Judge, judge_candidates


def configured_recipe() -> ScoringRecipe:
    """The recipe with the operator's settings."""
    constant: int = settings.PRAMANA.score_rank_constant
    weights = parse_weights(settings.PRAMANA.score_weights)
    return ScoringRecipe(weights=weights, rank_constant=constant)


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """One scoring: its context, its rules, and how many results it needs."""

    context: ScoringContext
    at: datetime
    policies: tuple[PolicyRule, ...] = ()
    top_k: int = 10
    offered: frozenset[CandidateOrigin] = frozenset(CandidateOrigin)
    """The origins whose candidates may be among the best; others are only compared with."""
    encoder: str = ""
    """The calibration of the cosines' encoder."""
    recipe: ScoringRecipe = field(default_factory=ScoringRecipe)


def score_candidates(
    scope: Scope,
    scoring: Scoring,
    candidates: Sequence[SearchCandidate],
    judge: Judge | None = None,
) -> HybridResult:
    """Filter, fuse, demote repetitions, score, spread over hosts, compare with the collection.

    If the judge fails, words, vectors and rules give the order, and the flags say so.
    """
    with span("retrieval.score", scope, count=len(candidates)):
        rules = SourceRules(scoring.context, scoring.policies, scoring.at.date())
        kept, dropped = apply_rules(candidates, rules)
        ranked = _rank(kept, scoring)
        best = [ranked.candidates[name] for name in ranked.order][: scoring.recipe.judged]
        judgement = judge_candidates(scope, scoring.context, best, judge, scoring.recipe)
        ranked = replace(ranked, opinions=judgement.opinions)
        result = build_result(ranked, rules, offered=scoring.offered, top_k=scoring.top_k)
        return result.model_copy(
            update={
                "dropped": dropped,
                "flags": result.flags | judgement.flags,
                "engine": judge.engine if judge and judgement.opinions else OFFLINE,
            }
        )


def _rank(kept: Sequence[SearchCandidate], scoring: Scoring) -> RankedCandidates:
    """Rank the candidates before a model scores them."""
    words = read_candidates(scoring.context.question, kept)
    fused = fuse_candidates(kept, words, scoring.recipe)
    return RankedCandidates(
        candidates={each.id: each for each in kept},
        words=words,
        order=demote_repetitions(fused, kept, words, scoring.recipe),
        fits=match_strengths(kept, words, scoring.encoder),
        opinions={},
    )


def apply_rules(
    candidates: Sequence[SearchCandidate], rules: SourceRules
) -> tuple[list[SearchCandidate], tuple[DroppedCandidate, ...]]:
    """The candidates that pass the rules, each once, and why the others were dropped."""
    kept: dict[str, SearchCandidate] = {}
    dropped: list[DroppedCandidate] = []
    for each in candidates:
        reason = "It was found twice." if each.id in kept else rejection_reason(each, rules)
        if reason:
            dropped.append(DroppedCandidate(candidate_id=each.id, reason=reason))
        else:
            kept[each.id] = each
    return list(kept.values()), tuple(dropped)


def match_strengths(
    candidates: Sequence[SearchCandidate], words: CandidateWords, encoder: str
) -> Mapping[str, float]:
    """The match strength of each candidate, on the scale of search."""
    return {
        each.id: round(match_strength(encoder, each.cosine, words.coverage(each.id)), 4)
        for each in candidates
    }
