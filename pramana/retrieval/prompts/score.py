"""`retrieval.score`: the scores of `retrieval.rerank` for a purpose, with facets."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from math import isfinite

from pydantic import BaseModel, Field

from pramana.llm.contracts import Prompt, about_quoted, quoted
from pramana.retrieval.prompts import rerank

NAME = "retrieval.score"
VERSION = 1
SYSTEM = f"{rerank.SYSTEM}\n{files(__package__).joinpath('score.md').read_text('utf-8')}"
MOST_FACETS, LONGEST_NAME = 5, 60


class Facet(BaseModel):
    name: str = Field(description="One to three words.")
    share: float = Field(description="How far it is treated, from 0 to 1.")


class FacetScore(rerank.Score):
    facets: list[Facet] = Field(default_factory=list, description="At most five.")

    @property
    def shares(self) -> dict[str, float]:
        """The first few valid facets, with shares within 0..1; invalid ones are left out."""
        named = {
            " ".join(each.name.casefold().split())[:LONGEST_NAME]: min(max(each.share, 0.0), 1.0)
            for each in self.facets
            if each.name.strip() and isfinite(each.share)
        }
        return dict(list(named.items())[:MOST_FACETS])


class FacetScores(rerank.Scores):
    scores: Sequence[FacetScore] = Field(description="One for each passage.")


def score_prompt(
    question: str, passages: Sequence[str], brief: Mapping[str, str]
) -> Prompt[rerank.Scores]:
    """The rerank prompt with a brief, which comes from the caller and is quoted like the rest."""
    lines = "\n".join(f"{name}: {value}" for name, value in brief.items() if value)
    asked = rerank.rerank_prompt(question, passages)
    return Prompt(
        NAME,
        VERSION,
        system="\n".join([SYSTEM, *map(about_quoted, ("passage", "question", "brief"))]),
        user=f"{asked.user}\n\n{quoted(lines, 'brief')}",
        output=FacetScores,
        input=asked.input,
    )
