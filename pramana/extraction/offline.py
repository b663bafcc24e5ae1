"""What answers in a model's place; importing it registers the policies."""

import json
import re
from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from uuid import UUID

from pramana.extraction.contracts.fields import ExtractedValue
from pramana.extraction.contracts.stacks import COLUMN_TYPES
from pramana.extraction.domain.field_tree import build_tree, parse_path, value_at, values_by_path
from pramana.extraction.domain.reading.corrections import EditAction, FieldEdit, read_requests
from pramana.extraction.domain.reading.document_reader import infer_columns, read_document
from pramana.extraction.domain.reading.document_types import read_document_type
from pramana.extraction.domain.reading.field_reader import read_fields
from pramana.extraction.domain.stack_cells import read_columns
from pramana.extraction.domain.stack_corrections import read_table_edits
from pramana.extraction.prompts import extractions
from pramana.extraction.prompts.stacks import STACK_COLUMNS_PROMPT as COLUMNS
from pramana.extraction.prompts.stacks import STACK_CORRECT_PROMPT as CORRECT
from pramana.extraction.prompts.stacks import STACK_ROW_PROMPT as ROW
from pramana.extraction.prompts.stacks import (
    StackCorrectionInput,
    StackRowInput,
    parse_document_part,
)
from pramana.llm.contracts import Prompt, ToolReply, ToolUse
from pramana.llm.offline import offline_policy

Steps = Generator[ToolUse, ToolReply, str]

SURE = 1.0
"""What a person says is so."""
NOT_UNDERSTOOD = (
    "I changed nothing: I could not tell what to change. Write for example "
    '"set vendor.name to Himal Traders", "remove items[2]" or "rename total to grand_total".'
)


@offline_policy(extractions.EXTRACT_PROMPT)
def extract_offline(prompt: Prompt[str]) -> Steps:
    """Read, name the type, save what was found with its quotes, complete, summarise."""
    asked: extractions.ExtractionInput = prompt.input
    reply = yield ToolUse("get_document_text")
    if reply.is_error:
        return f"I could not read the document: {reply.content}"
    kind, found = _read(asked)
    if kind:
        yield ToolUse("identify_document", {"document_type": kind})
    fields, places = build_tree(found)
    named = values_by_path(places)
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


@offline_policy(extractions.CORRECT_PROMPT)
def correct_offline(prompt: Prompt[str]) -> Steps:
    """Look at what is there, make the edits that were understood, say what was not."""
    asked: extractions.CorrectionInput = prompt.input
    yield ToolUse("get_current_extraction")
    wishes = read_requests(asked.instruction, asked.fields)
    said = []
    for _, edit in wishes:
        if edit:
            said.append((yield from _made(edit, asked)))
    left = [f"I did not understand {wish!r}." for wish, edit in wishes if edit is None]
    return " ".join([*said, *left]) if said else NOT_UNDERSTOOD


def _read(asked: extractions.ExtractionInput) -> tuple[str, Sequence[ExtractedValue]]:
    if asked.specs:
        return read_document_type(asked.text).name, read_fields(asked.text, asked.specs)
    reading = read_document(asked.text)
    return reading.document_type, reading.found


def _made(edit: FieldEdit, asked: extractions.CorrectionInput) -> Steps:
    """One edit with the tools; what they answer is what is said."""
    if edit.action is EditAction.REMOVE:
        reply = yield ToolUse("remove_field", {"path": edit.path})
        return reply.content + "."
    if edit.action is EditAction.SET:
        given = {"path": edit.path, "value": edit.value, "confidence": SURE}
        reply = yield ToolUse("update_field", given)
        return reply.content + "."
    value = value_at(asked.fields, parse_path(edit.path))
    reply = yield ToolUse("update_field", {"path": edit.to, "value": value, "confidence": SURE})
    if not reply.is_error:
        reply = yield ToolUse("remove_field", {"path": edit.path})
    return reply.content if reply.is_error else f"Renamed '{edit.path}' to '{edit.to}'."


def _line(text: str, found: ExtractedValue) -> str:
    """The line a value stands in: its words alone may stand elsewhere too."""
    begins = text.rfind("\n", 0, found.start) + 1
    ends = text.find("\n", found.end)
    return text[begins : ends if ends >= 0 else len(text)].strip()


def _summary(kind: str, count: int) -> str:
    what = f"a document of type {kind}" if kind else "a document of unknown type"
    return f"Read {what} without a model: {count} values found, each with its place."


SAMPLES, MOST_TRIED = 3, 9
MOST_PARTS = 9
"""How much of a long document is read for a row: as many parts as the agent may ask for."""
LISTED = re.compile(r"^\d+\. (?P<id>[0-9a-f-]{36}) ", re.MULTILINE)
MORE_ROWS = re.compile(r"More rows: after=(?P<after>\d+)")


@offline_policy(COLUMNS)
def infer_columns_offline(prompt: Prompt[str]) -> Steps:
    """What the first documents have in common."""
    listed = yield ToolUse("list_documents")
    texts: list[str] = []
    for found in islice(LISTED.finditer(listed.content), MOST_TRIED):
        text = yield from _text(found["id"], parts=2)
        texts += [text] * bool(text)  # one that could not be read says nothing
        if len(texts) == SAMPLES:
            break
    specs = infer_columns(texts)
    given = [
        {"name": spec.name.replace("_", " ").capitalize(), "type": spec.type.value}
        for spec in specs
        if spec.type in COLUMN_TYPES
    ]  # not their descriptions, which quote a document
    if not given:
        return "These documents have nothing in common that could be recognised."
    reply = yield ToolUse("define_columns", {"columns": given})
    return reply.content


@offline_policy(ROW)
def read_row_offline(prompt: Prompt[str]) -> Steps:
    """What the document says for each column, with the words it says it in."""
    asked: StackRowInput = prompt.input
    text = yield from _text(str(asked.document_id), parts=MOST_PARTS)
    found = read_columns(text, asked.columns)
    nothing = dict.fromkeys((column.key for column in asked.columns), None)
    reply = yield ToolUse(
        "extract_row",
        {
            "doc_id": str(asked.document_id),
            "values": nothing | {key: each.value for key, each in found.items()},
            "confidences": {key: each.confidence for key, each in found.items()},
            "quotes": {key: each.quote for key, each in found.items()},
        },
    )
    return reply.content


@offline_policy(CORRECT)
def correct_table_offline(prompt: Prompt[str]) -> Steps:
    """Do what can be understood, and say what cannot."""
    asked: StackCorrectionInput = prompt.input
    names: dict[UUID, tuple[str, ...]] = {}
    after = 0
    while True:
        state = yield ToolUse("get_table_state", {"after": after})
        names.update(_names(state.content))
        more = MORE_ROWS.search(state.content.rpartition("</rows>")[2])
        if more is None:
            break
        after = int(more["after"])
    edits, unread = read_table_edits(asked.instruction, asked.columns, names)
    said = []
    for edit in edits:
        reply = yield ToolUse(edit.tool, edit.arguments)
        said.append(reply.content)
    said += [f"I did not understand {wish!r}." for wish in unread]
    return " ".join(said) or "I did not understand what to change. Nothing was changed."


def _text(document_id: str, *, parts: int) -> Generator[ToolUse, ToolReply, str]:
    """A document's text, or the beginning of a very long one."""
    read: list[str] = []
    start: int | None = 0
    while start is not None and len(read) < parts:
        reply = yield ToolUse("get_document_text", {"doc_id": document_id, "start": start})
        text, start = parse_document_part(reply.content)
        read.append(text)
    return "".join(read)


def _names(state: str) -> Iterator[tuple[UUID, tuple[str, ...]]]:
    """What each document may be called: by its title, and by its file."""
    for line in state.splitlines():
        if line.startswith('{"doc_id"'):
            told = json.loads(line)
            yield UUID(told["doc_id"]), (told["title"], told["file"])
