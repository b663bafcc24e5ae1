"""Verification: a sentence is shown only when its quotes are found in the sources word for word."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pramana.chat.prompts.compose import NumberedPassage, Quote, Sentence
from pramana.kit.evidence import Span, Text, is_word_character
from pramana.language.stems import FUNCTION_STEMS, stem
from pramana.language.tokens import tokens

BRACKETED_NUMBERS = re.compile(r"\s*\[\d+(?:\s*,\s*\d+)*\]")
"""Source numbers that a composer wrote itself. They are removed: the product numbers sources."""


@dataclass(frozen=True)
class LocatedQuote:
    """Words that were found in the passage of that number, and where in it."""

    source: int
    start: int
    end: int
    words: str


@dataclass(frozen=True)
class GroundedSentence:
    """A sentence with the quotes that were found; there is at least one."""

    text: str
    quotes: tuple[LocatedQuote, ...]
    item: bool = False
    """Whether it is a step or an item of a list, which stands on a line of its own."""

    @property
    def sources(self) -> list[int]:
        return sorted({quote.source for quote in self.quotes})


class GroundingChecker:
    """Looks up quotes in the passages of one answer.

    The composer is believed about which words matter, never about where they are. A quote counts
    when it is in the passage it names, as whole words, with at least one content word; only white
    space, case and typographic marks may differ. Other quotes are left out, and a sentence without
    any is dropped.
    """

    def __init__(self, passages: Sequence[NumberedPassage]) -> None:
        self._texts = {passage.number: Text(passage.text) for passage in passages}
        self._carriers = {each.number: _mail_lines(each, passages) for each in passages}

    def check(self, sentence: Sentence) -> GroundedSentence | None:
        """The sentence with its located quotes; None when none was found."""
        located = (self._locate(quote) for quote in sentence.quotes)
        found = [quote for quote in located if quote]
        carriers = [line for quote in found for line in self._carriers[quote.source]]
        quotes = tuple(dict.fromkeys([*found, *carriers]))
        text = BRACKETED_NUMBERS.sub("", " ".join(sentence.text.split())).strip()
        return GroundedSentence(text, quotes, sentence.item) if quotes and text else None

    def _locate(self, quote: Quote) -> LocatedQuote | None:
        text = self._texts.get(quote.source)
        if text is None or not _has_content_word(quote.words):
            return None
        span = text.locate(quote.words, fuzzy=False)
        if span is None or not _is_whole_words(text.text, span):
            return None
        return LocatedQuote(quote.source, span.start, span.end, text.text[span.start : span.end])


def _mail_lines(
    passage: NumberedPassage, passages: Sequence[NumberedPassage]
) -> list[LocatedQuote]:
    """Where the mail that a passage was attached to names the attachment: it is cited beside it."""
    words = f"Attachment: {passage.attached_as}"
    if not passage.mail or not passage.attached_as:
        return []
    return [
        LocatedQuote(each.number, at, at + len(words), words)
        for each in passages
        if each.document == passage.mail and (at := each.text.find(words)) >= 0
    ][:1]


def _has_content_word(words: str) -> bool:
    """Whether any of the words carries meaning: "of the" occurs in every text."""
    return any(stem(token.term) not in FUNCTION_STEMS for token in tokens(words))


def _is_whole_words(text: str, span: Span) -> bool:
    return not (_splits_word(text, span.start) or _splits_word(text, span.end))


def _splits_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and is_word_character(text[at - 1]) and is_word_character(text[at])
