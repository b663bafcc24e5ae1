"""Cells of stacks that the person may see."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

from pramana.evals.contracts.threads import Drawn, Span, Strand
from pramana.evals.selectors.drawn.fields import placed
from pramana.extraction.contracts.stacks.cells import as_text
from pramana.extraction.selectors.finding import (
    SeenRow,
    rows_holding,
    rows_of_document,
    rows_saying,
)
from pramana.kit.scope import Scope

TABLES = 10


def cells_on(scope: Scope, document_id: UUID, span: Span | None) -> list[Drawn]:
    """Cells of the document's rows whose evidence meets the span."""

    def keeps(cell: dict[str, Any]) -> bool:
        proof = cell["evidence"]
        return placed(proof) and (span is None or span.meets(proof["start"], proof["end"]))

    return list(_cells(rows_of_document(scope, document_id, limit=TABLES), keeps))


def cells_naming(scope: Scope, names: frozenset[str], *, limit: int) -> list[Drawn]:
    """Cells that say one of these names, alone or in a list."""

    def keeps(cell: dict[str, Any]) -> bool:
        value = cell["value"]
        return not names.isdisjoint(value if isinstance(value, list) else [value])

    return list(_cells(rows_saying(scope, names, limit=limit), keeps))[:limit]


def cells_holding(scope: Scope, words: str, *, limit: int) -> list[Drawn]:
    """Cells whose value holds these words."""

    def keeps(cell: dict[str, Any]) -> bool:
        return words.casefold() in as_text(cell["value"]).casefold()

    return list(_cells(rows_holding(scope, words, limit=limit), keeps))[:limit]


def _cells(found: list[SeenRow], keeps: Callable[[dict[str, Any]], bool]) -> Iterator[Drawn]:
    for row in found:
        for column, cell in row.cells.items():
            if cell["value"] is not None and keeps(cell):
                yield _drawn(row, column, cell)


def _drawn(row: SeenRow, column: str, cell: dict[str, Any]) -> Drawn:
    proof = cell["evidence"] if placed(cell["evidence"]) else {}
    return Drawn(
        kind=Strand.CELL,
        name=f"{row.stack_name} · {column}",
        value=as_text(cell["value"]),
        state=cell["state"],
        subject_id=row.stack_id,
        place=column,
        table_id=row.table_id,
        document_id=row.document_id,
        document_title=row.document_title,
        quote=proof.get("quote", ""),
        span=Span(proof["start"], proof["end"]) if proof else None,
        page=proof.get("page"),
        at=row.updated_at,
    )
