"""How much of a paper's form is read: headings, items of lists, and cells with their names.

Forty files are made from three papers, as converters, programs, printers and scanners write them.
A heading counts if a section has its name, an item if it is an item of a list, and a cell if its
value stands under its column's name and beside its row's name. Found ones that are none count
against headings and items (F1); for cells it is the share that is right. Then the cells of tables
without a grid of lines: PDFs in 32 styles, and 25 scans, some turned. `--keep DIR` keeps the files,
and `--only tables` reads the PDFs in 32 styles alone, which needs no browser.
"""

import argparse
import os
import re
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench._reading_one import ASSETS
from bench._reading_papers import MadePaper, write_papers
from bench._reading_scans import write_scans
from bench._reading_tables import write_tables
from pramana.documents.reading.contracts import PageText, ReadOptions
from pramana.documents.reading.file_reader import read_pages
from pramana.documents.structure import DocumentStructure
from pramana.documents.structure_builder import StructuredPage, build_structure

PAGE_BREAK = "\n\n"
SPACE = re.compile(r"\s+")
KINDS = ("headings", "items", "cells")


def main(argv: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="bench reading", description=__doc__)
    parser.add_argument("--keep", type=Path, help="a folder for the files")
    parser.add_argument(
        "--browser", default=os.environ.get("PRAMANA_CHROMIUM", "/usr/bin/chromium")
    )
    parser.add_argument("--only", choices=["tables"], help="read no other files")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        drawn = {
            name: _cells_right(cells, _read(folder / name)[1])
            for name, cells in write_tables(folder).items()
        }
        open_tables = {**drawn, "all": round(sum(drawn.values()) / len(drawn), 3)}
        if arguments.only:
            return {"open_tables": open_tables}
        papers = write_papers(folder, arguments.browser)
        scores = {name: score(paper, *_read(folder / name)) for name, paper in papers.items()}
        tables = write_scans(folder, arguments.browser)
        cells = {
            name: _cells_right(table.cells, _read(folder / name)[1])
            for name, table in tables.items()
        }
    return {
        "files": scores,
        **by_form(scores),
        "open_tables": open_tables,
        "scanned_tables": by_style(cells),
    }


def _read(path: Path) -> tuple[str, DocumentStructure]:
    pages = list(read_pages(str(path), path.name, options=ReadOptions(assets=str(ASSETS))))
    return structure_of_pages(pages)


def structure_of_pages(pages: list[PageText]) -> tuple[str, DocumentStructure]:
    at, stored = 0, []
    for page in pages:
        end = at + len(page.text)
        parts = (page.headings, page.tables, page.blocks)
        stored.append(StructuredPage(page.number, at, end, *parts))
        at = end + len(PAGE_BREAK)
    text = PAGE_BREAK.join(page.text for page in pages)
    return text, build_structure(text, stored)


def score(paper: MadePaper, text: str, found: DocumentStructure) -> dict[str, float]:
    headings = [section.title for section in found.sections]
    items = [text[item.body : item.end] for each in found.lists for item in each.items]
    return {
        "headings": _f1(paper.headings, headings),
        "items": _f1(paper.items, items),
        "cells": _cells_right(paper.cells, found),
    }


def _cells_right(known: Sequence[tuple[str, str, str]], found: DocumentStructure) -> float:
    """The share of cells whose value stands under its column's name and beside its row's."""
    cells = {
        (
            _plain(table.row_name(cell.row)),
            _plain(table.column_name(cell.column)),
            _plain(cell.text),
        )
        for table in found.tables
        for row in table.body
        for cell in row
        if cell.text
    }
    wanted = [(_plain(row), _plain(column), _plain(value)) for row, column, value in known]
    return round(sum(cell in cells for cell in wanted) / len(wanted), 3)


def _f1(wanted: list[str], found: list[str]) -> float:
    expected, actual = {_plain(one) for one in wanted}, {_plain(one) for one in found}
    right = len(expected & actual)
    return round(2 * right / (len(expected) + len(actual)), 3) if actual else 0.0


def _plain(text: str) -> str:
    """Letters and signs without spaces, which OCR and line ends change."""
    return SPACE.sub("", text).casefold()


def by_form(scores: dict[str, dict[str, float]]) -> dict[str, Any]:
    """Means by the form of the file and over all files."""
    forms: dict[str, list[dict[str, float]]] = defaultdict(list)
    for name, one in scores.items():
        forms[name.rsplit("-", 1)[0]].append(one)
    return {
        "forms": {form: _means(each) for form, each in sorted(forms.items())},
        "all": _means(list(scores.values())),
    }


def by_style(cells: dict[str, float]) -> dict[str, float]:
    """Means by the style of a scanned table and over all of them."""
    styles: dict[str, list[float]] = defaultdict(list)
    for name, share in cells.items():
        styles[name.split("-")[1]].append(share)
        styles["all"].append(share)
    return {style: round(sum(each) / len(each), 3) for style, each in styles.items()}


def _means(scores: list[dict[str, float]]) -> dict[str, float]:
    return {kind: round(sum(one[kind] for one in scores) / len(scores), 3) for kind in KINDS}
