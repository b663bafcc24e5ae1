"""The best from several hosts, where there are several."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def spread(ordered: Sequence[T], bucket: Callable[[T], str], *, least: int, limit: int) -> list[T]:
    """The first `limit`, from at least `least` buckets where there are as many.

    The last of a bucket that is there twice makes room for the best of one that is not there yet.
    The first place is never given away, and the order stays.

    >>> spread(["a1", "a2", "a3", "b1", "c1"], lambda name: name[0], least=3, limit=3)
    ['a1', 'b1', 'c1']
    """
    of = [bucket(each) for each in ordered]
    chosen = list(range(min(limit, len(ordered))))
    for place in range(limit, len(ordered)):
        held = [of[each] for each in chosen]
        if len(set(held)) >= min(least, limit):
            break
        if of[place] not in held:
            chosen.remove(max(each for each in chosen if held.count(of[each]) > 1))
            chosen.append(place)
    return [ordered[each] for each in chosen]
