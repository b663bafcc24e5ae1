"""The question which columns a stack's table should have."""

from dataclasses import dataclass, field
from importlib.resources import files

from pramana.extraction.prompts.stacks.telling import FENCE
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted

NAME = "extraction.stack_columns"
VERSION = 1
SYSTEM = files(__package__).joinpath("columns.md").read_text("utf-8")


@dataclass(frozen=True)
class ColumnsInput:
    """What the person said the table is for, if anything."""

    instructions: str = field(default="", repr=False)


def columns_prompt(asked: ColumnsInput) -> Prompt[str]:
    wish = f"The table should answer this: {asked.instructions}" if asked.instructions else ""
    user = wish or "Find out what these documents have in common."
    system = f"{SYSTEM}\n{about_quoted(FENCE)}"
    return Prompt(NAME, VERSION, system=system, user=user, output=str, input=asked)
