"""How right the claims were, and how well they knew it."""

from dataclasses import dataclass

from pramana.evals.contracts.cases import Kind


@dataclass(frozen=True)
class Bin:
    """The cases that were about this sure: how sure on average, and how many were right."""

    low: float
    high: float
    cases: int
    mean: float
    right: float
    """The share that was right, 0..1."""


@dataclass(frozen=True)
class Calibration:
    """`error` is the expected calibration error: how far sureness and being right lie apart."""

    cases: int
    error: float | None
    bins: tuple[Bin, ...] = ()


@dataclass(frozen=True)
class Group:
    """What is reported together."""

    kind: Kind
    prompt: str
    version: int | None
    engine: str


@dataclass(frozen=True)
class Report:
    group: Group
    decided: int
    right: int
    missed: int
    precision: float | None
    low: float | None
    high: float | None
    """Where the true precision lies, 95 times in 100, by Wilson's interval."""
    confidence: Calibration
    trust: Calibration


@dataclass(frozen=True)
class Comparison:
    """One kind of claim by one engine, before and after a change of its prompt."""

    kind: Kind
    engine: str
    before: Report
    after: Report

    @property
    def gained(self) -> float | None:
        """How much precision rose; None where one side has no cases."""
        if self.before.precision is None or self.after.precision is None:
            return None
        return self.after.precision - self.before.precision

    @property
    def is_clear(self) -> bool:
        """Whether the difference is larger than chance explains: the intervals do not meet."""
        one, other = self.before, self.after
        if None in (one.low, one.high, other.low, other.high):
            return False
        assert one.low is not None and one.high is not None
        assert other.low is not None and other.high is not None
        return one.high < other.low or other.high < one.low
