"""A value read from a text, and the lines it is looked for in."""

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Found(Generic[T]):
    """A value, how sure it is and why, and the words it rests on. No words: it was inferred."""

    value: T
    confidence: float
    why: str
    quote: str | None = None
    start: int = -1
    end: int = -1


@dataclass(frozen=True)
class Line:
    """A line of the text without the white space around it."""

    text: str
    start: int
    index: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    def found(self, start: int, end: int, confidence: float, why: str) -> Found[str]:
        """Words of this line, as a value."""
        words = self.text[start:end]
        return Found(words, confidence, why, words, self.start + start, self.start + end)


_LINE = re.compile(r"[^\n\f\r]+")
_MARKUP = re.compile(r"^[\s#>*_|]+|[\s*_|]+$")


def lines_of(text: str) -> list[Line]:
    """The lines that hold a letter or digit, without a Markdown heading's signs."""
    lines: list[Line] = []
    for match in _LINE.finditer(text):
        before = _MARKUP.match(match.group())
        start = match.start() + (before.end() if before else 0)
        words = _MARKUP.sub("", match.group())
        if any(char.isalnum() for char in words):
            lines.append(Line(words, start, len(lines)))
    return lines
