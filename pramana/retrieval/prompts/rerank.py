"""`retrieval.rerank`: how well each passage answers a question, from 0 to 100, with a reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from pydantic import BaseModel, Field

from pramana.llm.contracts import Prompt, about_quoted, quoted

NAME = "retrieval.rerank"
VERSION = 1
SYSTEM = files(__package__).joinpath("rerank.md").read_text("utf-8")

MOST_CHARACTERS = 1_500
"""How much of each passage is shown: about the usual length of a passage."""


class Score(BaseModel):
    passage: int = Field(ge=1, description="Number of the passage, from 1.")
    score: int = Field(ge=0, le=100, description="How well it answers the question.")
    reason: str = Field(default="", description="Why, in a few words.")

    @property
    def shares(self) -> dict[str, float]:
        """How far the passage covers each facet, if the prompt asked for facets."""
        return {}


class Scores(BaseModel):
    scores: Sequence[Score] = Field(description="One for each passage.")


@dataclass(frozen=True)
class RerankInput:
    question: str
    passages: tuple[str, ...]


def rerank_prompt(question: str, passages: Sequence[str]) -> Prompt[Scores]:
    """The question with its numbered passages, all fenced as quoted material."""
    numbered = "\n\n".join(
        f"[{number}]\n{quoted(text[:MOST_CHARACTERS], 'passage')}"
        for number, text in enumerate(passages, 1)
    )
    return Prompt(
        NAME,
        VERSION,
        system=f"{SYSTEM}\n{about_quoted('passage')}\n{about_quoted('question')}",
        user=f"{numbered}\n\n{quoted(question, 'question')}",
        output=Scores,
        input=RerankInput(question, tuple(passages)),
    )
