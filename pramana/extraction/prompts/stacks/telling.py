"""What the tools say to a model: bounded, and with documents' words fenced as quotations."""

import json
from collections.abc import Sequence

from pramana.extraction.contracts.stacks.cells import as_text
from pramana.extraction.contracts.stacks.columns import Column
from pramana.extraction.contracts.stacks.views import RowView, StackedDocument
from pramana.llm.fencing import quoted

WINDOW = 20_000
"""How many characters of a document are told at once."""
LONGEST_VALUE = 200
FENCE = "document"


def text_told(text: str, start: int) -> tuple[str, int]:
    """A part of a document from `start` on, and where it ends."""
    end = min(start + WINDOW, len(text))
    more = f" Read on with start={end}." if end < len(text) else ""
    head = f"Characters {start} to {end} of {len(text)}.{more}"
    return f"{head}\n{quoted(text[start:end], FENCE)}", end


def text_of(told: str) -> tuple[str, int | None]:
    """The text within what a tool told, and where to read on; for code that reads as models do.

    >>> text_of(text_told("a <document> b", 0)[0])
    ('a ‹document> b', None)
    """
    head, _, rest = told.partition(f"\n<{FENCE}>\n")
    text = rest.removesuffix(f"\n</{FENCE}>")
    _, found, number = head.partition("start=")
    return text, int(number.rstrip(".")) if found else None


def documents_told(found: Sequence[StackedDocument], at_once: int) -> str:
    """One line each: place, id, title and file. A title is the document's own word, so it is
    fenced."""
    if not found:
        return "No documents."
    lines = "\n".join(
        f"{each.position}. {each.document_id} {each.title} ({each.filename})" for each in found
    )
    more = f"\nMore: after={found[-1].position}" if len(found) == at_once else ""
    return quoted(lines, FENCE) + more


def columns_told(columns: Sequence[Column]) -> str:
    """One line each: key, type, name and instructions."""
    return "\n".join(
        f"- {column.key} ({column.type}): {column.name}"
        + (f". {column.instructions}" if column.instructions else "")
        for column in columns
    )


def rows_told(rows: Sequence[RowView]) -> str:
    """One JSON object a line. Values come from documents, so they are fenced like them."""
    lines = [
        json.dumps(
            {
                "doc_id": str(row.document_id),
                "title": row.title,
                "file": row.filename,
                "row": row.status.value,
                "cells": {
                    key: [as_text(cell["value"])[:LONGEST_VALUE], cell["state"]]
                    for key, cell in row.cells.items()
                },
            },
            ensure_ascii=False,
        )
        for row in rows
    ]
    return quoted("\n".join(lines), "rows")
