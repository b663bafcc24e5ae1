"""Whether to compare all vectors, or to walk the graph that leads to the nearest."""

FEW = 10_000
"""Vectors that are compared one by one in about ten milliseconds."""

GRAPH_COST = 3_000
"""What a walk through a graph costs, in comparisons, when every vector in it may be an answer."""

FILTERED = 4
"""How many times as many entries words may lead to when a filter will drop some of them."""


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


def postings_budget(asked: int, *, filtered: bool, passing: int) -> int | None:
    """How many entries words may lead to; None for all of them, where few can pass anyway.

    >>> postings_budget(3_000, filtered=False, passing=100_000)
    3000
    >>> postings_budget(3_000, filtered=True, passing=100_000)
    12000
    >>> postings_budget(3_000, filtered=True, passing=20) is None
    True
    """
    if not filtered:
        return asked
    return None if passing <= FEW else asked * FILTERED
