"""The task of an extraction: the document is read through a tool, never put into the prompt."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from pramana.extraction.contracts.fields import FieldSpec
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted

NAME = "extraction.extract"
VERSION = 1
SYSTEM = files(__package__).joinpath("extract.md").read_text("utf-8")
DOCUMENT = "document"
"""The fence of everything that comes from the document."""

AUTO = (
    "Find the structure yourself: rich nested objects, lists of objects for tables. Field names "
    "are short English words in snake_case."
)
CUSTOM = (
    "Extract exactly the fields that are asked for, with the names and types given. What the "
    "document does not say is null with confidence 0. There are no other fields."
)


@dataclass(frozen=True)
class ExtractInput:
    """What the offline engine reads in place of asking for it piece by piece."""

    text: str = field(repr=False)
    page_starts: tuple[int, ...] = ()
    specs: tuple[FieldSpec, ...] = ()


def extract_prompt(asked: ExtractInput) -> Prompt[str]:
    system = SYSTEM.format(structure=CUSTOM if asked.specs else AUTO)
    user = "Extract data from this document."
    if asked.specs:
        user += "\n\nThe fields asked for:\n\n" + quoted(described(asked.specs), "fields")
    return Prompt(
        NAME,
        VERSION,
        system=f"{system}\n{about_quoted(DOCUMENT)}",
        user=user,
        output=str,
        input=asked,
    )


def described(specs: Sequence[FieldSpec], indent: str = "") -> str:
    """The fields as a list a model reads: name, type, what belongs there."""
    lines = []
    for spec in specs:
        needed = ", required" if spec.required else ""
        about = f": {spec.description}" if spec.description else ""
        lines.append(f"{indent}- {spec.name} ({spec.type}{needed}){about}")
        if spec.children:
            lines.append(described(spec.children, indent + "  "))
    return "\n".join(lines)
