"""A follow-up, made complete before anything is searched for."""

from importlib.resources import files

from pramana.chat.contracts.composing import RewriteInput
from pramana.chat.contracts.rewriting import Rewritten
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted

VERSION = 1
MOST_TOKENS = 400
SYSTEM = files(__package__).joinpath("rewrite.md").read_text("utf-8")
MOST_ANSWER = 600
"""Characters of an earlier answer that are shown: its beginning says what it was about."""


def rewrite_prompt(asked: RewriteInput) -> Prompt[Rewritten]:
    said = "\n".join(
        f"Person: {question}\nAnswer: {answer[:MOST_ANSWER]}" for question, answer in asked.earlier
    )
    return Prompt(
        "chat.rewrite",
        VERSION,
        system=f"{SYSTEM}\n{about_quoted('conversation')} {about_quoted('question')}",
        user=f"{quoted(said, 'conversation')}\n\n{quoted(asked.question, 'question')}",
        output=Rewritten,
        input=asked,
        max_tokens=MOST_TOKENS,
    )
