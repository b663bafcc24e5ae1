"""The agent without a model: the same loop and the same tools, driven by deterministic code."""

from collections.abc import Generator, Sequence

from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.growing import by_path, grown
from pramana.extraction.domain.paths import parse_path
from pramana.extraction.domain.reading.corrections import Action, Edit, read_wishes
from pramana.extraction.domain.reading.document import read_document
from pramana.extraction.domain.reading.fields import read_fields
from pramana.extraction.domain.reading.kinds import read_type
from pramana.extraction.domain.tree import value_at
from pramana.extraction.prompts import correct, extract
from pramana.llm.contracts import Prompt, ToolReply, ToolUse
from pramana.llm.offline import offline_policy

Steps = Generator[ToolUse, ToolReply, str]

SURE = 1.0
"""What a person says is so."""
NOT_UNDERSTOOD = (
    "I changed nothing: I could not tell what to change. Write for example "
    '"set vendor.name to Himal Traders", "remove items[2]" or "rename total to grand_total".'
)


@offline_policy(extract.NAME)
def extract_offline(prompt: Prompt[str]) -> Steps:
    """Read, name the type, save what was found with its quotes, complete, summarise."""
    asked: extract.ExtractInput = prompt.input
    reply = yield ToolUse("get_document_text")
    if reply.is_error:
        return f"I could not read the document: {reply.content}"
    kind, found = _read(asked)
    if kind:
        yield ToolUse("identify_document", {"document_type": kind})
    fields, places = grown(found)
    named = by_path(places)
    if not fields and not asked.specs:
        return "I found nothing in this document that I can read as fields."
    reply = yield ToolUse(
        "extract_fields",
        {
            "fields": fields or {spec.name: None for spec in asked.specs},
            "confidences": {path: each.confidence for path, each in named.items()},
            "quotes": {path: _line(asked.text, each) for path, each in named.items()},
        },
    )
    if reply.is_error:
        return f"I could not save what I found: {reply.content}"
    yield ToolUse("complete_extraction")
    return _summary(kind, len(named))


@offline_policy(correct.NAME)
def correct_offline(prompt: Prompt[str]) -> Steps:
    """Look at what is there, make the edits that were understood, say what was not."""
    asked: correct.CorrectInput = prompt.input
    yield ToolUse("get_current_extraction")
    wishes = read_wishes(asked.instruction, asked.fields)
    said = []
    for _, edit in wishes:
        if edit:
            said.append((yield from _made(edit, asked)))
    left = [f"I did not understand {wish!r}." for wish, edit in wishes if edit is None]
    return " ".join([*said, *left]) if said else NOT_UNDERSTOOD


def _read(asked: extract.ExtractInput) -> tuple[str, Sequence[Found]]:
    if asked.specs:
        return read_type(asked.text).name, read_fields(asked.text, asked.specs)
    reading = read_document(asked.text)
    return reading.document_type, reading.found


def _made(edit: Edit, asked: correct.CorrectInput) -> Steps:
    """One edit with the tools; what they answer is what is said."""
    if edit.action is Action.REMOVE:
        reply = yield ToolUse("remove_field", {"path": edit.path})
        return reply.content + "."
    if edit.action is Action.SET:
        given = {"path": edit.path, "value": edit.value, "confidence": SURE}
        reply = yield ToolUse("update_field", given)
        return reply.content + "."
    value = value_at(asked.fields, parse_path(edit.path))
    reply = yield ToolUse("update_field", {"path": edit.to, "value": value, "confidence": SURE})
    if not reply.is_error:
        reply = yield ToolUse("remove_field", {"path": edit.path})
    return reply.content if reply.is_error else f"Renamed '{edit.path}' to '{edit.to}'."


def _line(text: str, found: Found) -> str:
    """The line a value stands in: its words alone may stand elsewhere too."""
    begins = text.rfind("\n", 0, found.start) + 1
    ends = text.find("\n", found.end)
    return text[begins : ends if ends >= 0 else len(text)].strip()


def _summary(kind: str, count: int) -> str:
    what = f"a document of type {kind}" if kind else "a document of unknown type"
    return f"Read {what} without a model: {count} values found, each with its place."
