"""The words of a text in any script, folded so that they can be compared."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

WORD = re.compile(
    r"[^\W_]+(?:[\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u200c\u200d]+[^\W_]*)*"
)
"""Letters and digits with their combining marks; a Devanagari vowel sign does not end a word."""

JOINERS = {0x200C: None, 0x200D: None}


@dataclass(frozen=True)
class Token:
    """A folded word and its range in the text."""

    term: str
    start: int
    end: int


def fold(word: str) -> str:
    """The form in which words are compared: lower case, without joiners, NFC."""
    return unicodedata.normalize("NFC", word.casefold().translate(JOINERS))


def tokens(text: str) -> Iterator[Token]:
    """Every word of the text, in order.

    >>> [token.term for token in tokens("प्रधानमन्त्री KP Oli, 2081")]
    ['प्रधानमन्त्री', 'kp', 'oli', '2081']
    """
    for match in WORD.finditer(text):
        yield Token(fold(match.group()), match.start(), match.end())


def terms(text: str) -> list[str]:
    """The folded words of the text, in order, with repetitions."""
    return [token.term for token in tokens(text)]
