"""Where a long text may be cut without cutting a paragraph, a line or a word."""

import re

BREAKS = (re.compile(r"\n[ \t]*\n\s*"), re.compile(r"\n"), re.compile(r"\s"))
"""Where a long page may be cut: between paragraphs, else between lines, else between words."""


def last_break(text: str) -> int:
    """Where to end a text that goes on: at the best break of its second half."""
    for pattern in BREAKS:
        ends = [found.end() for found in pattern.finditer(text, len(text) // 2)]
        if ends:
            return ends[-1]
    return len(text)


def first_break(text: str) -> int:
    """Where to begin a text that began before: at the best break of its first half."""
    for pattern in BREAKS:
        found = pattern.search(text, 0, len(text) // 2)
        if found:
            return found.end()
    return 0
