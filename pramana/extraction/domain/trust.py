"""How far a value can be relied on, from what was checked and from nothing else."""

from collections.abc import Mapping
from typing import Final

from pramana.extraction.contracts.values import Signal, Trust

START: Final = 0.3
"""A value of which nothing is known but that someone wrote it."""

GAINS: Final[Mapping[Signal, float]] = {
    Signal.QUOTE: 0.3,
    Signal.FORMAT: 0.1,
    Signal.CONSISTENT: 0.15,
    Signal.AGREES: 0.15,
}
LOSSES: Final[Mapping[Signal, float]] = {
    Signal.QUOTE: 0.15,
    Signal.FORMAT: 0.3,
    Signal.CONSISTENT: 0.2,
    Signal.AGREES: 0.1,
}
"""A value of the wrong form is worth less than one whose second reading is silent."""

LOW: Final = 0.5
"""Below this a person should look first."""


def judge(signals: Mapping[Signal, bool]) -> Trust:
    """The trust these signals deserve; what a person wrote needs no other.

    >>> judge({Signal.QUOTE: True, Signal.FORMAT: True}).score
    0.7
    """
    if signals.get(Signal.PERSON):
        return Trust(1.0, dict(signals))
    score = START
    for signal, holds in signals.items():
        score += GAINS.get(signal, 0.0) if holds else -LOSSES.get(signal, 0.0)
    return Trust(round(min(1.0, max(0.0, score)), 2), dict(signals))
