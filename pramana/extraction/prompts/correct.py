"""A correction in words; the instruction is the person's, and what it changes is this record."""

from dataclasses import dataclass, field
from importlib.resources import files

from pramana.extraction.contracts.values import Json
from pramana.extraction.prompts.extract import DOCUMENT
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted

NAME = "extraction.correct"
VERSION = 1
SYSTEM = files(__package__).joinpath("correct.md").read_text("utf-8")


@dataclass(frozen=True)
class CorrectInput:
    instruction: str = field(repr=False)
    fields: Json = field(default=None, repr=False)


def correct_prompt(asked: CorrectInput) -> Prompt[str]:
    return Prompt(
        NAME,
        VERSION,
        system=f"{SYSTEM}\n{about_quoted(DOCUMENT)}",
        user=asked.instruction,
        output=str,
        input=asked,
    )
