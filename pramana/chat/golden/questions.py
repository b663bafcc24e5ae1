"""Golden questions, as a person writes them in JSON, and whether an outcome is the expected one."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from pramana.chat.domain.passage_selection import RELEVANCE_FLOOR
from pramana.kit.errors import InvalidRequest


class GoldenQuestion(BaseModel):
    """A question with sources of which one must be found, or a question without an answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str = Field(min_length=1, max_length=2000)
    urls: tuple[str, ...] = Field(default=(), max_length=50)
    """Patterns with `*` for a source's url, or an upload's file name; one of them is enough."""
    minimum_score: float = Field(default=RELEVANCE_FLOOR, ge=0, le=1)
    """The match strength such a source must have."""
    contains: tuple[str, ...] = Field(default=(), max_length=50)
    """Words that the answer must contain, in whatever case; each of them."""
    kind: str = Field(default="", max_length=40)
    """What kind of question it is, in your own words: results are counted by it."""
    negative: bool = False
    """Whether nothing in the documents answers it, so that chat must not answer."""

    @model_validator(mode="after")
    def expects_something(self) -> Self:
        if self.negative == bool(self.urls):
            raise ValueError("give either urls, or negative: true")
        return self


class GoldenSet(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    questions: tuple[GoldenQuestion, ...] = Field(min_length=1)


class GoldenUnreadable(InvalidRequest):
    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name} holds no golden questions: {problem}.")


def read_questions(file: Path) -> Sequence[GoldenQuestion]:
    """Read the questions of a file; raises with the first thing that is wrong with it."""
    try:
        return _parse(file.name, file.read_bytes())
    except OSError as error:
        raise GoldenUnreadable(file.name, f"it cannot be read ({error.strerror})") from None


def packaged_questions() -> Sequence[GoldenQuestion]:
    """The questions about Pramana's own documentation."""
    return _parse("questions.json", files(__package__).joinpath("questions.json").read_bytes())


def _parse(name: str, content: bytes) -> Sequence[GoldenQuestion]:
    try:
        return TypeAdapter(GoldenSet).validate_json(content).questions
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        problem = first["msg"].removeprefix("Value error, ")
        raise GoldenUnreadable(name, f"{place}: {problem}" if place else problem) from None


@dataclass(frozen=True)
class GoldenSource:
    """A relevant source: its address, the name of its file, and its match strength."""

    url: str
    name: str
    score: float


@dataclass(frozen=True)
class GoldenOutcome:
    """What a question led to; `answered` says whether a sentence of the answer was supported."""

    sources: tuple[GoldenSource, ...]
    answered: bool
    answer: str = ""


@dataclass(frozen=True)
class GoldenVerdict:
    golden: GoldenQuestion
    score: float | None
    """The score of the best expected source; None when none was found."""
    problem: str = ""

    @property
    def passed(self) -> bool:
        return not self.problem


def judge(golden: GoldenQuestion, outcome: GoldenOutcome) -> GoldenVerdict:
    """Compare an outcome with what the question expects.

    >>> golden = GoldenQuestion(question="Ports?", urls=("*settings*",), minimum_score=0.5)
    >>> judge(golden, GoldenOutcome((GoldenSource("/docs/settings", "", 0.4),), True)).problem
    'the best expected source has 0.40, less than 0.50'
    """
    if golden.negative:
        return _judge_negative(golden, outcome)
    scores = [each.score for each in outcome.sources if _is_expected(golden, each)]
    if not scores:
        return GoldenVerdict(golden, None, f"no expected source; found: {_names(outcome.sources)}")
    best = max(scores)
    if best < golden.minimum_score:
        too_low = f"the best expected source has {best:.2f}, less than {golden.minimum_score:.2f}"
        return GoldenVerdict(golden, best, too_low)
    if not outcome.answered:
        return GoldenVerdict(golden, best, "found, but nothing was answered")
    shown = outcome.answer.casefold()
    missing = [words for words in golden.contains if words.casefold() not in shown]
    return GoldenVerdict(golden, best, f"the answer lacks “{missing[0]}”" if missing else "")


def _judge_negative(golden: GoldenQuestion, outcome: GoldenOutcome) -> GoldenVerdict:
    if not outcome.answered:
        return GoldenVerdict(golden, None)
    return GoldenVerdict(
        golden, None, f"answered, though it has no answer: {_names(outcome.sources)}"
    )


def _is_expected(golden: GoldenQuestion, source: GoldenSource) -> bool:
    return any(
        fnmatchcase(place, pattern)
        for pattern in golden.urls
        for place in (source.url, source.name)
    )


def _names(sources: Sequence[GoldenSource]) -> str:
    return ", ".join(dict.fromkeys(each.name or each.url for each in sources)) or "nothing"
