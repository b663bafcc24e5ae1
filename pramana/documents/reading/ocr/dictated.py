"""A page that a service has read: its Markdown as text, with headings and tables in place."""

import re
from itertools import groupby
from typing import Any

from pramana.documents.reading.builder import PageBuilder
from pramana.documents.reading.ocr.port import Recognised

PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
HEADING = re.compile(r"(#{1,6})\s+(.+)")
ROW = re.compile(r"\|.*\|\s*$")
RULE = re.compile(r"\|[\s:|-]+\|\s*$")
EMPHASIS = re.compile(r"(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1")
ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|~$-])")


class Dictated:
    """An engine whose reading was done already, by whoever `name` says."""

    def __init__(self, name: str, markdown: str) -> None:
        self.name, self._markdown = name, markdown

    def read(self, image: Any, dpi: int) -> Recognised:
        page = PageBuilder()
        lines = PICTURE.sub("", self._markdown).splitlines()
        for is_row, group in groupby(map(str.strip, lines), key=lambda line: bool(ROW.match(line))):
            if is_row:
                page.table([_cells(line) for line in group if not RULE.match(line)])
            else:
                _add_lines(page, list(group))
        return Recognised(page.text, (), None, page.tables, page.headings)


def _add_lines(page: PageBuilder, lines: list[str]) -> None:
    for line in lines:
        heading = HEADING.match(line)
        if heading:
            page.heading(_plain(heading[2]), len(heading[1]))
        else:
            page.paragraph(_plain(line))


def _cells(line: str) -> list[str]:
    return [_plain(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def _plain(text: str) -> str:
    """Text without the marks of emphasis and escaping; words are never touched.

    >>> _plain("**Total** of 2\\\\*3 and a_b")
    'Total of 2*3 and a_b'
    """
    return ESCAPED.sub(r"\1", EMPHASIS.sub(r"\2", text))
