"""The prompt that extracts entities and facts from one message."""

from collections.abc import Sequence
from importlib.resources import files

from pramana.llm.contracts import Prompt, about_quoted, quoted
from pramana.memory.contracts.extraction import EarlierMessage, ExtractionRequest, MessageExtraction

NAME = "memory.extract"
VERSION = 3
SYSTEM = files(__package__).joinpath("extract.md").read_text("utf-8")

LONGEST_BODY = 24_000
LONGEST_EARLIER = 400
"""Characters of the message, and of each earlier one, that the model is given."""


def extract_prompt(request: ExtractionRequest) -> Prompt[MessageExtraction]:
    system = (
        f"{SYSTEM}\n{about_quoted('message')}\n{about_quoted('earlier')}\n{_group_hints(request)}"
    )
    user = (
        f"{_earlier_messages(request.previous)}Speaker: {quoted(request.speaker[:300], 'name')}\n"
        f"Time of the message: {request.at.isoformat()}\n\n"
        f"{quoted(request.body[:LONGEST_BODY], 'message')}"
    )
    return Prompt(NAME, VERSION, system=system, user=user, output=MessageExtraction, input=request)


def _group_hints(request: ExtractionRequest) -> str:
    types = "; ".join(
        f"{each.name} ({each.description})" if each.description else each.name
        for each in request.entity_types
    )
    lines = [f"Known relations: {', '.join(each.name for each in request.families)}."]
    if types:
        lines.append(f"Types of entities: {types}. Any other type is Entity.")
    if request.excluded_types:
        lines.append(f"Leave out entities of type {', '.join(request.excluded_types)}.")
    return "\n".join(lines)


def _earlier_messages(previous: Sequence[EarlierMessage]) -> str:
    if not previous:
        return ""
    text = "\n".join(f"{each.at.isoformat()} {each.body[:LONGEST_EARLIER]}" for each in previous)
    return f"{quoted(text, 'earlier')}\n\n"
