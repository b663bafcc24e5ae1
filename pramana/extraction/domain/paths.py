"""Paths into nested values: `items[2].price`, and `a["b.c"]` for keys with dots or brackets."""

import json
import re
from typing import Final

from pramana.extraction.errors.extractions import BadPath

Path = tuple[str | int, ...]
"""Keys and indexes from the top."""

LONGEST: Final = 1_000
DEEPEST: Final = 32
PLAIN: Final = re.compile(r'[^.\[\]"\s](?:[^.\[\]"]*[^.\[\]"\s])?')
INDEX: Final = re.compile(r"\[(\d{1,7})\]")
QUOTED: Final = re.compile(r'\[("(?:[^"\\]|\\.)*")\]')


def parse_path(written: str) -> Path:
    """The keys and indexes of a path.

    >>> parse_path("items[2].price")
    ('items', 2, 'price')
    >>> parse_path('a["b.c"]')
    ('a', 'b.c')
    """
    if not written or len(written) > LONGEST:
        raise BadPath(written, "it is empty or too long")
    parts: list[str | int] = []
    at = 0
    while at < len(written):
        part, at = _part(written, at, first=not parts)
        parts.append(part)
    if len(parts) > DEEPEST:
        raise BadPath(written, f"it is deeper than {DEEPEST} levels")
    if isinstance(parts[0], int):
        raise BadPath(written, "it begins with an index, and the top is an object")
    return tuple(parts)


def format_path(path: Path) -> str:
    """The path as it is written, so that `parse_path` reads it back.

    >>> format_path(("items", 2, "unit price", "b.c"))
    'items[2].unit price["b.c"]'
    """
    written = ""
    for part in path:
        if isinstance(part, int):
            written += f"[{part}]"
        elif PLAIN.fullmatch(part):
            written += f".{part}" if written else part
        else:
            written += f"[{json.dumps(part, ensure_ascii=False)}]"
    return written


def touches(one: Path, other: Path) -> bool:
    """Whether one of two paths lies on the way to the other."""
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]


def _part(written: str, at: int, *, first: bool) -> tuple[str | int, int]:
    """The next key or index, and where the rest begins."""
    if written[at] == "[":
        return _bracketed(written, at)
    if not first:
        if written[at] != ".":
            raise BadPath(written, f"there should be a dot or a bracket at {written[at:]!r}")
        at += 1
    if key := PLAIN.match(written, at):
        return key.group(), key.end()
    raise BadPath(written, f"there is no key at {written[at:]!r}")


def _bracketed(written: str, at: int) -> tuple[str | int, int]:
    if index := INDEX.match(written, at):
        return int(index.group(1)), index.end()
    if key := QUOTED.match(written, at):
        try:
            return str(json.loads(key.group(1))), key.end()
        except ValueError as error:
            raise BadPath(written, f"the key in quotes cannot be read: {error}") from error
    raise BadPath(written, 'in brackets stands an index, as in [2], or a key, as in ["b.c"]')
