"""Named ways to search, from quick to careful."""

from dataclasses import dataclass
from enum import StrEnum

from pramana.kit.errors import InvalidRequest
from pramana.retrieval.domain.fusion import LEXICAL_SHARE, RANK_CONSTANT


class Fusion(StrEnum):
    BY_SCORE = "by_score"
    BY_RANK = "by_rank"


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How many candidates each leg brings, how they are merged, and what comes after."""

    name: str
    candidates: int = 100
    postings: int = 3_000
    """Entries the question's rarest words may lead to; 1,000 to 5,000 measured alike."""
    fusion: Fusion = Fusion.BY_SCORE
    lexical_share: float = LEXICAL_SHARE
    rank_constant: int = RANK_CONSTANT
    relevance: float = 1.0
    """Below 1, near repetitions of what stands above are moved down."""
    pool: int = 40
    """How many of the best are looked at for repetition."""
    ef_search: int = 100
    rerank: bool = False
    rerank_most: int = 20
    """How many of the best a scorer reads; what comes after them stays after them."""
    rerank_within_s: float = 8.0


RECIPES = {
    recipe.name: recipe
    for recipe in (
        Recipe(name="fast", candidates=50, postings=1_500, ef_search=60),
        Recipe(name="balanced", relevance=0.8),
        Recipe(
            name="thorough",
            candidates=200,
            postings=20_000,
            ef_search=200,
            relevance=0.8,
            rerank=True,
        ),
    )
}


def recipe_named(name: str) -> Recipe:
    try:
        return RECIPES[name]
    except KeyError:
        raise InvalidRequest(
            f"There is no recipe {name!r}. Use one of: {', '.join(RECIPES)}."
        ) from None
