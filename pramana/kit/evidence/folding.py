"""Two ways of writing the same words, made one; and the way back to where they stand."""

import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate

SEEN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
"""Signs of Arabic and Syriac that Unicode files under format characters, but readers see."""

QUOTES = frozenset("\"'`´ʹʺʻʼˈ′″‵‶「」『』＂＇")
DISTINCT = frozenset({"<super>", "<sub>", "<fraction>", "<circle>", "<square>"})
"""Compatibility forms that say something else than their letters: 10² is not 102."""


def nfc(text: str) -> str:
    """The one form in which texts are stored and offsets counted."""
    return unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """The words of a text without the ways of writing them.

    White space and characters nobody sees (soft hyphens, zero-width joiners and spaces, marks of
    direction, variation selectors) are gone. Case, ligatures, full-width and presentation forms,
    kinds of quotation mark and kinds of dash are one. Digits of different scripts, accents and
    punctuation stay what they are.

    >>> folded("The \\ufb01rst “evalu\\u00adation” – 2\\u00a0050")
    "thefirst'evaluation'-2050"
    """
    return "".join([_FOLDS[char] for char in text])


class FoldedText:
    """A text's folded form, made once, in which every letter knows where it came from."""

    def __init__(self, text: str) -> None:
        pieces = [_FOLDS[char] for char in text]
        self.text = "".join(pieces)
        self._ends = array("Q", accumulate(map(len, pieces)))

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original that a range of the folded text came from."""
        return bisect_right(self._ends, start), bisect_left(self._ends, end) + 1

    def is_whole(self, start: int, end: int) -> bool:
        """Whether a range cuts no character of the original: no "f" in "ﬁ", no "e" in "é"."""
        first, last = self.place(start, end)
        begins = self._ends[first - 1] if first else 0
        return begins == start and self._ends[last - 1] == end


class _Folds(dict[str, str]):
    """What each character folds to, worked out when it is first met."""

    def __missing__(self, char: str) -> str:
        self[char] = result = _folded(char)
        return result


_FOLDS = _Folds()


def _folded(char: str) -> str:
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
    return unicodedata.category(char) in ("Cf", "Cc") and char not in SEEN
