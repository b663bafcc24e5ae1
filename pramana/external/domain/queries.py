"""Clean queries for a provider, and make queries from a question without a model."""

import re
import unicodedata
from collections.abc import Iterable

from pramana.language.stems import FUNCTION_STEMS, stem
from pramana.language.tokens import tokens

LONGEST = 400
"""The most characters of a query; providers refuse or cut longer ones."""

OPERATORS = re.compile(r"(?<!\w)-?(site|filetype|ext|intitle|inurl|intext):(?=\s|$)|[\"'()|]")
FEWEST_WORDS = 2


def clean_query(query: str) -> str:
    """A query on one line, without invisible characters, cut to the longest length.

    A query of operators without a value becomes empty, such as `site:` alone.

    >>> clean_query("  who\\u200b signed\\n it? "), clean_query('site: ""')
    ('who signed it?', '')
    """
    seen = "".join(char for char in query if unicodedata.category(char) not in ("Cf", "Cs"))
    line = " ".join("".join(char if char.isprintable() else " " for char in seen).split())
    return line[:LONGEST].strip() if OPERATORS.sub("", line).strip() else ""


def key_words(question: str) -> str:
    """The content words of a question, in their order, once each.

    >>> key_words("Who was the mayor of Banepa when the bridge was built?")
    'mayor Banepa bridge built'
    """
    words: dict[str, str] = {}
    for token in tokens(question):
        root = stem(token.term)
        if root not in FUNCTION_STEMS:
            words.setdefault(root, question[token.start : token.end])
    return " ".join(words.values())


def offline_queries(question: str) -> list[str]:
    """The question and, if there are enough of them, its key words."""
    words = key_words(question)
    return [question, words] if len(words.split()) >= FEWEST_WORDS else [question]


def usable_queries(queries: Iterable[str], question: str, most: int) -> list[str]:
    """The queries that can be sent, each once; the question if there are none.

    >>> usable_queries(["a  b?", "A b", "", "c"], "q?", 5)
    ['a b?', 'c']
    """
    distinct: dict[str, str] = {}
    for query in queries:
        line = clean_query(query)
        if line:
            distinct.setdefault(line.casefold().rstrip("?!. "), line)
    return list(distinct.values())[:most] or [clean_query(question)]
