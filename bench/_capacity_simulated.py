"""Calculates the required resources from measured costs, and simulates a queue of questions."""

import heapq
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

SIZES = (100_000, 1_000_000, 10_000_000, 100_000_000)
RATES = (1, 10, 100)
ARRIVALS = 5_000
PATIENCE = 3.0
"""What 95 in 100 may wait at most, in times of what a dear question takes without waiting."""
HOT_SHARE = 0.6
"""Of the memory of a database machine, what is left for pages of tables and indexes."""
COPIES = 2
"""Of each point in a cluster, so that one machine may fail."""
POINT_OVERHEAD = 1.5
"""Bytes of a point in memory over bytes of its vector, as Qdrant's own capacity page counts."""


@dataclass(frozen=True)
class Machine:
    """The constants: milliseconds of CPU time and bytes."""

    document_ms: float
    message_ms: float
    question_ms: float
    question_ms_per_doubling: float
    measured_at: int
    graph_ms: float
    passage_bytes: float
    hot_bytes: float
    """Of a passage, what every question may touch: words' index, graph, half the entries."""
    vector_bytes: float

    def question_ms_at(self, passages: int) -> float:
        """Words lead to a bounded number of entries, and a graph is walked in steps that grow with
        the logarithm of its size."""
        doublings = max(0.0, math.log2(passages / self.measured_at))
        return self.question_ms + self.question_ms_per_doubling * doublings

    def ends_at(self, memory_gb: float) -> int:
        """How many passages keep what questions touch in the memory of one database machine."""
        return int(memory_gb * 2**30 * HOT_SHARE / self.hot_bytes)

    def cluster_gb(self, passages: int) -> float:
        """Memory of a cluster that holds the vectors instead."""
        return passages * self.vector_bytes * POINT_OVERHEAD * COPIES / 2**30

    def graph_hours(self, passages: int) -> float:
        """CPU hours to build the graph anew; one session builds it."""
        growth = math.log2(passages) / math.log2(self.measured_at)
        return passages * self.graph_ms * growth / 3_600_000


def cores_for(rate: float, costs_ms: Sequence[float], *, seed: int = 7) -> int:
    """The fewest cores on which questions at this rate are still answered quickly."""
    cores = max(1, math.ceil(rate * sum(costs_ms) / len(costs_ms) / 1000))
    ordered = sorted(costs_ms)
    limit = PATIENCE * ordered[int(len(ordered) * 0.95)]
    while waited_ms(rate, costs_ms, cores, seed=seed) > limit:
        cores += 1
    return cores


def waited_ms(rate: float, costs_ms: Sequence[float], cores: int, *, seed: int) -> float:
    """The 95th percentile of what people wait, when they come at random and take turns.

    >>> waited_ms(1, [10.0], 1, seed=7) < 12
    True
    >>> waited_ms(200, [10.0], 1, seed=7) > 1000
    True
    """
    chance = random.Random(seed)
    free = [0.0] * cores
    now, waits = 0.0, []
    for _ in range(ARRIVALS):
        now += chance.expovariate(rate) * 1000
        begins = max(now, heapq.heappop(free))
        ends = begins + chance.choice(costs_ms)
        heapq.heappush(free, ends)
        waits.append(ends - now)
    return sorted(waits)[int(len(waits) * 0.95)]
