"""Finding the place in a folded text that is closest to a quote, in time linear in the text.

Pieces of the quote that occur in the text unchanged (anchors) say where to look. There the smallest
number of edits is computed. Nothing here depends on the script.
"""

from collections import Counter
from collections.abc import Iterator

SHORTEST = 24
"""Letters a quote must have. Shorter ones, names above all, become other words by one edit."""
LONGEST = 2_000
"""Longer quotes are not aligned, because the cost grows with the square of the length."""
THRESHOLD = 0.85
"""The share of letters that must match. Good OCR leaves 95 % and more, poor OCR about 90 %. The
nearest place to 24 unrelated letters, in 150,000 of English or Hindi, keeps half of them, and three
quarters one time in ten; of 16 letters, seven in eight one time in ten, hence `SHORTEST`."""

MOST_ANCHORS = 24
ANCHOR = 12
"""How long an anchor may become, to make it rare."""
COMMON = 48
"""A piece that occurs more often than this is no use as an anchor."""
MOST_PLACES = 4


def closest_match(quote: str, text: str) -> tuple[int, int, float] | None:
    """The closest place and its similarity, if that is at least `THRESHOLD`.

    Both texts are folded. Of equally close places the first is taken.
    """
    if not SHORTEST <= len(quote) <= LONGEST:
        return None
    most = int(len(quote) * (1 - THRESHOLD))
    best: tuple[int, int, int] | None = None
    for low, high, fewest in _windows(quote, text, most):
        if fewest > (best[0] if best else most):
            continue
        distance, end = _nearest_end(quote, text[low:high])
        if distance <= most and (best is None or (distance, low + end) < best[:2]):
            best = distance, low + end, low
    if best is None:
        return None
    distance, end, low = best
    _, length = _nearest_end(quote[::-1], text[low:end][::-1])
    return end - length, end, round(1 - distance / len(quote), 4)


def _windows(quote: str, text: str, most: int) -> list[tuple[int, int, int]]:
    """The windows that most anchors point at, each with the fewest edits it can need.

    A window is wide enough for `most` edits. An anchor that does not point at it, or at the
    windows beside it, was edited there; one edit spoils two overlapping anchors at most.
    """
    width = 2 * most + 1
    anchors = list(_anchors(quote, text, most))
    votes = Counter((at - offset) // width for offset, places in anchors for at in places)
    near = {each: votes[each - 1] + votes[each] + votes[each + 1] for each in list(votes)}
    likely = sorted(near, key=lambda each: (-near[each], each))[:MOST_PLACES]
    return [
        (
            max(0, each * width - most),
            (each + 1) * width + len(quote) + most,
            (len(anchors) - near[each]) // 2,
        )
        for each in likely
    ]


def _anchors(quote: str, text: str, most: int) -> Iterator[tuple[int, list[int]]]:
    """Pieces of the quote and where each occurs in the text, without the common ones.

    A quote cut into one more piece than there may be edits has at least one unedited piece.
    """
    pieces = min(most + 1, MOST_ANCHORS)
    step = len(quote) / pieces
    for offset in (int(number * step) for number in range(pieces)):
        length = min(int(step), ANCHOR)
        places = _places(quote[offset : offset + length], text)
        while len(places) > COMMON and length < ANCHOR:
            length = min(length + 3, ANCHOR)
            places = _places(quote[offset : offset + length], text)
        if len(places) <= COMMON:
            yield offset, places


def _places(piece: str, text: str) -> list[int]:
    """Where a piece occurs, up to one more place than is useful."""
    places: list[int] = []
    at = text.find(piece)
    while at >= 0 and len(places) <= COMMON:
        places.append(at)
        at = text.find(piece, at + 1)
    return places


def _nearest_end(quote: str, text: str) -> tuple[int, int]:
    """The fewest edits that turn the quote into a part of the text, and where that part ends.

    Myers' bit-parallel search (1999): one column of the table of edit distances is two integers of
    as many bits as the quote has letters, so a step costs a few operations, not one per letter.
    """
    last = 1 << (len(quote) - 1)
    letters: dict[str, int] = {}
    for place, letter in enumerate(quote):
        letters[letter] = letters.get(letter, 0) | 1 << place
    every = (last << 1) - 1
    rises, falls, distance = every, 0, len(quote)
    best, best_end = distance, 0
    for end, letter in enumerate(text, start=1):
        same = letters.get(letter, 0)
        zero = (((same & rises) + rises) ^ rises) | same | falls
        up, down = falls | (every & ~(zero | rises)), rises & zero
        distance += bool(up & last) - bool(down & last)
        up, down = up << 1, down << 1
        rises, falls = (down | (every & ~(zero | up))) & every, up & zero & every
        if distance <= best:
            best, best_end = distance, end
    return best, best_end
