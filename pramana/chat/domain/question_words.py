"""The words by which questions say what they want, read from `question_words.txt`.

English, Nepali, Hindi and romanised Nepali stand side by side. Each line of a section is a pattern
or a list of words, as the section's comment says.
"""

import re
from functools import cache
from importlib.resources import files

EDGE = r"[\w\u0900-\u0963]"
"""What may not stand beside a whole word."""


@cache
def _sections() -> dict[str, tuple[str, ...]]:
    sections: dict[str, list[str]] = {}
    text = files(__package__).joinpath("question_words.txt").read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]") and line[1:-1].replace("_", "").isupper():
            current = sections.setdefault(line[1:-1], [])
        elif line.strip() and not line.startswith("#"):
            current.append(line.strip())
    return {name: tuple(lines) for name, lines in sections.items()}


def lines_of(section: str) -> tuple[str, ...]:
    """The lines of a section."""
    return _sections()[section]


def words_of(section: str) -> frozenset[str]:
    """All words of a section.

    >>> "कति" in words_of("INTERROGATIVES")
    True
    """
    return frozenset(word for line in lines_of(section) for word in line.split())


def families_of(section: str) -> list[list[str]]:
    """Words that belong together: those of a line, or of its parts between bars."""
    return [part.split() for line in lines_of(section) for part in line.split("|")]


@cache
def pattern_of(*sections: str) -> re.Pattern[str]:
    """One pattern for the lines of these sections; each matches whole words only."""
    return whole_words(*(line for section in sections for line in lines_of(section)))


def whole_words(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!{EDGE})(?:{'|'.join(alternatives)})(?!{EDGE})", re.I | re.S)
