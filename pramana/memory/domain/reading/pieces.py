"""A long message in pieces that can be read one after the other, each of whole sentences."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pramana.memory.domain.reading.message import Message

LONGEST = 6_000
"""Characters read at once: what a parse takes grows with them, not with the message."""

LOOKED_BACK = 400
"""Characters of the piece before, in which a pronoun may find its person."""

CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
BORDER = re.compile(r"[.!?।॥]+[\"'”’)\]]*\s+|\n+")


def pieces(message: Message) -> Iterator[Message]:
    """The message itself, or its pieces: their words stand in it as they are, so a quote of a
    piece is a quote of the message. Program code says nothing about anybody and is left out."""
    content = message.content
    for first, last in _prose(content):
        start = first
        while start < last:
            end = _end(content, start, last)
            before = (content[max(0, start - LOOKED_BACK) : start],) if start else ()
            yield replace(message, content=content[start:end], before=(*before, *message.before))
            start = end


def _prose(content: str) -> Iterator[tuple[int, int]]:
    """The stretches between fenced code."""
    start = 0
    for code in CODE.finditer(content):
        if content[start : code.start()].strip():
            yield start, code.start()
        start = code.end()
    if content[start:].strip():
        yield start, len(content)


def _end(content: str, start: int, last: int) -> int:
    """Where the last sentence that fits ends; else the last word; else the window itself."""
    limit = start + LONGEST
    if limit >= last:
        return last
    borders = [found.end() for found in BORDER.finditer(content, start + LONGEST // 2, limit)]
    if borders:
        return borders[-1]
    space = content.rfind(" ", start + 1, limit)
    return space + 1 if space > 0 else limit
