"""Scoring candidates, with a model or without: filter, fuse, score, and compare.

A model scores the best candidates batch by batch; its opinions are cached for an hour per tenant.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar
from uuid import UUID

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE, Usage
from pramana.llm.gateway import gateway
from pramana.observability.tracing import span
from pramana.retrieval.adapters import model_scorer
from pramana.retrieval.contracts import Flag
from pramana.retrieval.domain.fusion import match_strength
from pramana.retrieval.ports import Opinion, Scorer
from pramana.retrieval.prompts.score import NAME, VERSION, score_prompt
from pramana.retrieval.reranking import score_with_timeout
from pramana.retrieval.scoring.contracts import (
    CandidateOrigin,
    DroppedCandidate,
    HybridResult,
    PolicyRule,
    ScoringContext,
    ScoringFlag,
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
from pramana.retrieval.scoring.domain.source_rules import SourceRules, host_of, rejection_reason

V = TypeVar("V")


class TenantCache(Generic[V]):
    """A cache with the tenant in every key, so that tenants never share values."""

    def __init__(self, *, keep_s: float, most: int, clock: Callable[[], float] = monotonic) -> None:
        self._keep_s, self._most, self._clock = keep_s, most, clock
        self._kept: OrderedDict[tuple[UUID, Hashable], tuple[float, V]] = OrderedDict()
        self._lock = Lock()

    def get(self, scope: Scope, key: Hashable) -> V | None:
        with self._lock:
            kept = self._kept.get((scope.tenant_id, key))
            if kept is None or self._clock() - kept[0] > self._keep_s:
                return None
            self._kept.move_to_end((scope.tenant_id, key))
            return kept[1]

    def store(self, scope: Scope, key: Hashable, value: V) -> None:
        with self._lock:
            self._kept[(scope.tenant_id, key)] = (self._clock(), value)
            self._kept.move_to_end((scope.tenant_id, key))
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def forget(self, scope: Scope) -> None:
        """Delete a tenant's cached values."""
        with self._lock:
            for key in [each for each in self._kept if each[0] == scope.tenant_id]:
                del self._kept[key]


OPINION_CACHE: TenantCache[Opinion] = TenantCache(keep_s=3600, most=2000)
"""Opinions by engine, context and candidate text."""

FAILURE_FLAGS = {
    Flag.RERANK_TIMED_OUT: ScoringFlag.MODEL_TIMED_OUT,
    Flag.RERANK_FAILED: ScoringFlag.MODEL_FAILED,
    None: ScoringFlag.MODEL_OFFLINE,
}


@dataclass(frozen=True)
class Judge:
    """A scorer with the name of its engine."""

    engine: str
    scorer: Scorer


@dataclass(frozen=True)
class Judgement:
    opinions: Mapping[str, Opinion]
    flags: frozenset[ScoringFlag] = frozenset()


def configured_judge(
    scope: Scope,
    context: ScoringContext,
    recipe: ScoringRecipe,
    spent: Callable[[Usage], None] = lambda usage: None,
) -> Judge | None:
    """The model of PRAMANA_MODEL; None unless PRAMANA_RERANK is `model`."""
    if settings.PRAMANA.rerank != "model":
        return None
    door, prompt = gateway(scope), partial(score_prompt, brief=scoring_brief(context))
    scorer = model_scorer(door, within_s=recipe.within_s, prompt=prompt, spent=spent)
    return Judge(door.engine_for(prompt("", ())), scorer)


def judge_candidates(
    scope: Scope,
    context: ScoringContext,
    candidates: Sequence[SearchCandidate],
    judge: Judge | None,
    recipe: ScoringRecipe,
) -> Judgement:
    """The opinions on candidates by id, as far as they came, with flags for what is missing."""
    if judge is None or judge.engine == OFFLINE:
        offline = ScoringFlag.MODEL_NOT_ASKED if judge is None else ScoringFlag.MODEL_OFFLINE
        return Judgement({}, frozenset({offline}))
    keys = {each.id: _key(judge, context, each) for each in candidates}
    known = {name: kept for name, key in keys.items() if (kept := OPINION_CACHE.get(scope, key))}
    left = [each for each in candidates if each.id not in known]
    fresh, flags = _ask_judge(context, left, judge, recipe)
    for name, opinion in fresh.items():
        OPINION_CACHE.store(scope, keys[name], opinion)
    cached = {ScoringFlag.FROM_CACHE} if known else set()
    return Judgement({**known, **fresh}, frozenset(flags | cached))


def scoring_brief(context: ScoringContext) -> dict[str, str]:
    """The part of the context that the model is shown."""
    return {
        "purpose": context.purpose,
        "output": context.output_target,
        "country": context.jurisdiction.upper(),
        "version": context.version_target,
        "freshness": context.freshness_mode.value.replace("_", " "),
    }


def _ask_judge(
    context: ScoringContext,
    candidates: Sequence[SearchCandidate],
    judge: Judge,
    recipe: ScoringRecipe,
) -> tuple[dict[str, Opinion], set[ScoringFlag]]:
    """Ask batch by batch, until one fails or time is up."""
    deadline, opinions_by_id = monotonic() + recipe.within_s, dict[str, Opinion]()
    for start in range(0, len(candidates), recipe.batch):
        batch = candidates[start : start + recipe.batch]
        texts = [_candidate_text(each) for each in batch]
        left = max(deadline - monotonic(), 0.0)
        opinions, flag = score_with_timeout(judge.scorer, context.question, texts, left)
        if opinions is None or not all(0 <= each.score <= 100 for each in opinions):
            return opinions_by_id, {FAILURE_FLAGS[flag if opinions is None else Flag.RERANK_FAILED]}
        opinions_by_id |= {each.id: opinion for each, opinion in zip(batch, opinions, strict=True)}
    return opinions_by_id, set()


def _candidate_text(candidate: SearchCandidate) -> str:
    """A candidate as the model reads it: title, host or origin, date, and text."""
    parts = (host_of(candidate.url) or candidate.origin, candidate.dated)
    origin = ", ".join(str(part) for part in parts if part)
    return f"{candidate.title}\n({origin})\n{candidate.text}"


def _key(judge: Judge, context: ScoringContext, candidate: SearchCandidate) -> str:
    brief = scoring_brief(context).values()
    words = (NAME, str(VERSION), judge.engine, context.question, *brief, _candidate_text(candidate))
    return sha256("\x00".join(words).encode("utf-8", "replace")).hexdigest()


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
