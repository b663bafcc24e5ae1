"""Nepali words as the tagger sees them: parted from their case endings, compared by sound."""

import re
from dataclasses import dataclass
from functools import lru_cache

from pramana.language.tagging.hints import is_known
from pramana.language.tagging.sounds import sound

LETTERS = r"\u0900-\u0963\u0971-\u097f\u200c\u200d"
TOKEN = re.compile(
    rf"(?:[{LETTERS}]{{1,5}}\.){{2,}}[{LETTERS}]{{0,5}}"  # ने.क.पा.
    rf"|[{LETTERS}]+"
    r"|[^\W_\u0900-\u097f]+|[\u0966-\u096f]+"
    r"|[^\s]"
)
CASE_SIGNS = """
ले को का की लाई मा बाट सँग संग सग द्वारा सित तर्फ सम्म समेत सहित लगायत कै बीच
"""
CASES = [f"{plural}{case}" for plural in ("", "हरू", "हरु") for case in CASE_SIGNS.split()]
ENDINGS = tuple(sorted((*CASES, "हरू", "हरु", "स्थित", "भित्र", "माथि"), key=len, reverse=True))
BARE = frozenset(ENDINGS)
SHORTEST = 2
"""Characters that must stay: मा and को are words of their own."""


@dataclass(frozen=True)
class Word:
    """A word of the text, its stem and the case ending written together with it."""

    text: str
    start: int
    stem: str
    ending: str
    sound: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def stem_end(self) -> int:
        return self.start + len(self.stem)


def words(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """The words and signs of a stretch of the text, in order.

    >>> [(word.stem, word.ending) for word in words("नेपालको डा. थापाले")]
    [('नेपाल', 'को'), ('डा', ''), ('.', ''), ('थापा', 'ले')]
    """
    stretch = TOKEN.finditer(text, start, len(text) if end is None else end)
    return [_word(match.group(), match.start()) for match in stretch]


@lru_cache(maxsize=65536)
def part(word: str) -> tuple[str, str]:
    """The word without its case ending, and that ending.

    A word the lexicon knows keeps its end, so लामा and उमा are not read as ला and उ with मा.
    """
    if is_known(word):
        return word, ""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return word[: -len(ending)], ending
    return word, ""


def shape(word: str) -> str:
    """What kind of thing a word is, whichever it is."""
    if word.isdigit():
        return "number"
    if "\u0900" <= word[0] <= "\u097f" and word not in "।॥":
        return f"nepali{min(len(word), 8)}"
    return "latin" if word.isalpha() else "sign"


def _word(text: str, start: int) -> Word:
    stem, ending = part(text)
    return Word(text, start, stem, ending, sound(stem))
