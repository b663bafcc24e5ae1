"""Evidence: the place in a text that supports a value, and how a quote is found there.

A quote is looked for as its exact words, then as the same words written differently, then as nearly
the same words. Every claim in the product points at its source with these values.
"""

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from uuid import UUID

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


class Alignment(StrEnum):
    """How a quote's place was found, surest first."""

    EXACT = "exact"
    NORMALISED = "normalised"
    """The same words, written differently: white space, case, typographic marks (`fold`)."""
    FUZZY = "fuzzy"
    """Nearly the same words, never all of them; `Span.similarity` says how nearly."""


@dataclass(frozen=True)
class Span:
    """Half-open range of code points in NFC text, and how it was found."""

    start: int
    end: int
    alignment: Alignment
    similarity: float = 1.0
    """The share of the quote's letters that were found, 1.0 unless fuzzy."""


@dataclass(frozen=True)
class Evidence:
    """A quote and its place in a source."""

    source_id: UUID
    start: int
    end: int
    page: int | None
    quote: str
    alignment: Alignment
    similarity: float = 1.0


VISIBLE_FORMAT_CHARACTERS = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2"
)
"""Visible signs of Arabic and Syriac that Unicode classifies as format characters."""

QUOTES = frozenset("\"'`´ʹʺʻʼˈ′″‵‶「」『』＂＇")
DISTINCT = frozenset({"<super>", "<sub>", "<fraction>", "<circle>", "<square>"})
"""Compatibility forms that mean something else than their letters: 10² is not 102."""


def nfc(text: str) -> str:
    """The form in which texts are stored and offsets are counted."""
    return unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """The text in a form that is the same for every way of writing the same words.

    White space and invisible characters (soft hyphens, zero-width joiners and spaces, direction
    marks, variation selectors) are removed. Case, ligatures, full-width and presentation forms,
    quotation marks and dashes are unified. Digits of different scripts, accents and other
    punctuation are kept.

    >>> fold("The \\ufb01rst “evalu\\u00adation” – 2\\u00a0050")
    "thefirst'evaluation'-2050"
    """
    return "".join([_FOLDS[char] for char in text])


class FoldedText:
    """The folded form of a text, which remembers where in the text each letter came from."""

    def __init__(self, text: str) -> None:
        pieces = [_FOLDS[char] for char in text]
        self.text = "".join(pieces)
        self._ends = array("Q", accumulate(map(len, pieces)))

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original text for a range of the folded text."""
        return bisect_right(self._ends, start), bisect_left(self._ends, end) + 1

    def is_whole(self, start: int, end: int) -> bool:
        """Whether a range cuts through no original character, such as the "f" of "ﬁ"."""
        first, last = self.place(start, end)
        begins = self._ends[first - 1] if first else 0
        return begins == start and self._ends[last - 1] == end


class _Folds(dict[str, str]):
    """What each character folds to, computed when it is first needed."""

    def __missing__(self, char: str) -> str:
        self[char] = result = _fold_character(char)
        return result


_FOLDS = _Folds()


def _fold_character(char: str) -> str:
    if _invisible(char):
        return ""
    kind = unicodedata.category(char)
    if char in QUOTES or kind in ("Pi", "Pf") or char in "‚„":
        return "'"
    if kind == "Pd" or char == "\u2212":  # the minus sign is filed under mathematics
        return "-"
    tag = unicodedata.decomposition(char).partition(" ")[0]
    compatible = tag.startswith("<") and tag not in DISTINCT
    plain = unicodedata.normalize("NFKD" if compatible else "NFD", char).casefold()
    letters = unicodedata.normalize("NFD", plain)
    return "".join(letter for letter in letters if not _invisible(letter))


def _invisible(char: str) -> bool:
    if char.isspace() or char == "\u034f" or "\ufe00" <= char <= "\ufe0f":
        return True
    return unicodedata.category(char) in ("Cf", "Cc") and char not in VISIBLE_FORMAT_CHARACTERS


TRIES = 64
"""How many occurrences are checked for one that is a whole word; then the first is taken."""

NUMBER = re.compile(r"\d+")


class Text:
    """An NFC text in which many quotes are looked for; its folded form is computed once.

    >>> Text("here are two\\n words").locate("two words")
    Span(start=9, end=19, alignment=<Alignment.NORMALISED: 'normalised'>, similarity=1.0)
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def locate(self, quote: str, *, fuzzy: bool = True) -> Span | None:
        """Find a quote; None if it is not there. With `fuzzy=False` every word must match.

        A model is believed about which words matter, never about where they are. Of several
        occurrences the first that is not part of a longer word is taken: for "Ram" the name Ram,
        even if Ramesh comes first.
        """
        words = nfc(quote).strip()
        if not words:
            return None
        span = self._exact(words) or self._normalised(fold(words))
        return self._fuzzy(words) if span is None and fuzzy else span

    @cached_property
    def _folded(self) -> FoldedText:
        return FoldedText(self.text)

    def _exact(self, words: str) -> Span | None:
        places = ((at, at + len(words)) for at in _occurrences(words, self.text))
        return self._free(places, Alignment.EXACT)

    def _normalised(self, words: str) -> Span | None:
        whole = (
            self._folded.place(at, at + len(words))
            for at in _occurrences(words, self._folded.text)
            if self._folded.is_whole(at, at + len(words))
        )
        return self._free(whole, Alignment.NORMALISED)

    def _fuzzy(self, words: str) -> Span | None:
        """Nearly the same words and every number: another number is another claim."""
        match = closest_match(fold(words), self._folded.text)
        if match is None:
            return None
        start, end = self._folded.place(match[0], match[1])
        if not _numbers(words) <= _numbers(self.text[start:end]):
            return None
        return Span(start, end, Alignment.FUZZY, match[2])

    def _free(self, places: Iterator[tuple[int, int]], alignment: Alignment) -> Span | None:
        """The first place that is not part of a longer word, else the first."""
        first = None
        for start, end in places:
            if not (self._joined(start) or self._joined(end)):
                return Span(start, end, alignment)
            first = first or Span(start, end, alignment)
        return first

    def _joined(self, at: int) -> bool:
        """Whether the characters on both sides of a place belong to one word."""
        return (
            0 < at < len(self.text)
            and is_word_character(self.text[at - 1])
            and is_word_character(self.text[at])
        )


def locate(quote: str, text: str, *, fuzzy: bool = True) -> Span | None:
    """Find one quote in an NFC text. For several quotes in the same text use `Text`."""
    return Text(text).locate(quote, fuzzy=fuzzy)


def _occurrences(words: str, text: str) -> Iterator[int]:
    """Where the words occur; a bounded number, so that the cost stays linear in the text."""
    at = text.find(words) if words else -1
    for _ in range(TRIES):
        if at < 0:
            return
        yield at
        at = text.find(words, at + 1)


def is_word_character(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"


def _numbers(text: str) -> Counter[str]:
    """The numbers of a text, in any script, as ASCII digits."""
    return Counter(
        "".join(str(unicodedata.decimal(digit)) for digit in number)
        for number in NUMBER.findall(text)
    )
