"""The question what one document says for a table's columns."""

from dataclasses import dataclass, field
from importlib.resources import files
from uuid import UUID

from pramana.extraction.contracts.stacks.columns import Column
from pramana.extraction.prompts.stacks.telling import FENCE, columns_told
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted

NAME = "extraction.stack_row"
VERSION = 1
SYSTEM = files(__package__).joinpath("row.md").read_text("utf-8")


@dataclass(frozen=True)
class RowInput:
    document_id: UUID
    columns: tuple[Column, ...]
    instructions: str = field(default="", repr=False)


def row_prompt(asked: RowInput) -> Prompt[str]:
    about = f"\n\nWhat the table is for: {asked.instructions}" if asked.instructions else ""
    user = (
        f"The document's id is {asked.document_id}.\n\n"
        f"Columns (key, type, name and instructions):\n{columns_told(asked.columns)}{about}"
    )
    system = f"{SYSTEM}\n{about_quoted(FENCE)}"
    return Prompt(NAME, VERSION, system=system, user=user, output=str, input=asked)
