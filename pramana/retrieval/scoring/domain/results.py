"""The scored order: what each is worth, why, and what it would add."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from pramana.retrieval.ports import Opinion
from pramana.retrieval.scoring.contracts import (
    Coverage,
    HybridResult,
    Origin,
    ScoredCandidate,
    ScoringFlag,
    SearchCandidate,
)
from pramana.retrieval.scoring.domain.buckets import spread
from pramana.retrieval.scoring.domain.covering import additions, covered_by, delta, is_worth_it
from pramana.retrieval.scoring.domain.falling import falling
from pramana.retrieval.scoring.domain.reading import Reading
from pramana.retrieval.scoring.domain.rules import Rules, points
from pramana.retrieval.scoring.domain.sources import host_of

LIBRARY = "library"
"""The bucket of what has no host: the tenant's own files."""

LONGEST_REASON = 280
PLACE = 0.1
"""The share of a score that the place in the order decides."""
HERE = "It is in the library already."


@dataclass(frozen=True)
class Standing:
    """Everything that is known about the candidates before they are scored."""

    candidates: Mapping[str, SearchCandidate]
    reading: Reading
    order: Mapping[str, float]
    """How near the top each stands, in 0..1, best first."""
    fits: Mapping[str, float]
    opinions: Mapping[str, Opinion]

    def facets(self, name: str) -> Mapping[str, float]:
        """As the model named them; the question's words it holds, where no model did."""
        said = self.opinions.get(name)
        return said.facets if said and said.facets else dict.fromkeys(self._held(name), 1.0)

    def is_here(self, name: str) -> bool:
        """Whether a page from outside has been let in before."""
        mine = self.candidates[name]
        own = (each.url for each in self.candidates.values() if each.origin is Origin.CORPUS)
        return mine.origin is Origin.WEB and bool(mine.url) and mine.url in own

    def _held(self, name: str) -> list[str]:
        return self.reading.words_held(name)

    def base(self, name: str) -> tuple[float, str]:
        """The score before any rule, of 100, and its reason.

        Without an opinion it is how surely it belongs to the question, brought into line with the
        order: the first of a list that is beside the point is no hundred, nor is the last of a
        good one. The place itself only parts what belongs alike.
        """
        said = self.opinions.get(name)
        if said:
            return said.score, said.reason[:LONGEST_REASON]
        highest = max(self.order.values(), default=0.0) or 1.0
        place = 1 - PLACE * (1 - self.order[name] / highest)
        return 100 * self._belongs[name] * place, self._words(name)

    @cached_property
    def _belongs(self) -> Mapping[str, float]:
        return dict(zip(self.order, falling([self.fits[name] for name in self.order]), strict=True))

    def _words(self, name: str) -> str:
        held, asked = self._held(name), self.reading.question.words
        if not held:
            return "It holds none of the question's words."
        return f"{len(held)} of {len(asked)} words: {', '.join(held[:8])}."


def result_of(
    standing: Standing, rules: Rules, *, offered: Collection[Origin], top_k: int
) -> HybridResult:
    """Everything in order, the best of it from several hosts, and what that adds."""
    known = _coverage(standing)
    scored = [_scored(standing, rules, known, name) for name in standing.order]
    ranked = sorted(scored, key=lambda each: -each.score)
    wanted = rules.context.min_diversity_buckets
    open_to = [each for each in ranked if each.origin in offered]
    best = spread(open_to, lambda each: each.bucket, least=wanted, limit=top_k)
    worth = [each for each in best if each.recommended_ingest]
    return HybridResult(
        ranked=tuple(ranked),
        top_k=tuple(best),
        coverage=known,
        coverage_delta=delta(known, worth),
        recommended_ingest=tuple(each.candidate_id for each in worth),
        flags=_flags(standing, best, wanted),
    )


def _coverage(standing: Standing) -> Coverage:
    own = [each for each in standing.candidates.values() if each.origin is Origin.CORPUS]
    facets = {each.id: standing.facets(each.id) for each in own}
    return covered_by(own, standing.reading, standing.fits, facets)


def _scored(standing: Standing, rules: Rules, known: Coverage, name: str) -> ScoredCandidate:
    candidate = standing.candidates[name]
    base, reason = standing.base(name)
    more, said = points(candidate, rules)
    facets, here = standing.facets(name), standing.is_here(name)
    adds = () if candidate.origin is Origin.CORPUS else additions(
        standing.reading.words_held(name), facets, known
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
        fused=round(standing.order[name], 6),
        judged=name in standing.opinions,
    )
    worth = not here and is_worth_it(scored, standing.fits[name], known)
    return scored.model_copy(update={"recommended_ingest": worth})


def _flags(
    standing: Standing, best: Collection[ScoredCandidate], wanted: int
) -> frozenset[ScoringFlag]:
    judged = [each for each in best if each.judged]
    outside = any(each.origin is Origin.WEB for each in best)
    few = outside and len({each.bucket for each in best}) < min(wanted, len(best))
    found = {
        ScoringFlag.HEURISTIC: not standing.opinions,
        ScoringFlag.PARTLY_JUDGED: bool(judged) and len(judged) < len(best),
        ScoringFlag.FEW_HOSTS: few,
    }
    return frozenset(flag for flag, holds in found.items() if holds)
