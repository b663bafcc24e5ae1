"""The offline engine: deterministic code uses the same tools in place of a model.

Importing this module registers its policies. The reading model is used where it is installed.
"""

import re
from collections.abc import Generator, Sequence
from functools import cache
from itertools import islice

from pramana.extraction.contracts.fields import ExtractedValue
from pramana.extraction.contracts.stacks import COLUMN_TYPES
from pramana.extraction.domain.corrections.plan import describe_unclear
from pramana.extraction.domain.field_tree import build_tree, format_path
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.document_reader import infer_columns, read_document
from pramana.extraction.domain.reading.document_types import read_document_type
from pramana.extraction.domain.reading.field_reader import ReadPassages, read_fields
from pramana.extraction.domain.stack_tables import read_columns
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
from pramana.llm.reading_model import ReaderMissing, read, reader_is_available


@cache
def reading_model() -> ReadPassages | None:
    """Return the function that asks the reading model; None if it cannot be loaded here."""
    if not reader_is_available():
        return None
    try:
        read("", ())  # loads it, which may fail on an old processor
    except ReaderMissing:
        return None
    return read


Steps = Generator[ToolUse, ToolReply, str]

SAMPLES, MOST_TRIED = 3, 9
MOST_PARTS = 9
"""How many parts of a long document are read for a row."""
LISTED = re.compile(r"^\d+\. (?P<id>[0-9a-f-]{36}) ", re.MULTILINE)


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
    named = {format_path(path): each for path, each in places.items()}
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
    """Say what was not understood. What code understands was done before anyone is asked."""
    request: CorrectionInput = prompt.input
    yield ToolUse("get_current_extraction")
    return describe_unclear(request.requests)


def _read(request: ExtractionInput) -> tuple[str, Sequence[ExtractedValue]]:
    if request.specs:
        values = read_fields(
            request.text,
            request.specs,
            tables=request.tables or None,
            read=reading_model(),
            learned=request.learned,
        )
        return read_document_type(request.text).name, values
    reading = read_document(request.text, learned=request.learned)
    return reading.document_type, reading.values


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
    values = read_columns(
        DocumentLayout(text), request.columns, read=reading_model(), learned=request.learned
    )
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
    """Say what was not understood. What code understands was done before anyone is asked."""
    request: StackCorrectionInput = prompt.input
    yield ToolUse("get_table_state", {"after": 0})
    return describe_unclear(request.requests)


def _text(document_id: str, *, parts: int) -> Generator[ToolUse, ToolReply, str]:
    """Read a document's text, or the beginning of a very long one."""
    parts_read: list[str] = []
    start: int | None = 0
    while start is not None and len(parts_read) < parts:
        reply = yield ToolUse("get_document_text", {"doc_id": document_id, "start": start})
        text, start = parse_document_part(reply.content)
        parts_read.append(text)
    return "".join(parts_read)
