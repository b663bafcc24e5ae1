"""Whether to compare all vectors, or to walk the graph that leads to the nearest."""

FEW = 10_000
"""Vectors that are compared one by one in about ten milliseconds."""

GRAPH_COST = 3_000
"""What a walk through a graph costs, in comparisons, when every vector in it may be an answer."""

MOST_POSTINGS = 50_000


def compare_all(own: int, in_graph: int | None) -> bool:
    """True when it is cheaper, or surer, to compare every vector that may be an answer.

    A graph holds the vectors of all tenants. The smaller the share of it that may be an answer,
    the further a walk has to go before it has found enough, and the more it misses.

    >>> compare_all(5_000, 100_000), compare_all(100_000, 100_000), compare_all(50_000, 10_000_000)
    (True, False, True)
    """
    if in_graph is None or own <= FEW:
        return True
    return own * own < GRAPH_COST * max(in_graph, own)


def widened(budget: int, *, passing: int, entries: int) -> int:
    """A budget of postings made larger where a filter will drop most of what they lead to.

    >>> widened(5_000, passing=100_000, entries=100_000), widened(5_000, passing=20, entries=10_000)
    (5000, 50000)
    """
    return min(max(budget * entries // max(passing, 1), budget), max(MOST_POSTINGS, budget))
