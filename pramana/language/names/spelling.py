"""Latin letters in Devanagari: best guesses, because Latin letters say less.

A word that is known is written the way it mostly is. Any other is spelt by rule, and where a
letter may stand for several, the likelier comes first.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product

from pramana.language.names.cleaning import tidy
from pramana.language.names.folding import folded
from pramana.language.names.initials import letters_of, spelt_out
from pramana.language.names.lexicon import FAMILY, GIVEN, MIDDLE
from pramana.language.names.reading import VIRAMA, read_word
from pramana.language.names.sounds import OPEN, VOWELS, similarity

CONSONANTS: dict[str, tuple[str, ...]] = {
    **{"k": ("क",), "kh": ("ख",), "g": ("ग",), "gh": ("घ",), "c": ("च",), "ch": ("छ",)},
    **{"j": ("ज",), "jh": ("झ",), "t": ("त", "ट"), "th": ("थ", "ठ"), "d": ("द", "ड")},
    **{"dh": ("ध", "ढ"), "n": ("न", "ण"), "p": ("प",), "ph": ("फ",), "b": ("ब", "व")},
    **{"bh": ("भ",), "m": ("म",), "y": ("य",), "r": ("र",), "l": ("ल",), "v": ("व",)},
    **{"s": ("स", "श"), "sh": ("श", "ष"), "h": ("ह",), "x": ("क्ष",)},
}
SIGNS: dict[str, tuple[str, ...]] = {
    **{OPEN: ("", "ा"), "a": ("ा",), "i": ("ि", "ी"), "ii": ("ी",), "u": ("ु", "ू")},
    **{"uu": ("ू",), "e": ("े",), "o": ("ो",)},
}
LETTERS: dict[str, tuple[str, ...]] = {
    **{OPEN: ("अ", "आ"), "a": ("आ",), "i": ("इ", "ई"), "ii": ("ई",), "u": ("उ", "ऊ")},
    **{"uu": ("ऊ",), "e": ("ए",), "o": ("ओ",)},
}
KNOWN_ENOUGH = 0.96
ALTERNATIVES = 4096
"""Spellings looked through before the likeliest are taken."""


def to_devanagari(text: str, limit: int = 3) -> list[str]:
    """The likeliest spellings of a name, best first; what is not Latin stays.

    >>> to_devanagari("Krishna Bahadur Shrestha")[0]
    'कृष्ण बहादुर श्रेष्ठ'
    """
    words = [spellings(word, limit) for word in tidy(text).replace(".", " ").split()]
    ranked = sorted(product(*(range(len(each)) for each in words)), key=sum)
    return [
        " ".join(each[at] for each, at in zip(words, chosen, strict=True))
        for chosen in islice(ranked, limit)
    ]


def spellings(word: str, limit: int = 3) -> list[str]:
    """The likeliest spellings of one word."""
    if not word.isascii() or not word.isalpha():
        return [word]
    letters = letters_of(word, dotted=False)
    if letters:
        return [".".join(map(spelt_out, letters)) + "."]
    return list(dict.fromkeys((*_known(word), *islice(_by_rule(word), limit))))[:limit]


def _known(word: str) -> list[str]:
    sounds = read_word(word)
    same = _lexicon().get(folded(sounds), ())
    scored = sorted(((similarity(sounds, read_word(each)), each) for each in same), reverse=True)
    return [each for alike, each in scored if alike >= KNOWN_ENOUGH]


@lru_cache
def _lexicon() -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for part in dict.fromkeys((GIVEN + MIDDLE + FAMILY).split()):
        table.setdefault(folded(read_word(part)), []).append(part)
    return table


def _by_rule(word: str) -> Iterator[str]:
    symbols = read_word(word).symbols
    options = [_options(symbols, at) for at in range(len(symbols))]
    ways = islice(product(*(range(len(each)) for each in options)), ALTERNATIVES)
    for way in sorted(ways, key=sum):
        yield "".join(each[at] for each, at in zip(options, way, strict=True))


def _options(symbols: tuple[str, ...], at: int) -> tuple[str, ...]:
    """How one sound may be written where it stands."""
    before, own = symbols[at - 1] if at else "", symbols[at]
    after = symbols[at + 1] if at + 1 < len(symbols) else ""
    if own in CONSONANTS:
        joins = after and after not in VOWELS
        return tuple(letter + VIRAMA * bool(joins) for letter in CONSONANTS[own])
    if own not in SIGNS:
        return (own,)
    if before not in CONSONANTS:
        return LETTERS[own]
    signs = SIGNS[own]
    alone = at < 2 or symbols[at - 2] in VOWELS
    return signs[::-1] if not after and alone and own in (OPEN, "i") else signs
