"""A person's correction of a table, in words."""

from dataclasses import dataclass, field
from importlib.resources import files

from pramana.extraction.contracts.stacks.columns import Column
from pramana.extraction.prompts.stacks.telling import FENCE
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted

NAME = "extraction.stack_correct"
VERSION = 1
SYSTEM = files(__package__).joinpath("correct.md").read_text("utf-8")


@dataclass(frozen=True)
class CorrectInput:
    instruction: str = field(repr=False)
    columns: tuple[Column, ...] = ()


def correct_prompt(asked: CorrectInput) -> Prompt[str]:
    system = f"{SYSTEM}\n{about_quoted(FENCE)} {about_quoted('rows')}"
    return Prompt(NAME, VERSION, system=system, user=asked.instruction, output=str, input=asked)
