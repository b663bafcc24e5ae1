"""The question about one message: who and what it names, and what it states about them."""

from collections.abc import Sequence
from importlib.resources import files

from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted
from pramana.memory.contracts.extraction import ExtractInput, Extraction, Spoken

NAME = "memory.extract"
VERSION = 1
SYSTEM = files(__package__).joinpath("extract.md").read_text("utf-8")

LONGEST_BODY = 24_000
LONGEST_EARLIER = 400
"""Characters of the message, and of each earlier one, that a model is given."""


def extract_prompt(asked: ExtractInput) -> Prompt[Extraction]:
    system = f"{SYSTEM}\n{about_quoted('message')}\n{about_quoted('earlier')}\n{_known(asked)}"
    user = (
        f"{_earlier(asked.previous)}Speaker: {quoted(asked.speaker[:300], 'name')}\n"
        f"Time of the message: {asked.at.isoformat()}\n\n"
        f"{quoted(asked.body[:LONGEST_BODY], 'message')}"
    )
    return Prompt(NAME, VERSION, system=system, user=user, output=Extraction, input=asked)


def _known(asked: ExtractInput) -> str:
    types = "; ".join(
        f"{each.name} ({each.description})" if each.description else each.name
        for each in asked.entity_types
    )
    lines = [f"Known relations: {', '.join(each.name for each in asked.families)}."]
    if types:
        lines.append(f"Types of entities: {types}. Any other type is Entity.")
    if asked.excluded_types:
        lines.append(f"Leave out entities of type {', '.join(asked.excluded_types)}.")
    return "\n".join(lines)


def _earlier(previous: Sequence[Spoken]) -> str:
    if not previous:
        return ""
    said = "\n".join(f"{each.at.isoformat()} {each.body[:LONGEST_EARLIER]}" for each in previous)
    return f"{quoted(said, 'earlier')}\n\n"
