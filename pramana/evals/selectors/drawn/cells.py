"""Cells of stacks that the person may see."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

from pramana.evals.contracts.threads import Drawn, Span, Strand
from pramana.evals.postgres import read, rows
from pramana.evals.selectors.drawn.fields import placed
from pramana.extraction.contracts.stack_cells import as_text
from pramana.kit.scope import Scope

TABLES = 10
LOOKED_AT = 2_000
"""Rows that are looked through for a name, the newest of them."""

SEEN = """
    SELECT stack.id, stack.name, stacked.table_id, stacked.document_id, document.title,
           stacked.cells, stacked.updated_at
      FROM stack_table_rows AS stacked
      JOIN stack_tables AS tabled ON tabled.id = stacked.table_id
      JOIN stacks AS stack ON stack.id = tabled.stack_id
      JOIN documents_document AS document ON document.id = stacked.document_id
     WHERE stacked.tenant_id = %(tenant)s AND stack.tenant_id = %(tenant)s
       AND (stack.user_id = %(actor)s OR stack.shared)
"""
OF_DOCUMENT = f"""{SEEN}
       AND stacked.document_id = %(document)s
     ORDER BY stacked.updated_at DESC LIMIT %(most)s
"""
NAMING = f"""
    SELECT * FROM ({SEEN} ORDER BY stacked.updated_at DESC LIMIT %(looked)s) AS newest
     WHERE jsonb_path_exists(
             cells, '$.*.value ? (@ == $names[*])', jsonb_build_object('names', %(names)s::text[]))
     LIMIT %(most)s
"""  # noqa: S608 (both are ours)


def cells_on(scope: Scope, document_id: UUID, span: Span | None) -> list[Drawn]:
    """Cells of the document's rows whose evidence meets the span."""

    def keeps(cell: dict[str, Any]) -> bool:
        proof = cell["evidence"]
        return placed(proof) and (span is None or span.meets(proof["start"], proof["end"]))

    found = rows(scope, OF_DOCUMENT, document=document_id, most=TABLES)
    return list(_cells(found, keeps))


def cells_naming(scope: Scope, names: frozenset[str], *, limit: int) -> list[Drawn]:
    """Cells that say one of these names, alone or in a list."""

    def keeps(cell: dict[str, Any]) -> bool:
        value = cell["value"]
        return not names.isdisjoint(value if isinstance(value, list) else [value])

    found = rows(scope, NAMING, names=sorted(names), looked=LOOKED_AT, most=limit)
    return list(_cells(found, keeps))[:limit]


def _cells(found: list[dict[str, Any]], keeps: Callable[[dict[str, Any]], bool]) -> Iterator[Drawn]:
    for row in found:
        for column, cell in read(row["cells"]).items():
            if cell["value"] is not None and keeps(cell):
                yield _drawn(row, column, cell)


def _drawn(row: dict[str, Any], column: str, cell: dict[str, Any]) -> Drawn:
    proof = cell["evidence"] if placed(cell["evidence"]) else {}
    return Drawn(
        kind=Strand.CELL,
        name=f"{row['name']} · {column}",
        value=as_text(cell["value"]),
        state=cell["state"],
        subject_id=row["id"],
        place=column,
        table_id=row["table_id"],
        document_id=row["document_id"],
        document_title=row["title"],
        quote=proof.get("quote", ""),
        span=Span(proof["start"], proof["end"]) if proof else None,
        page=proof.get("page"),
        at=row["updated_at"],
    )
