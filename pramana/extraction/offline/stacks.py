"""Stacks without a model: the same loop and tools, steered by code that reads and quotes."""

import json
import re
from collections.abc import Generator, Iterator
from itertools import islice
from uuid import UUID

from pramana.extraction.contracts.stacks.columns import COLUMN_TYPES
from pramana.extraction.domain.reading.columns import infer_columns
from pramana.extraction.domain.stacks.corrections import read_wishes
from pramana.extraction.domain.stacks.reading import read_columns
from pramana.extraction.prompts.stacks.columns import NAME as COLUMNS
from pramana.extraction.prompts.stacks.correct import NAME as CORRECT
from pramana.extraction.prompts.stacks.correct import CorrectInput
from pramana.extraction.prompts.stacks.row import NAME as ROW
from pramana.extraction.prompts.stacks.row import RowInput
from pramana.extraction.prompts.stacks.telling import text_of
from pramana.llm.contracts import Prompt, ToolReply, ToolUse
from pramana.llm.offline import offline_policy

Steps = Generator[ToolUse, ToolReply, str]
SAMPLES, MOST_TRIED = 3, 9
MOST_PARTS = 9
"""How much of a long document is read for a row: as many parts as the agent may ask for."""
LISTED = re.compile(r"^\d+\. (?P<id>[0-9a-f-]{36}) ", re.MULTILINE)
MORE_ROWS = re.compile(r"More rows: after=(?P<after>\d+)")


@offline_policy(COLUMNS)
def columns(prompt: Prompt[str]) -> Steps:
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
def row(prompt: Prompt[str]) -> Steps:
    """What the document says for each column, with the words it says it in."""
    asked: RowInput = prompt.input
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
def correct(prompt: Prompt[str]) -> Steps:
    """Do what can be understood, and say what cannot."""
    asked: CorrectInput = prompt.input
    names: dict[UUID, tuple[str, ...]] = {}
    after = 0
    while True:
        state = yield ToolUse("get_table_state", {"after": after})
        names.update(_names(state.content))
        more = MORE_ROWS.search(state.content.rpartition("</rows>")[2])
        if more is None:
            break
        after = int(more["after"])
    edits, unread = read_wishes(asked.instruction, asked.columns, names)
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
        text, start = text_of(reply.content)
        read.append(text)
    return "".join(read)


def _names(state: str) -> Iterator[tuple[UUID, tuple[str, ...]]]:
    """What each document may be called: by its title, and by its file."""
    for line in state.splitlines():
        if line.startswith('{"doc_id"'):
            told = json.loads(line)
            yield UUID(told["doc_id"]), (told["title"], told["file"])
