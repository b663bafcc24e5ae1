"""`chat.rewrite`: a follow-up question, made complete before anything is searched for."""

from dataclasses import dataclass, field
from importlib.resources import files

from pydantic import BaseModel, Field

from pramana.llm.contracts import Prompt, about_quoted, quoted

VERSION = 1
MOST_TOKENS = 400
SYSTEM = files(__package__).joinpath("rewrite.md").read_text("utf-8")
MAX_ANSWER = 600
"""Characters of an earlier answer that are shown: its beginning says what it was about."""


@dataclass(frozen=True)
class RewriteInput:
    """A question that may depend on earlier ones; the offline engine reads this.

    `earlier` holds (question, answer), oldest first.
    """

    question: str = field(repr=False)
    earlier: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    searched_for: tuple[str, ...] = field(default=(), repr=False)
    """The questions of `earlier` as they were searched for."""


class RewrittenQuestion(BaseModel):
    """The question as it reads without the conversation around it."""

    question: str = Field(description="The same question, complete in itself.")


def rewrite_prompt(request: RewriteInput) -> Prompt[RewrittenQuestion]:
    conversation = "\n".join(
        f"Person: {question}\nAnswer: {answer[:MAX_ANSWER]}" for question, answer in request.earlier
    )
    return Prompt(
        "chat.rewrite",
        VERSION,
        system=f"{SYSTEM}\n{about_quoted('conversation')} {about_quoted('question')}",
        user=f"{quoted(conversation, 'conversation')}\n\n{quoted(request.question, 'question')}",
        output=RewrittenQuestion,
        input=request,
        max_tokens=MOST_TOKENS,
    )
