"""The prompt that turns a question into search queries."""

from dataclasses import dataclass, field
from importlib.resources import files

from pydantic import BaseModel, Field

from pramana.llm.contracts import Prompt, about_quoted, quoted

NAME = "external.propose"
VERSION = 1
MOST_TOKENS = 300
SYSTEM = files(__package__).joinpath("propose.md").read_text("utf-8")


class ProposedQueries(BaseModel):
    queries: list[str] = Field(description="The queries, the most promising first.")


@dataclass(frozen=True)
class ProposeInput:
    question: str = field(repr=False)
    most: int = 3


def propose_prompt(request: ProposeInput) -> Prompt[ProposedQueries]:
    system = f"{SYSTEM}\n{about_quoted('question')}\nWrite at most {request.most} queries."
    return Prompt(
        NAME,
        VERSION,
        system=system,
        user=quoted(request.question, "question"),
        output=ProposedQueries,
        input=request,
        max_tokens=MOST_TOKENS,
    )
