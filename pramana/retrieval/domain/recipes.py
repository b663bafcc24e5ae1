"""Named ways to search, from quick to thorough, and how vectors are compared."""

from dataclasses import dataclass
from enum import StrEnum

from pramana.kit.errors import InvalidRequest
from pramana.retrieval.domain.fusion import LEXICAL_SHARE, RANK_CONSTANT


class Fusion(StrEnum):
    BY_SCORE = "by_score"
    BY_RANK = "by_rank"


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How many candidates words and vectors each bring, how they are fused, and what follows."""

    name: str
    candidates: int = 100
    postings: int = 3_000
    """How many entries the rarest words may bring; 1,000 to 5,000 measured the same."""
    fusion: Fusion = Fusion.BY_SCORE
    lexical_share: float = LEXICAL_SHARE
    rank_constant: int = RANK_CONSTANT
    relevance: float = 1.0
    """Below 1, items that repeat a higher one are moved down."""
    pool: int = 40
    """How many of the best are checked for repetition."""
    ef_search: int = 100
    rerank: bool = False
    rerank_most: int = 20
    """How many of the best a scorer reads; the others stay behind them."""
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


def get_recipe(name: str) -> Recipe:
    try:
        return RECIPES[name]
    except KeyError:
        raise InvalidRequest(
            f"There is no recipe {name!r}. Use one of: {', '.join(RECIPES)}."
        ) from None


EXACT_LIMIT = 10_000
"""How many vectors can be compared one by one in about ten milliseconds."""

GRAPH_COST = 3_000
"""The cost of a graph search in comparisons, when every vector in the graph may match."""

FILTERED = 4
"""The factor by which the postings budget grows when a filter will drop some entries."""


def compare_all(own: int, in_graph: int | None) -> bool:
    """Whether it is cheaper, or more accurate, to compare every vector than to search the graph.

    A graph contains the vectors of all tenants. The smaller the share that may match, the longer
    the graph search takes and the more it misses.

    >>> compare_all(5_000, 100_000), compare_all(100_000, 100_000), compare_all(50_000, 10_000_000)
    (True, False, True)
    """
    if in_graph is None or own <= EXACT_LIMIT:
        return True
    return own * own < GRAPH_COST * max(in_graph, own)


def postings_budget(asked: int, *, filtered: bool, passing: int) -> int | None:
    """How many entries words may bring; None for no limit, when few pass the filter anyway.

    >>> postings_budget(3_000, filtered=False, passing=100_000)
    3000
    >>> postings_budget(3_000, filtered=True, passing=100_000)
    12000
    >>> postings_budget(3_000, filtered=True, passing=20) is None
    True
    """
    if not filtered:
        return asked
    return None if passing <= EXACT_LIMIT else asked * FILTERED
