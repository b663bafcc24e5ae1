"""A set of golden questions, as a person writes it down in JSON."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from pramana.chat.domain.strength import FLOOR
from pramana.kit.errors import InvalidRequest


class GoldenQuestion(BaseModel):
    """A question with the sources one of which must be found; or one that has no answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str = Field(min_length=1, max_length=2000)
    urls: tuple[str, ...] = Field(default=(), max_length=50)
    """Patterns with `*` for a source's url, or an upload's file name; one of them is enough."""
    minimum_score: float = Field(default=FLOOR, ge=0, le=1)
    """The match strength such a source must have."""
    negative: bool = False
    """Nothing in the documents answers it, and nothing may be answered."""

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
    """The questions of a file, or one sentence on the first thing that is wrong with it."""
    try:
        return _parsed(file.name, file.read_bytes())
    except OSError as error:
        raise GoldenUnreadable(file.name, f"it cannot be read ({error.strerror})") from None


def packaged_questions() -> Sequence[GoldenQuestion]:
    """The questions about Pramana's own documentation."""
    return _parsed("questions.json", files(__package__).joinpath("questions.json").read_bytes())


def _parsed(name: str, content: bytes) -> Sequence[GoldenQuestion]:
    try:
        return TypeAdapter(GoldenSet).validate_json(content).questions
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        said = first["msg"].removeprefix("Value error, ")
        raise GoldenUnreadable(name, f"{place}: {said}" if place else said) from None
