"""A correction in words; the instruction is the person's, and what it changes is this record."""

from dataclasses import dataclass, field
from importlib.resources import files

from pramana.extraction.contracts.values import Json
from pramana.extraction.prompts.extract import DOCUMENT
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted

NAME = "extraction.correct"
VERSION = 2
PATHS = "paths"
MOST = 80
SYSTEM = files(__package__).joinpath("correct.md").read_text("utf-8")


@dataclass(frozen=True)
class CorrectInput:
    instruction: str = field(repr=False)
    fields: Json = field(default=None, repr=False)
    paths: tuple[str, ...] = field(default=(), repr=False)
    """Where the record holds values, so that nobody has to guess a path."""


def told(paths: tuple[str, ...]) -> str:
    """The record's paths; of very many the first."""
    more = f"\nand {len(paths) - MOST} more" if len(paths) > MOST else ""
    return "The record has these paths now:\n" + quoted("\n".join(paths[:MOST]) + more, PATHS)


def correct_prompt(asked: CorrectInput) -> Prompt[str]:
    return Prompt(
        NAME,
        VERSION,
        system=f"{SYSTEM}\n{about_quoted(DOCUMENT)}\n{about_quoted(PATHS)}",
        user=f"{asked.instruction}\n\n{told(asked.paths)}",
        output=str,
        input=asked,
    )
