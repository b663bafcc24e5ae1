"""A long document in parts that fit a question, cut where a paragraph ends."""

from collections.abc import Iterator

SIZE = 12_000
"""Code points: about 4,000 tokens of English, or as many as a model reads well of Nepali."""


def windows(text: str, size: int = SIZE) -> Iterator[tuple[int, str]]:
    """Each part with where it begins.

    >>> list(windows("one\\n\\ntwo", size=6))
    [(0, 'one\\n\\n'), (5, 'two')]
    """
    start = 0
    while start < len(text):
        end = _cut(text, start, size)
        if part := text[start:end]:
            yield start, part
        start = end


def _cut(text: str, start: int, size: int) -> int:
    """The last paragraph's, line's or word's end before the size is full."""
    if start + size >= len(text):
        return len(text)
    for separator in ("\n\n", "\n", "। ", ". ", " "):
        at = text.rfind(separator, start + size // 2, start + size)
        if at >= 0:
            return at + len(separator)
    return start + size
