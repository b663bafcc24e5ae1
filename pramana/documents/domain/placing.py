"""From words of a text to their places on the page's picture.

A page's boxes stand in the file's order and its text in reading order, so places are not matched
by counting: the quote's words are followed through the boxes, and the tightest way wins.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from pramana.documents.domain.paper import WordBox
from pramana.language.tokens import terms

PIECE = re.compile(r"\S+")
FAR = 200
"""Boxes to the next word; beyond, it belongs to something else."""

MISSING = 25
"""What a word without a box costs, in boxes skipped."""


def boxes_of_words(text: str, start: int, end: int, boxes: Sequence[WordBox]) -> list[WordBox]:
    """The boxes of the words that `text[start:end]` touches, as one box per stretch of line."""
    pieces = list(PIECE.finditer(text))
    wanted = [
        _key(piece.group()) for piece in pieces if piece.start() < end and piece.end() > start
    ]
    before = [_key(piece.group()) for piece in pieces if piece.end() <= start]
    return _lines(
        [boxes[at] for at in _followed(wanted, before, [_key(box.word) for box in boxes])]
    )


def _key(word: str) -> str:
    return "".join(terms(word))


def _followed(wanted: list[str], before: list[str], keys: list[str]) -> list[int]:
    """Which boxes the words stand in: the way with the fewest leaps. Where several are alike, the
    one that comes as late among its like as the quote does in the text."""
    known: dict[str, list[int]] = {}
    for at, key in enumerate(keys):
        known.setdefault(key, []).append(at)
    words = [word for word in wanted if word]
    first = next((word for word in words if word in known), None)
    if first is None:
        return []
    words = words[words.index(first) :]
    ways = [_way(words, start, known) for start in known[first]]
    earlier = before.count(first)
    best = min(range(len(ways)), key=lambda n: (ways[n][0], abs(n - earlier)))
    return ways[best][1]


def _way(words: list[str], start: int, known: dict[str, list[int]]) -> tuple[int, list[int]]:
    """Follow the words from a box on; what it costs, and the boxes passed."""
    cost, passed = 0, [start]
    for word in words[1:]:
        places = known.get(word, [])
        place = bisect_right(places, passed[-1])
        if place < len(places) and places[place] - passed[-1] <= FAR:
            cost += places[place] - passed[-1] - 1
            passed.append(places[place])
        else:
            cost += MISSING
    return cost, passed


def _lines(boxes: list[WordBox]) -> list[WordBox]:
    lines: list[list[WordBox]] = [boxes[:1]] if boxes else []
    for last, box in pairwise(boxes):
        if _beside(last, box):
            lines[-1].append(box)
        else:
            lines.append([box])
    return [_around(line) for line in lines]


def _beside(last: WordBox, box: WordBox) -> bool:
    """Whether a box follows another on its line."""
    shared = min(last.y1, box.y1) - max(last.y0, box.y0)
    height = min(last.y1 - last.y0, box.y1 - box.y0)
    return shared > height / 2 and box.x0 >= last.x0


def _around(line: list[WordBox]) -> WordBox:
    return WordBox(
        " ".join(box.word for box in line),
        min(box.x0 for box in line),
        min(box.y0 for box in line),
        max(box.x1 for box in line),
        max(box.y1 for box in line),
    )
