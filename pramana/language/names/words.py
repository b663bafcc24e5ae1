"""A name in its words: which are titles, which are initials, which may be left out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from pramana.language.names.cleaning import normalise, tidy
from pramana.language.names.generic import Generic, detached, find_generic
from pramana.language.names.initials import letters_of, spelt_out
from pramana.language.names.kinds import NameKind
from pramana.language.names.meanings import FILLING, meaning_of
from pramana.language.names.reading import read_word
from pramana.language.names.sounds import Sounds
from pramana.language.names.titles import is_honorific, is_title, without_honorific

PIECE = re.compile(
    r"(?P<open>[(\[])|(?P<close>[)\]])|(?P<word>[\w\u0900-\u0963\u0970-\u097f]+)(?P<dot>\.?)"
)
LONGEST = 300
"""Characters of a name that are read; a registry keeps no longer ones."""

MOST_PIECES = 24
"""Words and brackets that are read: names are compared word by word with each other."""

CAMEL = re.compile(r"(?<=[a-z]{2})(?=[A-Z][a-z])")


@dataclass(frozen=True)
class Word:
    """One word of a name: as written, as it is compared, and as it sounds."""

    text: str
    plain: str
    sounds: Sounds
    initial: str = ""
    """The letter it is short for, where it is an initial."""

    aside: bool = False
    """It stood in brackets: a maiden name, a nickname, a party name."""

    dotted: bool = False
    meaning: str = ""
    """What it says, where words are translated: `ministry` for मन्त्रालय."""


@dataclass(frozen=True)
class Name:
    """A name taken apart."""

    text: str
    kind: NameKind
    words: tuple[Word, ...]
    titles: tuple[str, ...] = ()
    generic: Generic | None = None
    """What the name says its bearer is: a municipality, a district."""


@lru_cache(maxsize=1 << 14)
def read_name(text: str, kind: NameKind = NameKind.PERSON) -> Name:
    """Take a name apart.

    >>> read = read_name("डा. पुष्प कमल दाहाल (प्रचण्ड)")
    >>> read.titles, [word.text for word in read.words], read.words[-1].aside
    (('डा',), ['पुष्प', 'कमल', 'दाहाल', 'प्रचण्ड'], True)
    """
    if kind is NameKind.PERSON:
        words, titles = _without_titles(list(_words(tidy(text[:LONGEST]))))
        return Name(text, kind, tuple(words), titles)
    words = list(_words(detached(tidy(text[:LONGEST]))))
    rest, generic = find_generic([word.plain for word in words], kind)
    kept = [words[at] for at in rest if words[at].plain not in FILLING] or words
    meant = (replace(word, meaning=meaning_of(word.plain, kind)) for word in kept)
    return Name(text, kind, tuple(meant), (), generic)


def _words(text: str) -> Iterator[Word]:
    """Every word with its letters taken apart where they are initials."""
    depth, after_dot, end = 0, False, -1
    for match in islice(PIECE.finditer(CAMEL.sub(" ", text)), MOST_PIECES):
        if match["word"] is None:
            depth = depth + 1 if match["open"] else max(depth - 1, 0)
            continue
        dotted = bool(match["dot"])
        touching = after_dot and match.start() == end
        for word in _read(match["word"], dotted or touching):
            if word.sounds.symbols:
                yield replace(word, aside=depth > 0, dotted=dotted)
        after_dot, end = dotted, match.end()


def _read(text: str, dotted: bool) -> Iterator[Word]:
    letters = letters_of(text, dotted=dotted)
    if letters:
        for each in letters:
            yield Word(each.upper(), each, read_word(spelt_out(each)), each)
    else:
        written = without_honorific(text)
        plain = normalise(written)
        if plain:
            yield Word(written, plain, read_word(plain))


def _without_titles(words: Sequence[Word]) -> tuple[list[Word], tuple[str, ...]]:
    """The words less what stands before and after a name; a name of titles only keeps them."""
    first, last = 0, len(words)
    while first < last and is_title(words[first].plain, dotted=words[first].dotted):
        first += 1
    while last - first > 1 and is_honorific(words[last - 1].plain):
        last -= 1
    kept = list(words[first:last])
    if not kept:
        return list(words), ()
    return kept, tuple(word.text for word in (*words[:first], *words[last:]))
