"""What the collection says already, what a candidate would add, and whether it is worth it."""

from collections.abc import Mapping, Sequence

from pramana.retrieval.domain.question import coverage
from pramana.retrieval.domain.strength import FOUND, NOTHING
from pramana.retrieval.scoring.contracts import (
    Coverage,
    Origin,
    ScoredCandidate,
    SearchCandidate,
)
from pramana.retrieval.scoring.domain.reading import Reading

TREATED = 0.5
"""From this share on a facet counts as treated."""

WORTH_READING = 60.0
"""The score, of 100, from which a model calls something a part of the answer."""


def covered_by(
    own: Sequence[SearchCandidate],
    reading: Reading,
    fits: Mapping[str, float],
    facets: Mapping[str, Mapping[str, float]],
) -> Coverage:
    """The question's words that stand in what the collection has about it.

    A passage that belongs to another matter says nothing about this one, whatever words it shares.
    """
    near = [each.id for each in own if fits[each.id] >= NOTHING]
    held = {root for name in near for root in reading.bags[name]}
    words = reading.question.words
    treated: dict[str, float] = {}
    for name in near:
        for facet, share in facets.get(name, {}).items():
            treated[facet] = max(treated.get(facet, 0.0), share)
    return Coverage(
        covered=tuple(word for root, word in words.items() if root in held),
        missing=tuple(word for root, word in words.items() if root not in held),
        share=round(coverage(reading.weights, held), 4),
        facets=treated,
        answers=any(fits[name] >= FOUND for name in near),
    )


def additions(held: Sequence[str], facets: Mapping[str, float], known: Coverage) -> tuple[str, ...]:
    """What a candidate has of the question that the collection lacks."""
    words = [word for word in held if word in known.missing]
    treated = [
        facet
        for facet, share in facets.items()
        if share >= TREATED > known.facets.get(facet, 0.0) and facet not in known.covered
    ]
    return tuple(dict.fromkeys([*words, *treated]))


def is_worth_it(scored: ScoredCandidate, fit: float, known: Coverage) -> bool:
    """Whether a page should be let in: it belongs to the question, and says something new."""
    if scored.origin is Origin.CORPUS:
        return False
    belongs = scored.score >= WORTH_READING if scored.judged else fit >= FOUND
    return belongs and bool(scored.adds or not known.answers)


def delta(known: Coverage, chosen: Sequence[ScoredCandidate]) -> str:
    """What letting the recommended ones in would change, in a sentence."""
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
