"""From letters to sounds, for one word in Devanagari, in Latin letters, or in anything else."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from pramana.language.names.sounds import NASAL, OPEN, SCHWA, SILENT, Sounds

SPOKEN = "k kh g gh n c ch j jh n T Th D Dh n t th d dh n p ph b bh m y r l v sh sh s h l"
CONSONANTS = dict(zip("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ", SPOKEN.split(), strict=True))
VOWELS_SPOKEN = "a i ii u uu e o e o əi əu ri ri"
SIGNS = dict(zip("ािीुूेोॅॉैौृॄ", VOWELS_SPOKEN.split(), strict=True))
LETTERS = {"अ": SCHWA} | dict(zip("आइईउऊएओऍऑऐऔऋॠ", VOWELS_SPOKEN.split(), strict=True))
TWO = frozenset(("əi", "əu", "ri"))
"""Vowels that sound like two."""

VIRAMA, NUKTA, VISARGA = "\u094d", "\u093c", "\u0903"
NASALS = {"ं", "ँ", "\u0900"}

CLUSTERS = (("क्ष", "X"), ("ज्ञ", "ग्य"), ("ंह", "ंघ"))
"""Said other than written: X stands for क्ष, which has no letter, and सिंह is said Singh."""

LATIN: dict[str, tuple[str, ...]] = {
    **{"ksh": ("x",), "kch": ("x",), "x": ("x",), "chh": ("ch",), "tch": ("c",), "ch": ("c",)},
    **{"kh": ("kh",), "gh": ("gh",), "jh": ("jh",), "th": ("th",), "dh": ("dh",), "ph": ("ph",)},
    **{"bh": ("bh",), "sh": ("sh",), "ck": ("k",), "q": ("k",), "f": ("ph",), "z": ("j",)},
    **{"gny": ("g", "y"), "jny": ("g", "y"), "gn": ("g", "n"), "w": ("v",), "wh": ("v",)},
    **{"aa": ("a",), "ee": ("ii",), "oo": ("uu",), "a": (OPEN,)},
    **{
        "tion": ("s", OPEN, "n"),
        "sion": ("s", OPEN, "n"),
        "c": ("k",),
        "ce": ("s", "e"),
        "ci": ("s", "i"),
    },
    **{letter: (letter,) for letter in "kgjtdnpbmyrlvshiueo"},
}
LONGEST = 4
MACRONS = str.maketrans({"ā": "aa", "ī": "ee", "ū": "oo", "ś": "sh", "ṣ": "sh", "ṛ": "ri"})


@lru_cache(maxsize=1 << 16)
def read_word(word: str) -> Sounds:
    """The sounds of one word, whatever it is written in.

    >>> read_word("राम").symbols, read_word("Ram").symbols
    (('r', 'a', 'm', '_'), ('r', 'A', 'm'))
    """
    return Sounds(tuple(_sounds(word)))


def _sounds(word: str) -> Iterator[str]:
    if any("\u0900" <= char <= "\u097f" for char in word):
        return _devanagari(word)
    return _latin(word.casefold())


def _devanagari(word: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFD", word).replace(NUKTA, "").replace(VISARGA, "")
    for cluster, letter in CLUSTERS:
        plain = plain.replace(cluster, letter)
    for at, char in enumerate(plain):
        after = plain[at + 1 : at + 2]
        if char in CONSONANTS or char == "X":
            yield CONSONANTS.get(char, "x")
            if after not in SIGNS and after != VIRAMA:
                yield SCHWA if after or not _ends_softly(plain) else SILENT
        elif char in NASALS:
            yield NASAL
        elif char in SIGNS or char in LETTERS:
            vowel = SIGNS.get(char) or LETTERS[char]
            yield from vowel if vowel in TWO else (vowel,)
        elif char != VIRAMA and char.isalnum():
            yield from _latin(char.casefold())


def _ends_softly(word: str) -> bool:
    """True where the last consonant stands alone after a vowel, so that its schwa is silent."""
    return len(word) > 1 and word[-2] != VIRAMA


def _latin(word: str) -> Iterator[str]:
    spelt = _plain(word)
    at = 0
    while at < len(spelt):
        size = next((size for size in range(LONGEST, 0, -1) if spelt[at : at + size] in LATIN), 0)
        letters = spelt[at : at + max(size, 1)]
        if letters == "y" and _is_vowel_y(spelt, at):
            yield "i"
        elif size:
            yield from LATIN[letters]
        else:
            yield str(unicodedata.digit(letters, letters))
        at += max(size, 1)


def _plain(word: str) -> str:
    """Latin letters without marks; long vowels doubled, as Nepal writes them."""
    spelt = unicodedata.normalize("NFC", word).translate(MACRONS)
    decomposed = unicodedata.normalize("NFD", spelt)
    return "".join(char for char in decomposed if char.isalnum())


def _is_vowel_y(spelt: str, at: int) -> bool:
    """A y between consonants, or after one at the end: Chaudhary, Byas, but not Yadav."""
    before, after = spelt[at - 1 : at], spelt[at + 1 : at + 2]
    return bool(before) and before not in "aeiou" and not after
