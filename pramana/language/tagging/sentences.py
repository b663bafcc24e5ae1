"""A text in stretches that one tagger can read: sentences, each in mostly one script."""

import re
from collections.abc import Iterator

END = re.compile(r"[।॥?!]+|\n+|(?<=[A-Za-z]{4})\.(?=\s+[\u0904-\u0939])")
"""A full stop ends one only after an English word: Nepali abbreviates with it (डा., वि.सं.)."""
LONGEST = 1200
"""Characters. What has no full stop for so long is cut at a space: a list, a table, a scan."""

DEVANAGARI = re.compile(r"[\u0904-\u0939\u0958-\u0961]")
NOT_DEVANAGARI = re.compile(r"[^\u0900-\u0963\u0970-\u097f]+")
LATIN = re.compile(r"[A-Za-z]")


def nepali_stretches(text: str) -> Iterator[tuple[int, int]]:
    """The sentences that hold Devanagari letters."""
    for start, end in _sentences(text):
        if DEVANAGARI.search(text, start, end):
            yield start, end


def latin_stretches(text: str) -> Iterator[tuple[int, int]]:
    """The longest stretches without Devanagari letters that hold Latin ones."""
    for match in NOT_DEVANAGARI.finditer(text):
        if LATIN.search(match.group()):
            yield match.span()


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in [match.end() for match in END.finditer(text)] + [len(text)]:
        while end - start > LONGEST:
            space = text.rfind(" ", start + 1, start + LONGEST)
            cut = space if space > 0 else start + LONGEST
            yield start, cut
            start = cut
        if end > start:
            yield start, end
        start = end
