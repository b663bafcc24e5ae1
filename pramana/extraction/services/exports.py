"""Exports an extraction or a table as CSV, XLSX or JSON; tables page by page, so memory stays flat.

No text from a document can become a formula in a spreadsheet. Lists of rows, such as the line items
of an invoice, are sheets of their own in XLSX.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from math import inf
from typing import IO, TYPE_CHECKING, Any

from pramana.extraction.contracts.extractions import ExtractionView
from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks import RowView, TableView, value_as_text
from pramana.extraction.domain.field_tree import MISSING, Path, format_path, leaves, value_at
from pramana.extraction.selectors.stacks import all_rows
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet


DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters that begin a formula in a spreadsheet, including full-width forms."""
TableWriter = Callable[[Scope, TableView, IO[bytes]], None]
DOCUMENT, FILE = "Document", "File"
"""The first and the last column. File names tell apart documents with the same title."""
FIRST_YEAR = 1900
"""Spreadsheets count days from this year. Earlier dates are written as text."""
LONGEST_CELL = 32_767


def csv_value(value: Any) -> str | int | float:
    """Return a value for a CSV file: numbers unchanged, text escaped so that it stays text.

    >>> csv_value("=1+1"), csv_value(-5), csv_value("Ram")
    ("'=1+1", -5, 'Ram')
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    text = value_as_text(value)
    return f"'{text}" if text.lstrip(" ").startswith(DANGEROUS) else text


def write_csv(scope: Scope, table: TableView, file: IO[bytes]) -> None:
    """Text that a spreadsheet would take for a formula is escaped."""
    text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    lines = csv.writer(text)
    lines.writerow([DOCUMENT, *(csv_value(column.name) for column in table.columns), FILE])
    for row in all_rows(scope, table):
        values = (row.cells[column.key]["value"] for column in table.columns)
        lines.writerow([*map(csv_value, (row.title, *values, row.filename))])
    text.detach()


def write_json(scope: Scope, table: TableView, file: IO[bytes]) -> None:
    """Every cell with its state, confidence, trust and evidence."""
    columns = [column.model_dump(mode="json") for column in table.columns]
    head = {"id": str(table.id), "name": table.name, "columns": columns}
    file.write(json.dumps(head, ensure_ascii=False).removesuffix("}").encode())
    file.write(b', "rows": [')
    for number, row in enumerate(all_rows(scope, table)):
        row_text = json.dumps(_row_json(row), ensure_ascii=False)
        file.write(f"{',' if number else ''}\n{row_text}".encode())
    file.write(b"\n]}\n")


def _row_json(row: RowView) -> dict[str, Any]:
    return {
        "document_id": str(row.document_id),
        "title": row.title,
        "filename": row.filename,
        "status": row.status.value,
        "cells": row.cells,
    }


def write_xlsx(scope: Scope, table: TableView, file: IO[bytes]) -> None:
    """Numbers as numbers, dates as dates, and text never as a formula or link."""
    from xlsxwriter import Workbook

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with Workbook(file, options) as book:
        sheet = book.add_worksheet("Table")
        bold, day = book.add_format({"bold": True}), book.add_format({"num_format": "yyyy-mm-dd"})
        sheet.freeze_panes(1, 1)
        names = [DOCUMENT, *(column.name for column in table.columns), FILE]
        for place, name in enumerate(names):
            sheet.write_string(0, place, name, bold)
        for number, row in enumerate(all_rows(scope, table), start=1):
            sheet.write_string(number, 0, row.title[:LONGEST_CELL])
            for place, column in enumerate(table.columns, start=1):
                write_cell(sheet, number, place, column.type, row.cells[column.key]["value"], day)
            sheet.write_string(number, len(table.columns) + 1, row.filename)


def write_cell(
    sheet: "Worksheet", number: int, place: int, kind: FieldType, value: Any, day: "Format"
) -> None:
    if value is None:
        return
    if isinstance(value, bool):
        sheet.write_boolean(number, place, value)
    elif isinstance(value, int | float):
        sheet.write_number(number, place, value)
    elif kind is FieldType.DATE and (moment := date.fromisoformat(value)).year >= FIRST_YEAR:
        sheet.write_datetime(number, place, moment, day)
    else:
        sheet.write_string(number, place, value_as_text(value)[:LONGEST_CELL])


TABLE_WRITERS: Mapping[str, TableWriter] = {
    "csv": write_csv,
    "xlsx": write_xlsx,
    "json": write_json,
}


HEADER = ("field", "value", "trust", "page", "source")
LONGEST_SHEET_NAME = 31
ROW_APART = 10_000_000
"""More than any offset, so that a field that only a later row has comes after the others."""
NOT_IN_SHEET_NAMES = str.maketrans("[]:*?/\\'", "        ")


def export_extraction(view: ExtractionView, format: str) -> bytes:
    return EXTRACTION_WRITERS[format](view)


def line_item_lists(fields: Mapping[str, Any]) -> dict[str, Sequence[Mapping[str, Any]]]:
    """The top-level lists whose items have fields of their own, by name.

    >>> list(line_item_lists({"items": [{"name": "Sand"}], "tags": ["a"], "total": 4}))
    ['items']
    """
    return {
        name: value
        for name, value in fields.items()
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
    }


def _write_json(view: ExtractionView) -> bytes:
    content = {
        "id": str(view.id),
        "document_id": str(view.document_id),
        "document": view.document_title,
        "document_type": view.document_type,
        "status": view.status.value,
        "fields": view.extracted_fields,
        "confidence": view.confidence_scores,
        "trust": view.trust,
        "evidence": view.evidence,
    }
    return json.dumps(content, ensure_ascii=False, indent=2, default=str).encode()


def _write_csv(view: ExtractionView) -> bytes:
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    lines.writerow(HEADER)
    for _path, row in _value_rows(view):
        lines.writerow([csv_value(value) for value in row])
    return text.getvalue().encode("utf-8-sig")


def _value_rows(view: ExtractionView) -> Iterator[tuple[Path, tuple[Any, ...]]]:
    """Each value: its path, value, trust, page counted from 1, and the words it rests on."""
    for path, value in leaves(view.extracted_fields):
        trust, evidence = (_companion(tree, path) for tree in (view.trust, view.evidence))
        page = evidence.get("page")
        shown = (
            format_path(path),
            value,
            trust.get("score"),
            None if page is None else page + 1,
            evidence.get("quote"),
        )
        yield path, shown


def _companion(tree: Any, path: Path) -> Mapping[str, Any]:
    found = value_at(tree, path)
    return found if found is not MISSING and isinstance(found, dict) else {}


def _write_xlsx(view: ExtractionView) -> bytes:
    from xlsxwriter import Workbook

    file = io.BytesIO()
    lists = line_item_lists(view.extracted_fields)
    with Workbook(file, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        bold = book.add_format({"bold": True})
        rows = [row for path, row in _value_rows(view) if path[0] not in lists]
        _fill_sheet(book.add_worksheet("Fields"), HEADER, rows, bold)
        for number, (name, items) in enumerate(lists.items(), start=1):
            columns = _columns(items, view.evidence.get(name))
            sheet = book.add_worksheet(_sheet_name(name, number))
            cells = [[item.get(column) for column in columns] for item in items]
            _fill_sheet(sheet, columns, cells, bold)
    return file.getvalue()


def _columns(items: Sequence[Mapping[str, Any]], evidence: Any) -> list[str]:
    """The fields of the rows in the order of the document; those without a source come last."""
    places: dict[str, float] = {}
    for number, item in enumerate(items):
        for key in item:
            found = value_at(evidence, (number, key)) if evidence else MISSING
            start = found.get("start", inf) if isinstance(found, dict) else inf
            if places.get(key, inf) == inf:
                places[key] = start + number * ROW_APART
    return sorted(places, key=lambda key: places[key])


def _sheet_name(name: str, number: int) -> str:
    """A name that a workbook accepts. The number keeps names apart that begin alike."""
    plain = name.translate(NOT_IN_SHEET_NAMES).strip() or "Rows"
    return f"{number} {plain}"[:LONGEST_SHEET_NAME]


def _fill_sheet(
    sheet: Any, header: Sequence[str], rows: Sequence[Sequence[Any]], bold: Any
) -> None:
    sheet.freeze_panes(1, 0)
    for place, name in enumerate(header):
        sheet.write_string(0, place, name, bold)
    for number, row in enumerate(rows, start=1):
        for place, value in enumerate(row):
            write_cell(sheet, number, place, FieldType.STRING, value, bold)


EXTRACTION_WRITERS: Mapping[str, Callable[[ExtractionView], bytes]] = {
    "json": _write_json,
    "csv": _write_csv,
    "xlsx": _write_xlsx,
}
