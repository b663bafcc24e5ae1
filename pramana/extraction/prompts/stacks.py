"""Prompts for a stack's columns, rows and corrections, and the texts its tools answer.

Texts are bounded, and words from documents are fenced as quotations.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from uuid import UUID

from pramana.extraction.contracts.extractions import UnclearRequest
from pramana.extraction.contracts.fields import LearnedLabel
from pramana.extraction.contracts.stacks import RowView, StackedDocument, TableColumn, value_as_text
from pramana.llm.contracts import Prompt, about_quoted, quoted

PART_LENGTH = 20_000
"""How many characters of a document one answer holds."""
LONGEST_VALUE = 200
FENCE = "document"
STACK_COLUMNS_PROMPT = "extraction.stack_columns"
COLUMNS_VERSION = 1
COLUMNS_SYSTEM = files(__package__).joinpath("stack_columns.md").read_text("utf-8")
STACK_ROW_PROMPT = "extraction.stack_row"
ROW_VERSION = 1
ROW_SYSTEM = files(__package__).joinpath("stack_row.md").read_text("utf-8")
STACK_CORRECT_PROMPT = "extraction.stack_correct"
CORRECT_VERSION = 1
CORRECT_SYSTEM = files(__package__).joinpath("stack_correct.md").read_text("utf-8")


def document_part(text: str, start: int) -> tuple[str, int]:
    """Return a part of a document from `start` on, and where it ends."""
    end = min(start + PART_LENGTH, len(text))
    more = f" Read on with start={end}." if end < len(text) else ""
    head = f"Characters {start} to {end} of {len(text)}.{more}"
    return f"{head}\n{quoted(text[start:end], FENCE)}", end


def parse_document_part(answer: str) -> tuple[str, int | None]:
    """Return the text in a tool's answer and where to continue. The offline engine uses it.

    >>> parse_document_part(document_part("a <document> b", 0)[0])
    ('a ‹document> b', None)
    """
    head, _, rest = answer.partition(f"\n<{FENCE}>\n")
    text = rest.removesuffix(f"\n</{FENCE}>")
    _, has_more, number = head.partition("start=")
    return text, int(number.rstrip(".")) if has_more else None


def describe_documents(documents: Sequence[StackedDocument], at_once: int) -> str:
    """One line each: position, id, title, file. Titles come from documents, so they are fenced."""
    if not documents:
        return "No documents."
    lines = "\n".join(
        f"{each.position}. {each.document_id} {each.title} ({each.filename})" for each in documents
    )
    more = f"\nMore: after={documents[-1].position}" if len(documents) == at_once else ""
    return quoted(lines, FENCE) + more


def describe_columns(columns: Sequence[TableColumn]) -> str:
    """One line each: key, type, name and instructions."""
    return "\n".join(
        f"- {column.key} ({column.type}): {column.name}"
        + (f". {column.instructions}" if column.instructions else "")
        for column in columns
    )


def describe_rows(rows: Sequence[RowView]) -> str:
    """One JSON object a line. Values come from documents, so they are fenced."""
    lines = [
        json.dumps(
            {
                "doc_id": str(row.document_id),
                "title": row.title,
                "file": row.filename,
                "row": row.status.value,
                "cells": {
                    key: [value_as_text(cell["value"])[:LONGEST_VALUE], cell["state"]]
                    for key, cell in row.cells.items()
                },
            },
            ensure_ascii=False,
        )
        for row in rows
    ]
    return quoted("\n".join(lines), "rows")


@dataclass(frozen=True)
class StackColumnsInput:
    """What the person said the table is for, if anything."""

    instructions: str = field(default="", repr=False)


def stack_columns_prompt(request: StackColumnsInput) -> Prompt[str]:
    wish = f"The table should answer this: {request.instructions}" if request.instructions else ""
    user = wish or "Find out what these documents have in common."
    system = f"{COLUMNS_SYSTEM}\n{about_quoted(FENCE)}"
    return Prompt(
        STACK_COLUMNS_PROMPT, COLUMNS_VERSION, system=system, user=user, output=str, input=request
    )


@dataclass(frozen=True)
class StackRowInput:
    document_id: UUID
    columns: tuple[TableColumn, ...]
    instructions: str = field(default="", repr=False)
    learned: tuple[LearnedLabel, ...] = ()
    """The labels that people taught for these columns."""


def stack_row_prompt(request: StackRowInput) -> Prompt[str]:
    about = f"\n\nWhat the table is for: {request.instructions}" if request.instructions else ""
    user = (
        f"The document's id is {request.document_id}.\n\n"
        f"Columns (key, type, name and instructions):\n{describe_columns(request.columns)}{about}"
    )
    system = f"{ROW_SYSTEM}\n{about_quoted(FENCE)}"
    return Prompt(
        STACK_ROW_PROMPT, ROW_VERSION, system=system, user=user, output=str, input=request
    )


@dataclass(frozen=True)
class StackCorrectionInput:
    requests: tuple[UnclearRequest, ...] = field(repr=False)
    """What the person said that code did not understand."""
    columns: tuple[TableColumn, ...] = ()


def stack_correction_prompt(request: StackCorrectionInput) -> Prompt[str]:
    system = f"{CORRECT_SYSTEM}\n{about_quoted(FENCE)} {about_quoted('rows')}"
    return Prompt(
        STACK_CORRECT_PROMPT,
        CORRECT_VERSION,
        system=system,
        user="\n".join(each.wording for each in request.requests),
        output=str,
        input=request,
    )
