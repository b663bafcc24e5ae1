"""The offline engine: deterministic code uses the same tools in place of a model.

Importing this module registers its policies.
"""

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
from pramana.extraction.prompts.extractions import (
    CORRECT_PROMPT,
    EXTRACT_PROMPT,
    CorrectionInput,
    ExtractionInput,
)
from pramana.extraction.prompts.stacks import (
    STACK_COLUMNS_PROMPT,
    STACK_CORRECT_PROMPT,
    STACK_ROW_PROMPT,
    StackCorrectionInput,
    StackRowInput,
    parse_document_part,
)
from pramana.llm.contracts import Prompt, ToolReply, ToolUse
from pramana.llm.offline import offline_policy

Steps = Generator[ToolUse, ToolReply, str]

CERTAIN = 1.0
"""The confidence of what a person says."""
NOT_UNDERSTOOD = (
    "I changed nothing: I could not tell what to change. Write for example "
    '"set vendor.name to Himal Traders", "remove items[2]" or "rename total to grand_total".'
)
SAMPLES, MOST_TRIED = 3, 9
MOST_PARTS = 9
"""How many parts of a long document are read for a row."""
LISTED = re.compile(r"^\d+\. (?P<id>[0-9a-f-]{36}) ", re.MULTILINE)
MORE_ROWS = re.compile(r"More rows: after=(?P<after>\d+)")


@offline_policy(EXTRACT_PROMPT)
def extract_offline(prompt: Prompt[str]) -> Steps:
    """Read the document, name its type, save its values with quotes, complete, and summarise."""
    request: ExtractionInput = prompt.input
    reply = yield ToolUse("get_document_text")
    if reply.is_error:
        return f"I could not read the document: {reply.content}"
    kind, values = _read(request)
    if kind:
        yield ToolUse("identify_document", {"document_type": kind})
    fields, places = build_tree(values)
    named = values_by_path(places)
    if not fields and not request.specs:
        return "I found nothing in this document that I can read as fields."
    reply = yield ToolUse(
        "extract_fields",
        {
            "fields": fields or {spec.name: None for spec in request.specs},
            "confidences": {path: each.confidence for path, each in named.items()},
            "quotes": {path: _line(request.text, each) for path, each in named.items()},
        },
    )
    if reply.is_error:
        return f"I could not save what I found: {reply.content}"
    yield ToolUse("complete_extraction")
    return _summary(kind, len(named))


@offline_policy(CORRECT_PROMPT)
def correct_offline(prompt: Prompt[str]) -> Steps:
    """Make the edits that were understood, and name the requests that were not."""
    request: CorrectionInput = prompt.input
    yield ToolUse("get_current_extraction")
    requests = read_requests(request.instruction, request.fields)
    answers = []
    for _, edit in requests:
        if edit:
            answers.append((yield from _make_edit(edit, request)))
    left = [f"I did not understand {sentence!r}." for sentence, edit in requests if edit is None]
    return " ".join([*answers, *left]) if answers else NOT_UNDERSTOOD


def _read(request: ExtractionInput) -> tuple[str, Sequence[ExtractedValue]]:
    if request.specs:
        return read_document_type(request.text).name, read_fields(request.text, request.specs)
    reading = read_document(request.text)
    return reading.document_type, reading.values


def _make_edit(edit: FieldEdit, request: CorrectionInput) -> Steps:
    """Make one edit with the tools, and return their answer."""
    if edit.action is EditAction.REMOVE:
        reply = yield ToolUse("remove_field", {"path": edit.path})
        return reply.content + "."
    if edit.action is EditAction.SET:
        arguments = {"path": edit.path, "value": edit.value, "confidence": CERTAIN}
        reply = yield ToolUse("update_field", arguments)
        return reply.content + "."
    value = value_at(request.fields, parse_path(edit.path))
    reply = yield ToolUse("update_field", {"path": edit.to, "value": value, "confidence": CERTAIN})
    if not reply.is_error:
        reply = yield ToolUse("remove_field", {"path": edit.path})
    return reply.content if reply.is_error else f"Renamed '{edit.path}' to '{edit.to}'."


def _line(text: str, value: ExtractedValue) -> str:
    """Return the whole line of a value, because its words alone may occur elsewhere too."""
    begins = text.rfind("\n", 0, value.start) + 1
    ends = text.find("\n", value.end)
    return text[begins : ends if ends >= 0 else len(text)].strip()


def _summary(kind: str, count: int) -> str:
    what = f"a document of type {kind}" if kind else "a document of unknown type"
    return f"Read {what} without a model: {count} values found, each with its place."


@offline_policy(STACK_COLUMNS_PROMPT)
def infer_columns_offline(prompt: Prompt[str]) -> Steps:
    """Define the columns that the first documents have in common."""
    listed = yield ToolUse("list_documents")
    texts: list[str] = []
    for match in islice(LISTED.finditer(listed.content), MOST_TRIED):
        text = yield from _text(match["id"], parts=2)
        texts += [text] * bool(text)  # skip documents that could not be read
        if len(texts) == SAMPLES:
            break
    specs = infer_columns(texts)
    columns = [
        {"name": spec.name.replace("_", " ").capitalize(), "type": spec.type.value}
        for spec in specs
        if spec.type in COLUMN_TYPES
    ]  # without descriptions, because those quote a document
    if not columns:
        return "These documents have nothing in common that could be recognised."
    reply = yield ToolUse("define_columns", {"columns": columns})
    return reply.content


@offline_policy(STACK_ROW_PROMPT)
def read_row_offline(prompt: Prompt[str]) -> Steps:
    """Save what the document says for each column, with the words that say it."""
    request: StackRowInput = prompt.input
    text = yield from _text(str(request.document_id), parts=MOST_PARTS)
    values = read_columns(text, request.columns)
    nothing = dict.fromkeys((column.key for column in request.columns), None)
    reply = yield ToolUse(
        "extract_row",
        {
            "doc_id": str(request.document_id),
            "values": nothing | {key: each.value for key, each in values.items()},
            "confidences": {key: each.confidence for key, each in values.items()},
            "quotes": {key: each.quote for key, each in values.items()},
        },
    )
    return reply.content


@offline_policy(STACK_CORRECT_PROMPT)
def correct_table_offline(prompt: Prompt[str]) -> Steps:
    """Make the edits that were understood, and name the requests that were not."""
    request: StackCorrectionInput = prompt.input
    names: dict[UUID, tuple[str, ...]] = {}
    after = 0
    while True:
        state = yield ToolUse("get_table_state", {"after": after})
        names.update(_names(state.content))
        more = MORE_ROWS.search(state.content.rpartition("</rows>")[2])
        if more is None:
            break
        after = int(more["after"])
    edits, unclear = read_table_edits(request.instruction, request.columns, names)
    answers = []
    for edit in edits:
        reply = yield ToolUse(edit.tool, edit.arguments)
        answers.append(reply.content)
    answers += [f"I did not understand {sentence!r}." for sentence in unclear]
    return " ".join(answers) or "I did not understand what to change. Nothing was changed."


def _text(document_id: str, *, parts: int) -> Generator[ToolUse, ToolReply, str]:
    """Read a document's text, or the beginning of a very long one."""
    parts_read: list[str] = []
    start: int | None = 0
    while start is not None and len(parts_read) < parts:
        reply = yield ToolUse("get_document_text", {"doc_id": document_id, "start": start})
        text, start = parse_document_part(reply.content)
        parts_read.append(text)
    return "".join(parts_read)


def _names(state: str) -> Iterator[tuple[UUID, tuple[str, ...]]]:
    """Yield the names of each document: its title and its file name."""
    for line in state.splitlines():
        if line.startswith('{"doc_id"'):
            row = json.loads(line)
            yield UUID(row["doc_id"]), (row["title"], row["file"])
