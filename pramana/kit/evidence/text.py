"""Where a quote stands in a text: the exact words, the same words, nearly the words, or nowhere."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from pramana.kit.evidence.contracts import Alignment, Span
from pramana.kit.evidence.folding import FoldedText, folded, nfc
from pramana.kit.evidence.fuzzy import closest

TRIES = 64
"""How many occurrences are looked at for one that stands free; then the first will do."""

NUMBER = re.compile(r"\d+")


class Text:
    """An NFC text in which many quotes are looked for; what that takes is made once.

    >>> Text("here are two\\n words").locate("two words")
    Span(start=9, end=19, alignment=<Alignment.NORMALISED: 'normalised'>, similarity=1.0)
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def locate(self, quote: str, *, fuzzy: bool = True) -> Span | None:
        """Find a quote, or say that it is not there; `fuzzy=False` asks for word for word.

        A model is believed about which words matter, never about where they are. Of several
        occurrences the first that is not part of a longer word is taken: "Ram" is rather the Ram
        who comes after Ramesh than three letters of Ramesh.
        """
        wanted = nfc(quote).strip()
        if not wanted:
            return None
        span = self._exact(wanted) or self._normalised(folded(wanted))
        return self._fuzzy(wanted) if span is None and fuzzy else span

    @cached_property
    def _folded(self) -> FoldedText:
        return FoldedText(self.text)

    def _exact(self, wanted: str) -> Span | None:
        places = ((at, at + len(wanted)) for at in _occurrences(wanted, self.text))
        return self._free(places, Alignment.EXACT)

    def _normalised(self, wanted: str) -> Span | None:
        whole = (
            self._folded.place(at, at + len(wanted))
            for at in _occurrences(wanted, self._folded.text)
            if self._folded.is_whole(at, at + len(wanted))
        )
        return self._free(whole, Alignment.NORMALISED)

    def _fuzzy(self, wanted: str) -> Span | None:
        """Nearly the words, with every number of the quote: another number is another claim."""
        found = closest(folded(wanted), self._folded.text)
        if found is None:
            return None
        start, end = self._folded.place(found[0], found[1])
        if not _numbers(wanted) <= _numbers(self.text[start:end]):
            return None
        return Span(start, end, Alignment.FUZZY, found[2])

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
        return 0 < at < len(self.text) and in_word(self.text[at - 1]) and in_word(self.text[at])


def locate(quote: str, text: str, *, fuzzy: bool = True) -> Span | None:
    """Find one quote in an NFC text. For several in the same text make a `Text` of it."""
    return Text(text).locate(quote, fuzzy=fuzzy)


def _occurrences(wanted: str, text: str) -> Iterator[int]:
    """Where the words stand; a bounded number, so that no text makes this more than linear."""
    at = text.find(wanted) if wanted else -1
    for _ in range(TRIES):
        if at < 0:
            return
        yield at
        at = text.find(wanted, at + 1)


def in_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"


def _numbers(text: str) -> Counter[str]:
    """The numbers of a text, whatever script their digits are in."""
    return Counter(
        "".join(str(unicodedata.decimal(digit)) for digit in number)
        for number in NUMBER.findall(text)
    )
