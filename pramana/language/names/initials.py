"""Initials: K.C., के.सी., KP, ज.ब.रा."""

import re

CALLED = "ए बी सी डी ई एफ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू भी डब्लु एक्स वाई जेड"
SPELT = dict(zip("abcdefghijklmnopqrstuvwxyz", CALLED.split(), strict=True))
"""How each letter is called in Nepali, which is how Nepali writes it."""

SHORT = re.compile(r"[क-ह](?:़)?[ािीुूेैोौंँ]*|[अ-औ]")
"""One syllable, such as stands before a dot."""

LETTER_NAMES = frozenset(SPELT.values())
CAPITALS = re.compile(r"[A-Z]{2,3}")
VOWELS = frozenset("AEIOUY")


def letters_of(text: str, *, dotted: bool) -> list[str]:
    """The letters a word consists of, or none where it is a word.

    >>> letters_of("KC", dotted=False), letters_of("के", dotted=True), letters_of("Om", dotted=False)
    (['k', 'c'], ['के'], [])
    """
    if len(text) == 1 and text.isascii() and text.isalpha():
        return [text.lower()]
    if CAPITALS.fullmatch(text) and not VOWELS & set(text):
        return list(text.lower())
    if dotted and (SHORT.fullmatch(text) or text in LETTER_NAMES):
        return [text]
    return []


def spelt_out(letter: str) -> str:
    """What a letter sounds like when it is said."""
    return SPELT.get(letter, letter)
