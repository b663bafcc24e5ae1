"""Words within one document, found as search finds them: by their stem, in any inflection.

A long text is not cut into words for this. Its places that begin like a wanted word are looked at,
and only there is a word taken and compared, so three thousand pages take a fraction of a second.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pramana.language.function_words import content_stems
from pramana.language.stems import stem
from pramana.language.tokens import WORD, fold, terms

NEAR = 90
"""Code points between two words that still stand together."""

LONGEST = 3 * NEAR
"""Code points of a place; a word that comes in every line makes many places, not one."""

MOST = 20_000
"""More words than anyone walks through."""

SPARED = 2
"""Letters at a stem's end that inflection may change: study, studies."""

JOINED = re.compile(
    r"[^\W_][\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u200c\u200d]+$"
)
"""A letter with its marks. A mark that follows no letter joins nothing."""
MOST_MARKS = 16
BEGINS = r"(?<![^\W_])"
DIGITS = str.maketrans("0123456789", "०१२३४५६७८९")

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """Words that stand together: one line in a list of what was found."""

    marks: tuple[Range, ...]

    @property
    def start(self) -> int:
        return self.marks[0][0]

    @property
    def end(self) -> int:
        return self.marks[-1][1]


def find_words(text: str, query: str) -> list[Range]:
    """Where the query's words stand, in whatever form; words like "the" only when alone.

    >>> find_words("Bridges, and a bridge.", "the bridge")
    [(0, 7), (15, 21)]
    """
    return list(_found(text, query))


def places(found: Sequence[Range]) -> list[Place]:
    """Near words as one place each.

    >>> [place.start for place in places([(0, 3), (10, 14), (900, 905)])]
    [0, 900]
    """
    groups: list[list[Range]] = []
    for start, end in found:
        last = groups[-1] if groups else None
        if last and start - last[-1][1] <= NEAR and end - last[0][0] <= LONGEST:
            last.append((start, end))
        else:
            groups.append([(start, end)])
    return [Place(tuple(group)) for group in groups]


def _found(text: str, query: str) -> Iterator[Range]:
    asked = terms(query)
    wanted = set(content_stems(stem(term) for term in asked))
    if not wanted:
        return
    beginnings = {each for term in asked if stem(term) in wanted for each in _beginnings(term)}
    pattern = re.compile(BEGINS + "(?:" + "|".join(map(re.escape, sorted(beginnings))) + ")")
    count = 0
    for candidate in pattern.finditer(_lowered(text)):
        at = candidate.start()
        word = None if JOINED.search(text, max(0, at - MOST_MARKS), at) else WORD.match(text, at)
        if word and stem(fold(word.group())) in wanted:
            yield word.span()
            count += 1
            if count == MOST:
                return


def _beginnings(term: str) -> set[str]:
    """How words of this stem begin: numbers in either script, letters up to where they differ."""
    root = stem(term)
    if root.isdecimal():
        return {root, root.translate(DIGITS)}
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(term, root, strict=False))
    shared = "".join(letter for letter, _ in alike)
    return {shared[: max(1, len(shared) - SPARED)]} if shared else {term[0], root[0]}


def _lowered(text: str) -> str:
    """In lower case, without moving a single place."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)
