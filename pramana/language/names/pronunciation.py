"""From spelling to sounds, for one word in Devanagari, Latin letters or any other script.

`fold_sounds` keeps the consonant families and the vowels other than a, which may be a silent schwa.
`skeleton` keeps only the consonants.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from pramana.language.names.sounds import FOLDED, NASAL, OPEN, SCHWA, SILENT, Sounds

CONSONANT_SOUNDS = "k kh g gh n c ch j jh n T Th D Dh n t th d dh n p ph b bh m y r l v sh sh s h l"
SOUND_OF_CONSONANT = dict(
    zip("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ", CONSONANT_SOUNDS.split(), strict=True)
)
VOWEL_SOUNDS = "a i ii u uu e o e o əi əu ri ri"
SOUND_OF_SIGN = dict(zip("ािीुूेोॅॉैौृॄ", VOWEL_SOUNDS.split(), strict=True))
SOUND_OF_VOWEL = {"अ": SCHWA} | dict(zip("आइईउऊएओऍऑऐऔऋॠ", VOWEL_SOUNDS.split(), strict=True))
DOUBLE_VOWELS = frozenset(("əi", "əu", "ri"))
"""Vowels that consist of two sounds."""

VIRAMA, NUKTA, VISARGA = "\u094d", "\u093c", "\u0903"
NASALS = {"ं", "ँ", "\u0900"}

CLUSTERS = (("क्ष", "X"), ("ज्ञ", "ग्य"), ("ंह", "ंघ"))
"""Clusters pronounced differently from their spelling: X stands for क्ष, and सिंह is Singh."""

SOUNDS_OF_LATIN: dict[str, tuple[str, ...]] = {
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
LONGEST_LATIN = 4
MACRONS = str.maketrans({"ā": "aa", "ī": "ee", "ū": "oo", "ś": "sh", "ṣ": "sh", "ṛ": "ri"})


@lru_cache(maxsize=1 << 16)
def read_word(word: str) -> Sounds:
    """The sounds of one word in any script.

    >>> read_word("राम").symbols, read_word("Ram").symbols
    (('r', 'a', 'm', '_'), ('r', 'A', 'm'))
    """
    return Sounds(tuple(_symbols(word)))


def _symbols(word: str) -> Iterator[str]:
    if any("\u0900" <= char <= "\u097f" for char in word):
        return _devanagari_sounds(word)
    return _latin_sounds(word.casefold())


def _devanagari_sounds(word: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFD", word).replace(NUKTA, "").replace(VISARGA, "")
    for cluster, letter in CLUSTERS:
        plain = plain.replace(cluster, letter)
    for at, char in enumerate(plain):
        after = plain[at + 1 : at + 2]
        if char in SOUND_OF_CONSONANT or char == "X":
            yield SOUND_OF_CONSONANT.get(char, "x")
            if after not in SOUND_OF_SIGN and after != VIRAMA:
                yield SCHWA if after or not _ends_softly(plain) else SILENT
        elif char in NASALS:
            yield NASAL
        elif char in SOUND_OF_SIGN or char in SOUND_OF_VOWEL:
            vowel = SOUND_OF_SIGN.get(char) or SOUND_OF_VOWEL[char]
            yield from vowel if vowel in DOUBLE_VOWELS else (vowel,)
        elif char != VIRAMA and char.isalnum():
            yield from _latin_sounds(char.casefold())


def _ends_softly(word: str) -> bool:
    """Whether the last consonant follows a vowel, so that its schwa is silent."""
    return len(word) > 1 and word[-2] != VIRAMA


def _latin_sounds(word: str) -> Iterator[str]:
    spelt = _plain_latin(word)
    at = 0
    while at < len(spelt):
        size = next(
            (
                size
                for size in range(LONGEST_LATIN, 0, -1)
                if spelt[at : at + size] in SOUNDS_OF_LATIN
            ),
            0,
        )
        letters = spelt[at : at + max(size, 1)]
        if letters == "y" and _is_vowel_y(spelt, at):
            yield "i"
        elif size:
            yield from SOUNDS_OF_LATIN[letters]
        else:
            yield str(unicodedata.digit(letters, letters))
        at += max(size, 1)


def _plain_latin(word: str) -> str:
    """Latin letters without diacritics; long vowels are doubled, as Nepal writes them."""
    spelt = unicodedata.normalize("NFC", word).translate(MACRONS)
    decomposed = unicodedata.normalize("NFD", spelt)
    return "".join(char for char in decomposed if char.isalnum())


def _is_vowel_y(spelt: str, at: int) -> bool:
    """Whether a y at the end of a word follows a consonant: Chaudhary, but not Yadav."""
    before, after = spelt[at - 1 : at], spelt[at + 1 : at + 2]
    return bool(before) and before not in "aeiou" and not after


IGNORED_SOUNDS = frozenset((SCHWA, SILENT, OPEN, "a", "h"))
FOLDED_LETTERS = FOLDED | {"y": "i", NASAL: "n"}
FOLDED_VOWELS = frozenset("iueo")
LABIALS = frozenset("pb")


@lru_cache(maxsize=1 << 16)
def fold_sounds(sounds: Sounds) -> str:
    """The letters that both scripts agree on: consonant families, and vowels other than a.

    >>> fold_sounds(read_word("श्रेष्ठ")), fold_sounds(read_word("Shrestha"))
    ('srest', 'srest')
    """
    letters = [
        FOLDED_LETTERS.get(each, each) for each in sounds.symbols if each not in IGNORED_SOUNDS
    ]
    kept: list[str] = []
    for letter, after in zip(letters, (*letters[1:], ""), strict=False):
        own = "n" if letter == "m" and after in LABIALS else letter
        if not kept or (own != kept[-1] and (own, kept[-1]) != ("g", "n")):
            kept.append(own)
    return "".join(kept)


def skeleton(sounds: Sounds) -> str:
    """The folded consonants.

    >>> skeleton(read_word("खतिवडा")), skeleton(read_word("Rai"))
    ('ktbd', 'ri')
    """
    return consonants(fold_sounds(sounds))


def consonants(fold: str) -> str:
    """A folded word without its vowels; unchanged where hardly anything would be left."""
    bare = "".join(letter for letter in fold if letter not in FOLDED_VOWELS)
    return bare if len(bare) > 1 else fold or "a"
