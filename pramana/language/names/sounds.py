"""The sounds of names in both scripts, and how different two words sound.

Devanagari distinguishes more sounds than Latin spelling does, and people write the same sound
differently in either script. So every pair of sounds has a price: small where Nepali spelling
varies (व and ब, श and स, short and long vowels), and 1 where it does not.

`read_word` turns the spelling of a word in any script into sounds. `fold_sounds` keeps the
consonant families and the vowels other than a, which may be a silent schwa. `skeleton` keeps only
the consonants.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

SCHWA = "ə"
"""The vowel that has no sign. Where it is not spoken, Latin spelling leaves it out."""

OPEN = "A"
"""A Latin a: the schwa, or आ."""

SILENT = "_"
"""A schwa at the end of a word after a single consonant: राम, but not कृष्ण."""

NASAL = "~"
"""A dot or a moon above a letter: some nasal sound, or none."""

VOWELS = frozenset((SCHWA, SILENT, OPEN, "a", "i", "ii", "u", "uu", "e", "o"))

FAMILIES: dict[str, tuple[str, ...]] = {
    "k": ("k", "kh"),
    "g": ("g", "gh"),
    "c": ("c", "ch", "x"),
    "j": ("j", "jh"),
    "t": ("t", "th", "T", "Th"),
    "d": ("d", "dh", "D", "Dh"),
    "n": ("n", NASAL),
    "p": ("p", "ph"),
    "b": ("b", "bh", "v"),
    "s": ("s", "sh"),
    "i": ("i", "ii"),
    "u": ("u", "uu"),
}
"""Sounds that are written for one another, each family under one letter."""

FOLDED = {sound: letter for letter, family in FAMILIES.items() for sound in family}

SAME_FAMILY_PRICE = 0.12
"""The price of another sound of the same family, such as an aspirated one."""

PAIR_PRICES: dict[tuple[str, str], float] = {
    **{("t", "T"): 0.03, ("th", "Th"): 0.03, ("d", "D"): 0.03, ("dh", "Dh"): 0.03},
    **{("b", "v"): 0.03, ("s", "sh"): 0.05, ("c", "ch"): 0.06, ("ch", "x"): 0.06},
    **{("i", "ii"): 0.02, ("u", "uu"): 0.02, (NASAL, "n"): 0.02, (NASAL, "m"): 0.05},
    **{(SCHWA, OPEN): 0.0, ("a", OPEN): 0.0, (SCHWA, "a"): 0.08, ("o", SCHWA): 0.2},
    **{(SILENT, SCHWA): 0.02, (SILENT, OPEN): 0.2, (SILENT, "a"): 0.25, (SILENT, "o"): 0.3},
    **{("u", SCHWA): 0.2, ("u", OPEN): 0.35},
    **{("m", "n"): 0.5, ("r", "D"): 0.35, ("r", "Dh"): 0.4, ("r", "l"): 0.7, ("j", "y"): 0.6},
    **{("x", "s"): 0.5, ("x", "sh"): 0.4, ("x", "k"): 0.4, ("x", "kh"): 0.4},
    **{("y", "i"): 0.1, ("y", "ii"): 0.1, ("y", "e"): 0.25},
    **{("v", "u"): 0.2, ("v", "uu"): 0.2, ("v", "o"): 0.25},
    **{("k", "g"): 0.7, ("t", "d"): 0.7, ("p", "b"): 0.7, ("c", "j"): 0.7, ("c", "s"): 0.7},
}
OTHER_VOWEL_PRICE = 0.4
"""The price of a different vowel."""

DROPPED_VOWEL_PRICE = 0.45
SWAP_PRICE = 0.3
"""The price of swapping two neighbours, one of them a vowel: ध्रुव, Dhurba."""

UNRELATED_PRICE = 1.0
CONSONANT_WEIGHT, VOWEL_WEIGHT, WEAK_WEIGHT = 1.0, 0.4, 0.1


def _prices() -> dict[str, dict[str, float]]:
    known = {**FOLDED, **dict.fromkeys(VOWELS), **dict.fromkeys("hylrm")}
    table: dict[str, dict[str, float]] = {one: {} for one in known}
    for one in known:
        for other in known:
            if one == other:
                table[one][other] = 0.0
            elif one in VOWELS and other in VOWELS:
                table[one][other] = OTHER_VOWEL_PRICE
            elif one in FOLDED and FOLDED.get(one) == FOLDED.get(other):
                table[one][other] = SAME_FAMILY_PRICE
    for (one, other), price in PAIR_PRICES.items():
        table[one][other] = table[other][one] = price
    table[OPEN]["o"] = table["o"][OPEN] = PAIR_PRICES["o", SCHWA]
    return table


PRICE = _prices()
_NO_PRICES: dict[str, float] = {}


@dataclass(frozen=True)
class Sounds:
    """How a word is pronounced, as a sequence of sound symbols."""

    symbols: tuple[str, ...]

    @cached_property
    def drops(self) -> tuple[float, ...]:
        """The price of leaving out each sound."""
        around = ("", *self.symbols, "")
        return tuple(_drop_price(*around[at : at + 3]) for at in range(len(self.symbols)))

    @cached_property
    def weight(self) -> float:
        """The weight of all sounds, against which a distance is measured."""
        return sum(map(_weight, self.symbols))


def join_sounds(sounds: Iterable[Sounds]) -> Sounds:
    return Sounds(tuple(symbol for each in sounds for symbol in each.symbols))


def _weight(symbol: str) -> float:
    if symbol in (SCHWA, SILENT, NASAL):
        return WEAK_WEIGHT
    return VOWEL_WEIGHT if symbol in VOWELS else CONSONANT_WEIGHT


def _drop_price(before: str, symbol: str, after: str) -> float:
    """The price of a sound that only one of the two names has."""
    if symbol == SILENT:
        return 0.0
    if symbol in (SCHWA, OPEN):
        return 0.05 if not after else 0.08 if symbol == SCHWA else 0.15
    if symbol == NASAL:
        return 0.02 if after in ("n", "m") else 0.15
    if symbol in VOWELS:
        twice = FOLDED.get(before) == FOLDED.get(symbol, symbol)
        return 0.15 if twice else 0.3 if symbol == "e" and not after else DROPPED_VOWEL_PRICE
    return _consonant_drop_price(before, symbol, after)


def _consonant_drop_price(before: str, symbol: str, after: str) -> float:
    own = FOLDED.get(symbol, symbol)
    if own == FOLDED.get(before, before):
        return 0.08  # written twice
    if own == "g" and before in ("n", NASAL):
        return 0.1  # most people pronounce ङ and ङ्ग alike
    if own == "n" and before in VOWELS and after not in VOWELS:
        return 0.35 if after else 0.5  # heard in the vowel before it: बजगाईं, Bajgain
    if symbol == "h":
        return 0.3
    if symbol == "y":
        return 0.15 if before in ("i", "ii", "e") else 0.35
    if symbol == "v" and before in ("u", "uu", "o"):
        return 0.25
    return CONSONANT_WEIGHT


def distance(one: Sounds, other: Sounds) -> float:
    """The lowest price of changing one word into the other; symmetric.

    Every comparison of names calls this, so it uses plain comparisons instead of `min`.
    """
    against = list(enumerate(zip(other.symbols, other.drops, strict=True), 1))
    before: list[float] = []
    row = _running_totals(other.drops)
    last = ""
    for symbol, drop in zip(one.symbols, one.drops, strict=True):
        prices = PRICE.get(symbol, _NO_PRICES)
        diagonal, left = row[0], row[0] + drop
        new = [left]
        previous = ""
        for at, (facing, gap) in against:
            above = row[at]
            left += gap
            if above + drop < left:
                left = above + drop
            swap = diagonal if symbol == facing else diagonal + prices.get(facing, UNRELATED_PRICE)
            if swap < left:
                left = swap
            if last == facing and symbol == previous and _may_swap(last, symbol):
                left = min(left, before[at - 2] + SWAP_PRICE)
            diagonal, previous = above, facing
            new.append(left)
        before, row, last = row, new, symbol
    return row[-1]


def _may_swap(one: str, other: str) -> bool:
    return (one in VOWELS) != (other in VOWELS)


def _running_totals(drops: Sequence[float]) -> list[float]:
    row = [0.0]
    for drop in drops:
        row.append(row[-1] + drop)
    return row


def similarity(one: Sounds, other: Sounds) -> float:
    """From 0.0, where the sounds have nothing in common, to 1.0, where they are the same."""
    if one.symbols == other.symbols:
        return 1.0
    weight = max(one.weight, other.weight)
    if not weight:
        return 0.0
    return max(0.0, 1 - distance(one, other) / weight)


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
