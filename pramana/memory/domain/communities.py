"""Which entities belong together, decided by the facts between them. The result is repeatable."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from uuid import UUID

from pramana.memory.contracts.extraction import CommunitySummary, SummaryRequest

ROUNDS = 20
"""Label propagation usually settles in five rounds, but may oscillate forever."""

MOST_NAMED = 3
MOST_FACTS = 5
LONGEST_SUMMARY = 1_000

Neighbours = Mapping[UUID, Mapping[UUID, int]]
"""For each entity, the entities it shares facts with, and how many facts."""


def strongest_community(
    neighbours: Iterable[tuple[UUID, int]], homes: Mapping[UUID, UUID]
) -> UUID | None:
    """The community that most of an entity's facts lead to. Ties go to the lowest id.

    >>> a, b, x, y = (UUID(int=n) for n in range(4))
    >>> strongest_community([(a, 1), (b, 2)], {a: x, b: y}) == y
    True
    """
    weights: Counter[UUID] = Counter()
    for entity, facts in neighbours:
        if entity in homes:
            weights[homes[entity]] += facts
    return _heaviest(weights)


def assign_communities(
    entities: Sequence[UUID],
    near: Mapping[UUID, Sequence[tuple[UUID, int]]],
    homes: Mapping[UUID, UUID],
    new_id: Callable[[], UUID],
) -> dict[UUID, UUID]:
    """A community for each of these entities: its current one, one that it joins, or a new one.

    Entities join existing communities for as long as any can. Only then does the best connected of
    the rest start a community, which others may join in turn.
    """
    assigned = dict(homes)
    pending = [each for each in entities if each not in assigned]
    pending.sort(key=lambda each: -sum(facts for _, facts in near.get(each, ())))
    while pending:
        unassigned = []
        for entity in pending:
            community = strongest_community(near.get(entity, ()), assigned)
            if community is None:
                unassigned.append(entity)
            else:
                assigned[entity] = community
        if len(unassigned) == len(pending):
            assigned[unassigned.pop(0)] = new_id()
        pending = unassigned
    return {entity: assigned[entity] for entity in entities}


def propagate_labels(neighbours: Neighbours, *, rounds: int = ROUNDS) -> list[frozenset[UUID]]:
    """All communities of a graph by label propagation, largest first.

    Each entity in turn takes the label that most of its facts lead to, and keeps its own on a tie.
    The order is fixed and the rounds are limited, so it always ends, with the same result.
    """
    labels, ties = {entity: entity for entity in neighbours}, _weighted_ties(neighbours)
    for _ in range(rounds):
        if not _propagate_once(ties, labels):
            break
    members: dict[UUID, set[UUID]] = defaultdict(set)
    for entity, label in labels.items():
        members[label].add(entity)
    return sorted(map(frozenset, members.values()), key=lambda each: (-len(each), min(each)))


def _weighted_ties(neighbours: Neighbours) -> Neighbours:
    """Weights by which facts count for more between entities that have neighbours in common, so
    that a single bridge does not merge two circles."""
    return {
        entity: {
            other: facts * (1 + len(others.keys() & neighbours[other].keys()))
            for other, facts in others.items()
        }
        for entity, others in neighbours.items()
    }


def _propagate_once(neighbours: Neighbours, labels: dict[UUID, UUID]) -> int:
    """Let each entity choose its label once; return how many changed it."""
    changed = 0
    for entity in sorted(neighbours):
        weights: Counter[UUID] = Counter()
        for other, facts in neighbours[entity].items():
            weights[labels[other]] += facts
        best = _heaviest(weights)
        if best is not None and weights[best] > weights[labels[entity]]:
            labels[entity] = best
            changed += 1
    return changed


def _heaviest(weights: Mapping[UUID, int]) -> UUID | None:
    return min(weights, key=lambda each: (-weights[each], each), default=None)


def summarize_from_facts(request: SummaryRequest) -> CommunitySummary:
    """Make a name from the members and a summary from the texts of their facts, without a model."""
    first, more = request.members[:MOST_NAMED], len(request.members) - MOST_NAMED
    name = ", ".join(first) + (f" +{more}" if more > 0 else "")
    sentences = (
        fact if fact.endswith((".", "!", "?", "।")) else f"{fact}." for fact in request.facts
    )
    summary = " ".join(list(sentences)[:MOST_FACTS])
    return CommunitySummary(name=name[:300] or "–", summary=summary[:LONGEST_SUMMARY])
