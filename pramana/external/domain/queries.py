"""Queries: as they may be sent, and as they can be made from a question without a model."""

import re
import unicodedata
from collections.abc import Iterable

from pramana.language.function_words import FUNCTION_STEMS
from pramana.language.stems import stem
from pramana.language.tokens import tokens

LONGEST = 400
"""Characters; providers refuse or cut what is longer."""

OPERATORS = re.compile(r"(?<!\w)-?(site|filetype|ext|intitle|inurl|intext):(?=\s|$)|[\"'()|]")
FEWEST_WORDS = 2


def cleaned(query: str) -> str:
    """A query as it is sent: one line, nothing invisible, not too long.

    Operators without a value are no query: `site:` alone becomes nothing.

    >>> cleaned("  who\\u200b signed\\n it? "), cleaned('site: ""')
    ('who signed it?', '')
    """
    seen = "".join(char for char in query if unicodedata.category(char) not in ("Cf", "Cs"))
    line = " ".join("".join(char if char.isprintable() else " " for char in seen).split())
    return line[:LONGEST].strip() if OPERATORS.sub("", line).strip() else ""


def key_words(question: str) -> str:
    """The words of a question that say what it is about, in their order, once each.

    >>> key_words("Who was the mayor of Banepa when the bridge was built?")
    'mayor Banepa bridge built'
    """
    words: dict[str, str] = {}
    for token in tokens(question):
        root = stem(token.term)
        if root not in FUNCTION_STEMS:
            words.setdefault(root, question[token.start : token.end])
    return " ".join(words.values())


def proposed_offline(question: str) -> list[str]:
    """The question itself, and its key words where they are another query."""
    words = key_words(question)
    return [question, words] if len(words.split()) >= FEWEST_WORDS else [question]


def usable(queries: Iterable[str], question: str, most: int) -> list[str]:
    """Queries that can be sent, each once; the question where none can.

    >>> usable(["a  b?", "A b", "", "c"], "q?", 5)
    ['a b?', 'c']
    """
    kept: dict[str, str] = {}
    for query in queries:
        line = cleaned(query)
        if line:
            kept.setdefault(line.casefold().rstrip("?!. "), line)
    return list(kept.values())[:most] or [cleaned(question)]
