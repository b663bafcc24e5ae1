"""Which entities belong together: by the facts between them, the same answer every time."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from uuid import UUID

from pramana.memory.contracts.communities import TellInput, Told

ROUNDS = 20
"""Label propagation usually settles in five rounds, and may go to and fro for ever."""

MOST_NAMED = 3
MOST_FACTS = 5
LONGEST_SUMMARY = 1_000

Neighbours = Mapping[UUID, Mapping[UUID, int]]
"""For each entity those it shares facts with, and how many."""


def joined(neighbours: Iterable[tuple[UUID, int]], homes: Mapping[UUID, UUID]) -> UUID | None:
    """The community that most of an entity's facts lead to; of equals the one of the lowest id.

    >>> a, b, x, y = (UUID(int=n) for n in range(4))
    >>> joined([(a, 1), (b, 2)], {a: x, b: y}) == y
    True
    """
    weights: Counter[UUID] = Counter()
    for entity, facts in neighbours:
        if entity in homes:
            weights[homes[entity]] += facts
    return _heaviest(weights)


def gather(
    entities: Sequence[UUID],
    near: Mapping[UUID, Sequence[tuple[UUID, int]]],
    homes: Mapping[UUID, UUID],
    new_id: Callable[[], UUID],
) -> dict[UUID, UUID]:
    """A community for each of these entities: its own, one that it joins, or a new one.

    Those that can join do so first, again and again; only then does the best connected one of the
    rest begin a community, which others may join in turn.
    """
    found = dict(homes)
    waiting = [each for each in entities if each not in found]
    waiting.sort(key=lambda each: -sum(facts for _, facts in near.get(each, ())))
    while waiting:
        homeless = []
        for entity in waiting:
            home = joined(near.get(entity, ()), found)
            if home is None:
                homeless.append(entity)
            else:
                found[entity] = home
        if len(homeless) == len(waiting):
            found[homeless.pop(0)] = new_id()
        waiting = homeless
    return {entity: found[entity] for entity in entities}


def propagate(neighbours: Neighbours, *, rounds: int = ROUNDS) -> list[frozenset[UUID]]:
    """Every entity with those it belongs to, the largest community first.

    Each in turn takes the label that most of its facts lead to and keeps its own among equals. The
    order is fixed and the rounds are counted, so it always ends, and always in the same way.
    """
    labels, ties = {entity: entity for entity in neighbours}, _ties(neighbours)
    for _ in range(rounds):
        if not _round(ties, labels):
            break
    members: dict[UUID, set[UUID]] = defaultdict(set)
    for entity, label in labels.items():
        members[label].add(entity)
    return sorted(map(frozenset, members.values()), key=lambda each: (-len(each), min(each)))


def _ties(neighbours: Neighbours) -> Neighbours:
    """Facts count for more between entities that have neighbours in common: a bridge between two
    circles does not make them one."""
    return {
        entity: {
            other: facts * (1 + len(others.keys() & neighbours[other].keys()))
            for other, facts in others.items()
        }
        for entity, others in neighbours.items()
    }


def _round(neighbours: Neighbours, labels: dict[UUID, UUID]) -> int:
    """Let each entity choose once; how many chose anew."""
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


def tell_plainly(asked: TellInput) -> Told:
    """A name from the members and a summary from their facts, in the words they were learnt in."""
    first, more = asked.members[:MOST_NAMED], len(asked.members) - MOST_NAMED
    name = ", ".join(first) + (f" +{more}" if more > 0 else "")
    kept = (fact if fact.endswith((".", "!", "?", "।")) else f"{fact}." for fact in asked.facts)
    summary = " ".join(list(kept)[:MOST_FACTS])
    return Told(name=name[:300] or "–", summary=summary[:LONGEST_SUMMARY])
