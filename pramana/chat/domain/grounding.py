"""Quotes are found, not believed: a sentence is shown when its words stand in its sources."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pramana.chat.contracts.composing import Material, Quote, Sentence
from pramana.kit.evidence import Span, Text, in_word
from pramana.language.function_words import FUNCTION_STEMS
from pramana.language.stems import stem
from pramana.language.tokens import tokens

OWN_NUMBERS = re.compile(r"\s*\[\d+(?:\s*,\s*\d+)*\]")
"""Numbers in brackets that a composer wrote itself. The numbering is ours."""


@dataclass(frozen=True)
class Found:
    """Words that stand in the material of that number, and where in it."""

    source: int
    start: int
    end: int
    words: str


@dataclass(frozen=True)
class Checked:
    """A sentence every quote of which was found."""

    text: str
    found: tuple[Found, ...]

    @property
    def sources(self) -> list[int]:
        return sorted({each.source for each in self.found})


class Checker:
    """The materials of one answer, in which quotes are looked up word for word.

    The composer is believed about which words matter, never about where they are: a quote counts
    when it stands in the material it names, exactly or but for white space, case and typographic
    marks, as whole words, and with at least one word that says something. Quotes that do not are
    left out; a sentence without any is dropped.
    """

    def __init__(self, materials: Sequence[Material]) -> None:
        self._texts = {each.number: Text(each.text) for each in materials}

    def check(self, sentence: Sentence) -> Checked | None:
        found = tuple(
            dict.fromkeys(place for quote in sentence.quotes if (place := self._found(quote)))
        )
        text = OWN_NUMBERS.sub("", " ".join(sentence.text.split())).strip()
        return Checked(text, found) if found and text else None

    def _found(self, quote: Quote) -> Found | None:
        text = self._texts.get(quote.source)
        if text is None or not _says_something(quote.words):
            return None
        span = text.locate(quote.words, fuzzy=False)
        if span is None or not _stands_free(text.text, span):
            return None
        return Found(quote.source, span.start, span.end, text.text[span.start : span.end])


def _says_something(words: str) -> bool:
    """Whether any of the words carries meaning: "of the" stands in every text."""
    return any(stem(token.term) not in FUNCTION_STEMS for token in tokens(words))


def _stands_free(text: str, span: Span) -> bool:
    """Whether the words are whole words there, and not letters of longer ones."""
    return not (_joined(text, span.start) or _joined(text, span.end))


def _joined(text: str, at: int) -> bool:
    return 0 < at < len(text) and in_word(text[at - 1]) and in_word(text[at])
