"""How candidates are merged and judged. The defaults are what measured best."""

from dataclasses import dataclass, fields

from pramana.kit.errors import Misconfigured
from pramana.retrieval.domain.fusion import RANK_CONSTANT


@dataclass(frozen=True)
class Weights:
    """What each ranking counts for where several are merged.

    With every second entry of SciFact taken for a page from outside, the two lists taken in turns
    give nDCG@10 .642; with words and meaning counting as much as each list .748, which is near the
    .754 of one list of all of them.
    """

    corpus: float = 1.0
    web: float = 1.0
    words: float = 1.0
    meaning: float = 1.0


@dataclass(frozen=True, kw_only=True)
class ScoringRecipe:
    weights: Weights = Weights()
    rank_constant: int = RANK_CONSTANT
    relevance: float = 0.8
    """Below 1, near repetitions of what stands above are moved down."""
    judged: int = 20
    """How many of the best a model reads."""
    batch: int = 10
    """How many it reads at once."""
    within_s: float = 20.0
    """What all batches together may take."""


def read_weights(written: str) -> Weights:
    """Weights as the settings write them; what is not named keeps its own.

    >>> read_weights("words=2, meaning=0.5")
    Weights(corpus=1.0, web=1.0, words=2.0, meaning=0.5)
    """
    given = {}
    for part in filter(None, (part.strip() for part in written.split(","))):
        name, _, number = (piece.strip() for piece in part.partition("="))
        given[name] = _number(number)
    known = {each.name for each in fields(Weights)}
    if not set(given) <= known or any(not 0 <= weight <= 100 for weight in given.values()):
        raise Misconfigured(
            f"PRAMANA_SCORE_WEIGHTS does not understand {written!r}. Write numbers from 0 to 100, "
            "like corpus=1,web=1,words=1,meaning=1."
        )
    weights = Weights(**given)
    if not (weights.corpus and weights.web):
        raise Misconfigured("PRAMANA_SCORE_WEIGHTS must leave corpus and web above 0.")
    return weights


def _number(written: str) -> float:
    try:
        return float(written)
    except ValueError:
        return -1.0
