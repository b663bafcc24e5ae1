"""What the list under the search box is made of: kinds, and a few lines of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.web.words import Words

FEW = 4
"""Of each kind: enough to see that it is there."""
LONGEST_LINE = 160


@dataclass(frozen=True)
class Line:
    title: str
    detail: str
    address: str


@dataclass(frozen=True)
class Group:
    label: Words
    icon: str
    lines: Sequence[Line]


def cut(text: str) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE].rstrip()}…"
