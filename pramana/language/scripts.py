"""Which scripts a text is written in, and whether Latin letters spell English."""

import unicodedata
from collections import Counter
from enum import StrEnum
from functools import lru_cache

from pramana.language.tokens import terms


class Script(StrEnum):
    LATIN = "latin"
    DEVANAGARI = "devanagari"
    ARABIC = "arabic"
    BENGALI = "bengali"
    CYRILLIC = "cyrillic"
    GREEK = "greek"
    GUJARATI = "gujarati"
    GURMUKHI = "gurmukhi"
    HAN = "han"
    HANGUL = "hangul"
    HEBREW = "hebrew"
    KANA = "kana"
    TAMIL = "tamil"
    TELUGU = "telugu"
    THAI = "thai"
    TIBETAN = "tibetan"
    OTHER = "other"
    """Any script that is not listed here."""
    COMMON = "common"
    """Digits, signs and spaces, which belong to no script."""


_BY_NAME = {
    **{script.name: script for script in Script if script not in (Script.OTHER, Script.COMMON)},
    "CJK": Script.HAN,
    "HIRAGANA": Script.KANA,
    "KATAKANA": Script.KANA,
}
_SHARED_MARKS = "COMBINING"
_WIDTHS = frozenset({"FULLWIDTH", "HALFWIDTH"})


@lru_cache(maxsize=4096)
def script_of(char: str) -> Script:
    """The script of one character, from its Unicode name.

    >>> script_of("k"), script_of("की"[1]), script_of("५"), script_of("5")
    (<Script.LATIN: 'latin'>, <Script.DEVANAGARI: 'devanagari'>, \
<Script.DEVANAGARI: 'devanagari'>, <Script.COMMON: 'common'>)
    """
    kind = unicodedata.category(char)
    words = unicodedata.name(char, "").split()
    if not words or kind[0] not in "LMN" or words[0] == _SHARED_MARKS:
        return Script.COMMON
    name = words[1] if words[0] in _WIDTHS and len(words) > 1 else words[0]
    if name in _BY_NAME:
        return _BY_NAME[name]
    return Script.OTHER if kind[0] == "L" else Script.COMMON


def script_shares(text: str) -> dict[Script, float]:
    """The share of each script among the characters that have one, largest first.

    >>> script_shares("कख ab: c.")
    {<Script.LATIN: 'latin'>: 0.6, <Script.DEVANAGARI: 'devanagari'>: 0.4}
    """
    counts: Counter[Script] = Counter()
    for char, count in Counter(text).items():
        counts[script_of(char)] += count
    del counts[Script.COMMON]
    total = counts.total()
    return {script: count / total for script, count in counts.most_common()}


def main_script(text: str) -> Script:
    """The script most of the text is written in; COMMON where there are no letters."""
    return next(iter(script_shares(text)), Script.COMMON)


def contains_devanagari(text: str) -> bool:
    return any(script_of(char) is Script.DEVANAGARI for char in text)


def language_by_script(name: str) -> str:
    """The language of a name, guessed from its script: Nepali or English.

    >>> language_by_script("राम"), language_by_script("Ram")
    ('ne', 'en')
    """
    return "ne" if contains_devanagari(name) else "en"


_ENGLISH = "the of and to in is for on with by at from are be this that or not"
_OTHERS = """
der die das und mit von ist nicht bis zum zur bei auf den dem ein eine für nach wird sind
le la les des et du une est pour sur avec par au aux dans qui que
el los las del y para con por una es al se
il lo gli della dei di che non sono
o os da dos com em uma não ao
og til med av er som på det en ikke vår
het een van voor met zijn niet
"""
"""Function words of German, French, Spanish, Italian, Portuguese, Norwegian and Dutch."""
ENGLISH, OTHERS = frozenset(_ENGLISH.split()), frozenset(_OTHERS.split())

FEWEST_FOREIGN = 3
"""A text with fewer foreign function words says too little."""


def is_english(text: str) -> bool:
    """Whether a Latin text is English, as far as its small words tell; names alone count as such.

    A question in English shares few words with a German invoice, though both use Latin letters.

    >>> is_english("Payment is due within 30 days of the invoice.")
    True
    >>> is_english("Bei Zahlung bis zum 24. Februar ziehen Sie 2 % von der Summe ab.")
    False
    >>> is_english("Grand total 67,024.00")
    True
    """
    words = terms(text)
    others = sum(word in OTHERS for word in words)
    return others < FEWEST_FOREIGN or others <= sum(word in ENGLISH for word in words)
