"""Invoices that have been read, stacks of them, and a model that follows a script."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from uuid import UUID

from pramana.documents.contracts import Status
from pramana.documents.models import Document
from pramana.documents.testing import make_documents
from pramana.extraction.contracts.stacks import ColumnSpec, RowView, StackView, TableView
from pramana.extraction.selectors.stacks import get_row, get_table
from pramana.extraction.services.stack_runs import start_table_extraction
from pramana.extraction.services.stacks import create_stack, create_table
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.llm.contracts import Prompt, ToolUse
from pramana.llm.testing import ScriptedGateway, ToolScript

TEXT = """INVOICE
Himal Traders {n}
Invoice No: INV-{n:04d}
Date: 2024-05-{day:02d}
Total: Rs. {n},500.00
"""
COLUMNS = [
    ColumnSpec(name="Vendor"),
    ColumnSpec(name="Invoice date", type="date"),
    ColumnSpec(name="Total", type="money", instructions="The amount to pay."),
]
Script = Callable[[Prompt[str]], Any]


def invoice(number: int) -> str:
    return TEXT.format(n=number, day=1 + number % 28)


def make_papers(
    scope: Scope, texts: Sequence[str], *, status: Status = Status.COMPLETED
) -> list[UUID]:
    named = ((f"invoice-{number}.txt", text) for number, text in enumerate(texts, start=1))
    return make_documents(scope, named, status=status)


def make_stack(scope: Scope, count: int = 2) -> tuple[StackView, list[UUID]]:
    papers = make_papers(scope, [invoice(number) for number in range(1, count + 1)])
    return create_stack(scope, "Invoices", papers), papers


def make_table(scope: Scope, count: int = 2) -> tuple[TableView, list[UUID]]:
    stack, papers = make_stack(scope, count)
    return create_table(scope, stack.id, "Amounts", columns=COLUMNS), papers


def saving(**more: Any) -> Script:
    """A model that reads the document and saves its row in one go."""

    def script(prompt: Prompt[str]) -> ToolScript:
        doc_id = str(prompt.input.document_id)
        return ToolScript(
            [ToolUse("get_document_text", {"doc_id": doc_id}), extracting(prompt, **more)], "Saved."
        )

    return script


def extracting(prompt: Prompt[str], **more: Any) -> ToolUse:
    """The right row of the document a prompt is about, but for what `more` says."""
    text = Document.objects.unscoped("a scripted reader").get(pk=prompt.input.document_id).text
    lines = dict(line.split(": ") for line in text.splitlines() if ": " in line)
    wanted = {column.key for column in prompt.input.columns}
    values = {
        "vendor": text.splitlines()[1],
        "invoice_date": lines["Date"],
        "total": float(lines["Total"].removeprefix("Rs. ").replace(",", "")),
    }
    given = {
        "doc_id": str(prompt.input.document_id),
        "values": {key: value for key, value in values.items() if key in wanted},
        "confidences": dict.fromkeys(wanted & values.keys(), 0.9),
        "quotes": dict.fromkeys(wanted & {"total"}, lines["Total"]),
    }
    return ToolUse("extract_row", {**given, **more})


@contextmanager
def scripted(**script: Any) -> Iterator[ScriptedGateway]:
    """Let the stacks' jobs ask this model: row=, columns=, correct=."""
    gateway = ScriptedGateway({f"extraction.stack_{name}": said for name, said in script.items()})
    with (
        patch("pramana.extraction.tasks.gateway", lambda scope: gateway),
        patch("pramana.extraction.tasks.gateway", lambda scope: gateway),
    ):
        yield gateway


def extract(
    scope: Scope, table: TableView, *, row: Script | None = None, **asked: Any
) -> TableView:
    """Run a table to its end with a model that gets every row right, or with another."""
    with scripted(row=row or saving()):
        start_table_extraction(scope, table.stack_id, table.id, **asked)
        drain_jobs()
    return get_table(scope, table.stack_id, table.id)


def cells(scope: Scope, table: TableView, document_id: UUID) -> dict[str, Any]:
    return row_of(scope, table, document_id).cells


def row_of(scope: Scope, table: TableView, document_id: UUID) -> RowView:
    return get_row(scope, get_table(scope, table.stack_id, table.id), document_id)


def make_stacked_ids(scope: Scope) -> dict[str, UUID]:
    """A stack and a table, by the names their ids have in addresses."""
    table, _ = make_table(scope, 1)
    return {"stack_id": table.stack_id, "table_id": table.id}
