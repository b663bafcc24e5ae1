"""Which scripts a text is written in, and which language Latin letters spell."""

import re
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


_WORD_TABLE = """
en: the of and to in is for on with by at from are be this that or not what which who when where
how why does do did much many can must may will have has
de: der die das und mit von ist nicht bis zum zur bei auf den dem ein eine einen für nach wird
sind wie was wer wann wo welche welcher welches wieviel viele im am gibt kein keine darf muss kann
ich wir warum hat haben wurde wurden des als oder aus
fr: le la les des et du une est pour sur avec par au aux dans qui que quel quelle quels quelles
quand combien où comment pourquoi ne pas ce cette sont un de
es: el los las del y para con por una un es al se la de en que qué cuánto cuánta cuántos cuántas
cuándo quién dónde cómo cuál hay son está puede lo su
it: il lo gli della dei di che non sono la le per con una un quanto quanta quanti quando chi dove
come qual quale è nel alla
pt: o os da dos com em uma um não ao que quanto quantos quando quem onde como qual é do para por
no: og til med av er som på det en et ikke vår hva hvem når hvor hvordan kan må skal den de för
att och är inte vad när
nl: het een van voor met zijn niet de is wat wie wanneer waar hoe welke hoeveel kan mag moet en
aan dat
"""
"""Function words and question words of languages in Latin letters."""
LANGUAGE_WORDS = {
    language: frozenset(words.split())
    for language, words in re.findall(r"(?ms)^(\w\w): (.*?)(?=^\w\w: |\Z)", _WORD_TABLE)
}


def latin_language(text: str) -> str:
    """The language of a text in Latin letters, as far as its small words tell; empty where they do
    not: names alone are of no language.

    >>> latin_language("Payment is due within 30 days of the invoice.")
    'en'
    >>> latin_language("Wann wird die Miete fällig?"), latin_language("Acme 4711")
    ('de', '')
    """
    words = set(terms(text))  # a table of delivery vans is not Dutch
    counts = {language: len(words & known) for language, known in LANGUAGE_WORDS.items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] else ""
