"""A model's scores for the best candidates, a batch at a time; never more than an opinion."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from time import monotonic

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE, Usage
from pramana.llm.gateway import gateway
from pramana.retrieval.adapters.model_scores import model_scorer
from pramana.retrieval.contracts import Flag
from pramana.retrieval.ports import Opinion, Scorer
from pramana.retrieval.prompts.score import NAME, VERSION, score_prompt
from pramana.retrieval.reranking import score_within
from pramana.retrieval.scoring.contracts import ScoringContext, ScoringFlag, SearchCandidate
from pramana.retrieval.scoring.domain.recipe import ScoringRecipe
from pramana.retrieval.scoring.domain.sources import host_of
from pramana.retrieval.scoring.remembering import TenantMemory

KEPT: TenantMemory[Opinion] = TenantMemory(keep_s=3600, most=2000)
"""Opinions, by who gave them, for what, and on which words."""

AMISS = {
    Flag.RERANK_TIMED_OUT: ScoringFlag.MODEL_TIMED_OUT,
    Flag.RERANK_FAILED: ScoringFlag.MODEL_FAILED,
    None: ScoringFlag.MODEL_OFFLINE,
}


@dataclass(frozen=True)
class Judge:
    """Who scores, and by which name."""

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
    """The model that PRAMANA_MODEL names; nobody where PRAMANA_RERANK asks for no model."""
    if settings.PRAMANA.rerank != "model":
        return None
    door, prompt = gateway(scope), partial(score_prompt, brief=brief_of(context))
    scorer = model_scorer(door, within_s=recipe.within_s, prompt=prompt, spent=spent)
    return Judge(door.engine_for(prompt("", ())), scorer)


def judged(
    scope: Scope,
    context: ScoringContext,
    candidates: Sequence[SearchCandidate],
    judge: Judge | None,
    recipe: ScoringRecipe,
) -> Judgement:
    """Opinions on candidates by id, as far as they came, and what is amiss with them."""
    if judge is None or judge.engine == OFFLINE:
        offline = ScoringFlag.MODEL_NOT_ASKED if judge is None else ScoringFlag.MODEL_OFFLINE
        return Judgement({}, frozenset({offline}))
    keys = {each.id: _key(judge, context, each) for each in candidates}
    known = {name: kept for name, key in keys.items() if (kept := KEPT.get(scope, key))}
    left = [each for each in candidates if each.id not in known]
    fresh, flags = _asked(context, left, judge, recipe)
    for name, opinion in fresh.items():
        KEPT.put(scope, keys[name], opinion)
    cached = {ScoringFlag.FROM_CACHE} if known else set()
    return Judgement({**known, **fresh}, frozenset(flags | cached))


def brief_of(context: ScoringContext) -> dict[str, str]:
    """The lines of a context that a model is told."""
    return {
        "purpose": context.purpose,
        "output": context.output_target,
        "country": context.jurisdiction.upper(),
        "version": context.version_target,
        "freshness": context.freshness_mode.value.replace("_", " "),
    }


def _asked(
    context: ScoringContext,
    candidates: Sequence[SearchCandidate],
    judge: Judge,
    recipe: ScoringRecipe,
) -> tuple[dict[str, Opinion], set[ScoringFlag]]:
    """Batch after batch until one fails or time is up: who was slow once will be so again."""
    until, found = monotonic() + recipe.within_s, dict[str, Opinion]()
    for start in range(0, len(candidates), recipe.batch):
        batch = candidates[start : start + recipe.batch]
        texts = [_written(each) for each in batch]
        left = max(until - monotonic(), 0.0)
        opinions, flag = score_within(judge.scorer, context.question, texts, left)
        if opinions is None or not all(0 <= each.score <= 100 for each in opinions):
            return found, {AMISS[flag if opinions is None else Flag.RERANK_FAILED]}
        found |= {each.id: said for each, said in zip(batch, opinions, strict=True)}
    return found, set()


def _written(candidate: SearchCandidate) -> str:
    """A candidate as the model reads it: its title, where and when it is from, its text."""
    parts = (host_of(candidate.url) or candidate.origin, candidate.dated)
    whence = ", ".join(str(part) for part in parts if part)
    return f"{candidate.title}\n({whence})\n{candidate.text}"


def _key(judge: Judge, context: ScoringContext, candidate: SearchCandidate) -> str:
    told = brief_of(context).values()
    words = (NAME, str(VERSION), judge.engine, context.question, *told, _written(candidate))
    return sha256("\x00".join(words).encode("utf-8", "replace")).hexdigest()
