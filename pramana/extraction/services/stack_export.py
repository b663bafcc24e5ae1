"""Exports a table as CSV, XLSX or JSON, page by page so that memory use stays flat.

No text from a document can become a formula in a spreadsheet.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import IO, TYPE_CHECKING, Any

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks import RowView, TableView, value_as_text
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


WRITERS: Mapping[str, TableWriter] = {"csv": write_csv, "xlsx": write_xlsx, "json": write_json}
