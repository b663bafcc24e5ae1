"""How much an agent may use: turns, tokens, time. The tokens are estimated as they are spent."""

from dataclasses import dataclass
from typing import Final

from pramana.extraction.errors.extractions import BudgetSpent

BYTES_PER_TOKEN: Final = 4
"""Roughly, for English and, by its longer encoding, for Devanagari too."""


@dataclass(frozen=True)
class Limits:
    turns: int
    tokens: int
    seconds: float


class Spending:
    """Counts what a run has used; providers tell only at the end, which is too late to stop.

    Each turn sends all that was said before, so what tools answer is paid for again and again.
    """

    def __init__(self, limits: Limits, prompt: str) -> None:
        self._limits = limits
        self._said = len(prompt.encode())
        self._spent = self._said

    @property
    def tokens(self) -> int:
        """About how many were used."""
        return self._spent // BYTES_PER_TOKEN

    def heard(self, text: str) -> None:
        """Something was added to the conversation."""
        self._said += len(text.encode())

    def turn(self) -> None:
        """The conversation is sent again."""
        self._spent += self._said
        if self._spent > self._limits.tokens * BYTES_PER_TOKEN:
            raise BudgetSpent(f"about {self._limits.tokens} tokens")

    def check_time(self, seconds: float) -> None:
        if seconds > self._limits.seconds:
            raise BudgetSpent(f"{self._limits.seconds:.0f} s")
