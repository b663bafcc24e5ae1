"""Whether what the chat found and said is what a golden question expects."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from pramana.chat.golden.questions import GoldenQuestion


@dataclass(frozen=True)
class FoundSource:
    """A source above the floor: its address, the name of its file, and its match strength."""

    url: str
    name: str
    score: float


@dataclass(frozen=True)
class Outcome:
    """What a question led to; `answered` says that a sentence of the answer stood."""

    sources: tuple[FoundSource, ...]
    answered: bool


@dataclass(frozen=True)
class Verdict:
    golden: GoldenQuestion
    score: float | None
    """Of the best source that was expected; None where none was found."""
    problem: str = ""

    @property
    def passed(self) -> bool:
        return not self.problem


def judge(golden: GoldenQuestion, outcome: Outcome) -> Verdict:
    """
    >>> asked = GoldenQuestion(question="Ports?", urls=("*settings*",), minimum_score=0.5)
    >>> judge(asked, Outcome((FoundSource("/docs/settings", "", 0.4),), True)).problem
    'the best expected source has 0.40, less than 0.50'
    """
    if golden.negative:
        return _negative(golden, outcome)
    scores = [each.score for each in outcome.sources if _expected(golden, each)]
    if not scores:
        return Verdict(golden, None, f"no expected source; found: {_names(outcome.sources)}")
    best = max(scores)
    if best < golden.minimum_score:
        too_low = f"the best expected source has {best:.2f}, less than {golden.minimum_score:.2f}"
        return Verdict(golden, best, too_low)
    return Verdict(golden, best, "" if outcome.answered else "found, but nothing was answered")


def _negative(golden: GoldenQuestion, outcome: Outcome) -> Verdict:
    if not outcome.answered:
        return Verdict(golden, None)
    return Verdict(golden, None, f"answered, though it has no answer: {_names(outcome.sources)}")


def _expected(golden: GoldenQuestion, source: FoundSource) -> bool:
    return any(
        fnmatchcase(place, pattern)
        for pattern in golden.urls
        for place in (source.url, source.name)
    )


def _names(sources: Sequence[FoundSource]) -> str:
    return ", ".join(dict.fromkeys(each.name or each.url for each in sources)) or "nothing"
