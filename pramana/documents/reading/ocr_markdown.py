"""The text of a page that an OCR service returned as Markdown."""

import re
from itertools import groupby

from pramana.documents.reading.contracts import RecognisedText
from pramana.documents.reading.page_builder import PageBuilder

MARKDOWN_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
MARKDOWN_HEADING = re.compile(r"(#{1,6})\s+(.+)")
MARKDOWN_ROW = re.compile(r"\|.*\|\s*$")
MARKDOWN_RULE = re.compile(r"\|[\s:|-]+\|\s*$")
MARKDOWN_EMPHASIS = re.compile(r"(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1")
MARKDOWN_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|~$-])")


def read_markdown(markdown: str) -> RecognisedText:
    """The text of a page that an OCR service returned as Markdown, with headings and tables."""
    page = PageBuilder()
    lines = MARKDOWN_IMAGE.sub("", markdown).splitlines()
    for is_row, group in groupby(
        map(str.strip, lines), key=lambda line: bool(MARKDOWN_ROW.match(line))
    ):
        if is_row:
            page.table([_cells(line) for line in group if not MARKDOWN_RULE.match(line)])
        else:
            _add_lines(page, list(group))
    return RecognisedText(page.text, page.headings, page.tables)


def _add_lines(page: PageBuilder, lines: list[str]) -> None:
    for line in lines:
        heading = MARKDOWN_HEADING.match(line)
        if heading:
            page.heading(_plain_text(heading[2]), len(heading[1]))
        else:
            page.paragraph(_plain_text(line))


def _cells(line: str) -> list[str]:
    return [_plain_text(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def _plain_text(text: str) -> str:
    """Text without Markdown emphasis and escapes; words are never changed.

    >>> _plain_text("**Total** of 2\\\\*3 and a_b")
    'Total of 2*3 and a_b'
    """
    return MARKDOWN_ESCAPE.sub(r"\1", MARKDOWN_EMPHASIS.sub(r"\2", text))
