"""How sure the best match is decides how a question is answered."""

from collections.abc import Sequence
from typing import TypeVar

from pramana.chat.contracts.finding import Found
from pramana.retrieval.domain.strength import FOUND, NOTHING

AnyFound = TypeVar("AnyFound", bound=Found)
SURE, FLOOR = FOUND, NOTHING
"""From the one on a match is sure; below the other a passage does not belong to the question."""


def above_floor(hits: Sequence[AnyFound]) -> list[AnyFound]:
    """The passages that belong to the question, in their order."""
    return [hit for hit in hits if hit.strength >= FLOOR]


def is_low(hits: Sequence[Found]) -> bool:
    """Whether the best of them is none to be sure of."""
    return bool(hits) and max(hit.strength for hit in hits) < SURE


def similarity(hit: Found) -> float:
    """The cosine within 0..1; where there is none, the strength of the match by words."""
    value = hit.strength if hit.match == "lexical" or hit.cosine is None else hit.cosine
    return round(min(1.0, max(0.0, value)), 4)
