"""What stays of a word when spelling wavers, in either script.

`folded` keeps the families of consonants and the vowels other than a, which may be a silent
schwa. `skeleton` keeps the consonants alone.
"""

from functools import lru_cache

from pramana.language.names.sounds import FOLDED, NASAL, OPEN, SCHWA, SILENT, Sounds

UNSURE = frozenset((SCHWA, SILENT, OPEN, "a", "h"))
LETTERS = FOLDED | {"y": "i", NASAL: "n"}
VOWELS = frozenset("iueo")
LABIALS = frozenset("pb")


@lru_cache(maxsize=1 << 16)
def folded(sounds: Sounds) -> str:
    """The letters both scripts agree on.

    >>> from pramana.language.names.reading import read_word
    >>> folded(read_word("श्रेष्ठ")), folded(read_word("Shrestha"))
    ('srest', 'srest')
    """
    letters = [LETTERS.get(each, each) for each in sounds.symbols if each not in UNSURE]
    kept: list[str] = []
    for letter, after in zip(letters, (*letters[1:], ""), strict=False):
        own = "n" if letter == "m" and after in LABIALS else letter
        if not kept or (own != kept[-1] and (own, kept[-1]) != ("g", "n")):
            kept.append(own)
    return "".join(kept)


def skeleton(sounds: Sounds) -> str:
    """The folded consonants.

    >>> from pramana.language.names.reading import read_word
    >>> skeleton(read_word("खतिवडा")), skeleton(read_word("Rai"))
    ('ktbd', 'ri')
    """
    return consonants(folded(sounds))


def consonants(fold: str) -> str:
    """A folded word less its vowels; itself where that leaves hardly anything."""
    bare = "".join(letter for letter in fold if letter not in VOWELS)
    return bare if len(bare) > 1 else fold or "a"
