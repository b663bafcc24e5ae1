"""Rich text (.rtf): the words without the formatting, with headings, lists and tables inferred."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.page_builder import PageBuilder, remove_control_characters
from pramana.documents.reading.text import text_content
from pramana.kit.evidence import nfc

TITLE = re.compile(r"\{\\info[^{}]*\{\\title ([^{}\\]{1,300})\}")
CODE_PAGE = re.compile(r"\\ansicpg(\d{3,5})")
CELL_END = re.compile(r"\|[ \t]*$", re.MULTILINE)


def rich_text_title(path: str) -> str:
    found = TITLE.search(_source(path))
    return found[1].strip() if found else ""


def rich_text_pages(path: str) -> Iterator[PageBuilder]:
    from striprtf import striprtf

    read_rtf: Callable[..., str] = striprtf.rtf_to_text
    source = _source(path)
    page = CODE_PAGE.search(source)
    encoding = f"cp{page[1]}" if page and page[1] != "65001" else "utf-8" if page else "cp1252"
    text = nfc(remove_control_characters(_plain(read_rtf(source, encoding, "replace"))))
    if not text.strip():
        raise Unreadable("The .rtf file contains no text.")
    yield PageBuilder.as_is(text_content(text.strip("\n"), markdown=False))


def _plain(text: str) -> str:
    """The text with rows of tables as they are drawn with bars: `| a | b |`."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join(
        f"| {line.rstrip().rstrip('|').replace('|', ' | ')} |" if CELL_END.search(line) else line
        for line in lines.split("\n")
    )


def _source(path: str) -> str:
    """The file's own characters: ASCII, and where a program broke that rule, its code page."""
    return Path(path).read_bytes().decode("latin-1")
