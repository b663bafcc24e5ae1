"""The result of a scoring: each candidate's score and reasons, and what it would add."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from pramana.retrieval.domain.fusion import NO_MATCH, SURE_MATCH
from pramana.retrieval.domain.lexical import weight_coverage
from pramana.retrieval.ports import Opinion
from pramana.retrieval.scoring.contracts import (
    CandidateOrigin,
    Coverage,
    HybridResult,
    ScoredCandidate,
    ScoringFlag,
    SearchCandidate,
)
from pramana.retrieval.scoring.domain.candidate_ranking import CandidateWords
from pramana.retrieval.scoring.domain.source_rules import SourceRules, host_of, rule_points

T = TypeVar("T")


def spread_over_buckets(
    ordered: Sequence[T], bucket: Callable[[T], str], *, least: int, limit: int
) -> list[T]:
    """The first `limit`, from at least `least` buckets if there are that many.

    The last item of a bucket with several makes room for the best item of a missing bucket. The
    first item always stays, and the order is kept.

    >>> spread_over_buckets(["a1", "a2", "a3", "b1", "c1"], lambda name: name[0], least=3, limit=3)
    ['a1', 'b1', 'c1']
    """
    of = [bucket(each) for each in ordered]
    chosen = list(range(min(limit, len(ordered))))
    for place in range(limit, len(ordered)):
        held = [of[each] for each in chosen]
        if len(set(held)) >= min(least, limit):
            break
        if of[place] not in held:
            chosen.remove(max(each for each in chosen if held.count(of[each]) > 1))
            chosen.append(place)
    return [ordered[each] for each in chosen]


def non_increasing(values: Sequence[float]) -> list[float]:
    """The non-increasing sequence nearest in squares: neighbours that rise are averaged.

    >>> non_increasing([0.9, 0.2, 0.6, 0.1])
    [0.9, 0.4, 0.4, 0.1]
    """
    pools: list[tuple[float, int]] = []
    for value in values:
        total, count = value, 1
        while pools and pools[-1][0] * count < total * pools[-1][1]:
            before, several = pools.pop()
            total, count = total + before, count + several
        pools.append((total, count))
    return [total / count for total, count in pools for _ in range(count)]


TREATED = 0.5
"""From this share on a facet counts as covered."""

WORTH_READING = 60.0
"""The score, of 100, from which a model considers something part of the answer."""


def collection_coverage(
    own: Sequence[SearchCandidate],
    words: CandidateWords,
    fits: Mapping[str, float],
    facets: Mapping[str, Mapping[str, float]],
) -> Coverage:
    """What the collection's relevant passages cover of the question.

    A passage on another subject does not count, whatever words it shares.
    """
    near = [each.id for each in own if fits[each.id] >= NO_MATCH]
    present = {root for name in near for root in words.bags[name]}
    asked = words.question.words
    covered: dict[str, float] = {}
    for name in near:
        for facet, share in facets.get(name, {}).items():
            covered[facet] = max(covered.get(facet, 0.0), share)
    return Coverage(
        covered=tuple(word for root, word in asked.items() if root in present),
        missing=tuple(word for root, word in asked.items() if root not in present),
        share=round(weight_coverage(words.weights, present), 4),
        facets=covered,
        answers=any(fits[name] >= SURE_MATCH for name in near),
    )


def new_topics(
    held: Sequence[str], facets: Mapping[str, float], known: Coverage
) -> tuple[str, ...]:
    """The words and facets of the question that a candidate has and the collection lacks."""
    words = [word for word in held if word in known.missing]
    treated = [
        facet
        for facet, share in facets.items()
        if share >= TREATED > known.facets.get(facet, 0.0) and facet not in known.covered
    ]
    return tuple(dict.fromkeys([*words, *treated]))


def is_worth_ingesting(scored: ScoredCandidate, fit: float, known: Coverage) -> bool:
    """Whether a page should be ingested: it is relevant and adds something."""
    if scored.origin is CandidateOrigin.CORPUS:
        return False
    belongs = scored.score >= WORTH_READING if scored.judged else fit >= SURE_MATCH
    return belongs and bool(scored.adds or not known.answers)


def coverage_sentence(known: Coverage, chosen: Sequence[ScoredCandidate]) -> str:
    """What ingesting the recommended pages would add, in a sentence."""
    added = tuple(dict.fromkeys(add for each in chosen for add in each.adds))
    have = f"The collection speaks of {_listed(known.covered)}" if known.covered else (
        "The collection says nothing about this yet"
    )  # fmt: skip
    if added:
        return f"{have}; the recommended pages add {_listed(added)}."
    return f"{have}; nothing that was found adds to it." if not chosen else f"{have}."


def _listed(words: Sequence[str], most: int = 8) -> str:
    *first, last = [f"“{word}”" for word in words[:most]]
    return f"{', '.join(first)} and {last}" if first else last


LIBRARY = "library"
"""The bucket of candidates without a host: the tenant's own files."""

LONGEST_REASON = 280
PLACE = 0.1
"""The share of a score that depends on the position."""
HERE = "It is in the library already."


@dataclass(frozen=True)
class RankedCandidates:
    """Everything known about the candidates before they are scored."""

    candidates: Mapping[str, SearchCandidate]
    words: CandidateWords
    order: Mapping[str, float]
    """The fused score of each, in 0..1, best first."""
    fits: Mapping[str, float]
    opinions: Mapping[str, Opinion]

    def facets(self, name: str) -> Mapping[str, float]:
        """The facets that the model named; without a model, the question's words it contains."""
        opinion = self.opinions.get(name)
        if opinion and opinion.facets:
            return opinion.facets
        return dict.fromkeys(self.words.matched_words(name), 1.0)

    def is_here(self, name: str) -> bool:
        """Whether a web page is already in the collection."""
        mine = self.candidates[name]
        own = (
            each.url for each in self.candidates.values() if each.origin is CandidateOrigin.CORPUS
        )
        return mine.origin is CandidateOrigin.WEB and bool(mine.url) and mine.url in own

    def base(self, name: str) -> tuple[float, str]:
        """The score before any rule, of 100, and its reason.

        Without an opinion it is the match strength, made non-increasing along the order. So the
        first candidate of an irrelevant list does not get 100. The position itself only separates
        candidates of the same strength.
        """
        opinion = self.opinions.get(name)
        if opinion:
            return opinion.score, opinion.reason[:LONGEST_REASON]
        highest = max(self.order.values(), default=0.0) or 1.0
        place = 1 - PLACE * (1 - self.order[name] / highest)
        return 100 * self._strengths[name] * place, self._word_reason(name)

    @cached_property
    def _strengths(self) -> Mapping[str, float]:
        return dict(
            zip(self.order, non_increasing([self.fits[name] for name in self.order]), strict=True)
        )

    def _word_reason(self, name: str) -> str:
        matched, asked = self.words.matched_words(name), self.words.question.words
        if not matched:
            return "It holds none of the question's words."
        return f"{len(matched)} of {len(asked)} words: {', '.join(matched[:8])}."


def build_result(
    ranked: RankedCandidates,
    rules: SourceRules,
    *,
    offered: Collection[CandidateOrigin],
    top_k: int,
) -> HybridResult:
    """All candidates in order, the best from several hosts, and what they add."""
    known = _coverage(ranked)
    scored = [_scored(ranked, rules, known, name) for name in ranked.order]
    in_order = sorted(scored, key=lambda each: -each.score)
    wanted = rules.context.min_diversity_buckets
    eligible = [each for each in in_order if each.origin in offered]
    best = spread_over_buckets(eligible, lambda each: each.bucket, least=wanted, limit=top_k)
    worth = [each for each in best if each.recommended_ingest]
    return HybridResult(
        ranked=tuple(in_order),
        top_k=tuple(best),
        coverage=known,
        coverage_delta=coverage_sentence(known, worth),
        recommended_ingest=tuple(each.candidate_id for each in worth),
        flags=_flags(ranked, best, wanted),
    )


def _coverage(ranked: RankedCandidates) -> Coverage:
    own = [each for each in ranked.candidates.values() if each.origin is CandidateOrigin.CORPUS]
    facets = {each.id: ranked.facets(each.id) for each in own}
    return collection_coverage(own, ranked.words, ranked.fits, facets)


def _scored(
    ranked: RankedCandidates, rules: SourceRules, known: Coverage, name: str
) -> ScoredCandidate:
    candidate = ranked.candidates[name]
    base, reason = ranked.base(name)
    more, said = rule_points(candidate, rules)
    facets, here = ranked.facets(name), ranked.is_here(name)
    adds = () if candidate.origin is CandidateOrigin.CORPUS else new_topics(
        ranked.words.matched_words(name), facets, known
    )  # fmt: skip
    scored = ScoredCandidate(
        candidate_id=name,
        origin=candidate.origin,
        url=candidate.url,
        title=candidate.title,
        score=round(min(max(base + more, 0.0), 100.0), 4),
        reasons=tuple(filter(None, (reason, *candidate.reasons, *said, HERE if here else ""))),
        facets=facets,
        adds=adds,
        bucket=host_of(candidate.url) or LIBRARY,
        fused=round(ranked.order[name], 6),
        judged=name in ranked.opinions,
    )
    worth = not here and is_worth_ingesting(scored, ranked.fits[name], known)
    return scored.model_copy(update={"recommended_ingest": worth})


def _flags(
    ranked: RankedCandidates, best: Collection[ScoredCandidate], wanted: int
) -> frozenset[ScoringFlag]:
    judged = [each for each in best if each.judged]
    outside = any(each.origin is CandidateOrigin.WEB for each in best)
    few = outside and len({each.bucket for each in best}) < min(wanted, len(best))
    found = {
        ScoringFlag.HEURISTIC: not ranked.opinions,
        ScoringFlag.PARTLY_JUDGED: bool(judged) and len(judged) < len(best),
        ScoringFlag.FEW_HOSTS: few,
    }
    return frozenset(flag for flag, holds in found.items() if holds)
