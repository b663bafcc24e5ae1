"""The lines of a text, and a value that was read from one of them."""

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class ReadValue(Generic[T]):
    """A value, how sure it is and why, and the words that support it; no quote if inferred."""

    value: T
    confidence: float
    why: str
    quote: str | None = None
    start: int = -1
    end: int = -1


@dataclass(frozen=True)
class MetadataLine:
    """A line of the text without the white space around it."""

    text: str
    start: int
    index: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    def value(self, start: int, end: int, confidence: float, why: str) -> ReadValue[str]:
        """A part of this line as a value with its quote."""
        words = self.text[start:end]
        return ReadValue(words, confidence, why, words, self.start + start, self.start + end)


_LINE = re.compile(r"[^\n\f\r]+")
_MARKUP = re.compile(r"^[\s#>*_|]+|[\s*_|]+$")


def text_lines(text: str) -> list[MetadataLine]:
    """The lines that hold a letter or digit, without Markdown's marks around them."""
    lines: list[MetadataLine] = []
    for match in _LINE.finditer(text):
        before = _MARKUP.match(match.group())
        start = match.start() + (before.end() if before else 0)
        words = _MARKUP.sub("", match.group())
        if any(char.isalnum() for char in words):
            lines.append(MetadataLine(words, start, len(lines)))
    return lines
