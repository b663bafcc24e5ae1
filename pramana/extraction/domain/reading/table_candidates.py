"""Candidates from tables: the cell whose row and column together have the field's name.

"Fee per month in the second year" is where the row of the second year meets the column of the
monthly fee. Tables come from the stored structure of a document, else from its text.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from pramana.documents.structure import DocumentTable, GridCell
from pramana.documents.structure_builder import text_structure
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_candidates import (
    CandidateSource,
    FieldCandidate,
    region_candidate,
)
from pramana.extraction.domain.reading.field_questions import FieldQuestion, name_stems, weight
from pramana.language.glossary import translations

LEAST_COVER: Final = 0.75
"""The share of the field's name that row and column must have together."""
MOST_CELLS: Final = 4_000
"""Of larger tables only the first cells are looked at."""
MOST_CANDIDATES: Final = 3
LEAST_COLUMNS: Final = 2


def grid_tables(document: DocumentLayout) -> list[DocumentTable]:
    """The tables with header cells: those that were stored, else those that the text shows."""
    stored = [each for each in document.tables or () if isinstance(each, DocumentTable)]
    return stored or list(text_structure(document.text).tables)


def table_candidates(document: DocumentLayout, question: FieldQuestion) -> list[FieldCandidate]:
    """Return the cells that row and column name together, the best named first."""
    if len(question.stems) < LEAST_COLUMNS:
        return []
    found = [
        (cover, cell)
        for table in document.cached(grid_tables)
        if table.header_rows and len(table.rows[0]) >= LEAST_COLUMNS
        for cover, cell in _cells_by_heading(table, question.stems)
    ]
    found.sort(key=lambda each: (-each[0], each[1].start))
    results = []
    for cover, cell in found[:MOST_CANDIDATES]:
        features = {"own_name": 1.0, "cover": cover, "cell": 1.0, "grid": 1.0}
        candidate = region_candidate(document, question, cell.start, cell.end, features)
        if candidate:
            candidate.source = CandidateSource.LAYOUT
            results.append(candidate)
    return results


def _cells_by_heading(
    table: DocumentTable, stems: Sequence[str]
) -> Iterator[tuple[float, GridCell]]:
    total = sum(map(weight, stems))
    columns = [_matched(table.column_name(number), stems) for number in range(len(table.rows[0]))]
    if not any(columns):
        return
    cells = (cell for row in table.body for cell in row)
    rows: dict[int, frozenset[str]] = {}
    for cell in islice(cells, MOST_CELLS):
        own = columns[cell.column] if cell.column < len(columns) else frozenset[str]()
        if not own or not cell.text or cell.column == table.row_header_column:
            continue
        if cell.row not in rows:
            rows[cell.row] = _matched(table.row_name(cell.row), stems)
        named = rows[cell.row]
        cover = sum(map(weight, own | named)) / total
        if named - own and own - named and cover >= LEAST_COVER:
            yield min(1.0, cover), cell


def _matched(name: str, stems: Sequence[str]) -> frozenset[str]:
    """The stems of a field that a header has, in either language."""
    own = frozenset(name_stems(name)) if name else frozenset()
    return frozenset(each for each in stems if each in own or own & translations(each))
