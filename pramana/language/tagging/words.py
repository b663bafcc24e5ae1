"""Nepali words as the tagger sees them: without case endings, and compared by sound.

Spelling varies where the sound does not, so words are looked up in the word lists by their sound.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

from pramana.language.tagging import nepali_words

_NASAL = re.compile(r"[ङञणनम]\u094d(?=[क-ह])|ँ")
_SAME_SOUND = str.maketrans(
    {"ि": "ी", "ु": "ू", "श": "स", "ष": "स", "व": "ब", "़": None, "\u200c": None, "\u200d": None}
)


@lru_cache(maxsize=65536)
def sound(word: str) -> str:
    """A spelling that all words of the same sound share.

    >>> sound("काङ्ग्रेस") == sound("कांग्रेस"), sound("गिरि") == sound("गिरी")
    (True, True)
    """
    folded = unicodedata.normalize("NFD", word.casefold()).translate(_SAME_SOUND)
    return _NASAL.sub("ं", folded).replace(".", "").rstrip("्")


MIN_MIDDLE_NAME = 3
"""Shorter middle names are not recognised at the end of a name in one word (रामबहादुर)."""

MIN_PLACE = 6
HINT_LABELS = {
    "given": "a given name",
    "middle": "a middle name",
    "surname": "a surname",
    "title": "a title",
    "honorific": "an honorific",
    "org": "a word for an organisation",
    "party": "a party or body",
    "place": "a place",
    "place_word": "a word for a place",
}


@lru_cache(maxsize=65536)
def hints(word_sound: str) -> tuple[str, ...]:
    """The names of the word lists that contain a word of this sound, sorted."""
    found = set(_lists_by_sound().get(word_sound, ()))
    middles, places = _name_endings()
    if word_sound.endswith(middles) and word_sound not in middles:
        found.add("ends_in_middle_name")
    if len(word_sound) >= MIN_PLACE and word_sound.endswith(places):
        found.add("ends_like_a_place")
    return tuple(sorted(found))


def describe_hints(word_sound: str) -> str:
    """The hints as a phrase for people; empty where there are none."""
    return ", ".join(HINT_LABELS.get(hint, hint.replace("_", " ")) for hint in hints(word_sound))


def is_known(word: str) -> bool:
    return sound(word) in _lists_by_sound()


@cache
def _lists_by_sound() -> dict[str, set[str]]:
    lists: dict[str, set[str]] = {}
    for name, listed_words in nepali_words.lists():
        for word in listed_words:
            lists.setdefault(sound(word), set()).add(name)
    return lists


@cache
def _name_endings() -> tuple[tuple[str, ...], tuple[str, ...]]:
    middles = [word for word in nepali_words.MIDDLE_NAMES.split() if len(word) >= MIN_MIDDLE_NAME]
    places = nepali_words.PLACE_ENDINGS.split()
    return tuple(map(sound, middles)), tuple(map(sound, places))


LETTERS = r"\u0900-\u0963\u0971-\u097f\u200c\u200d"
TOKEN = re.compile(
    rf"(?:[{LETTERS}]{{1,5}}\.){{2,}}[{LETTERS}]{{0,5}}"  # ने.क.पा.
    rf"|[{LETTERS}]+"
    r"|[^\W_\u0900-\u097f]+|[\u0966-\u096f]+"
    r"|[^\s]"
)
_CASE_SIGNS = """
ले को का की लाई मा बाट सँग संग सग द्वारा सित तर्फ सम्म समेत सहित लगायत कै बीच
"""
_CASES = [f"{plural}{case}" for plural in ("", "हरू", "हरु") for case in _CASE_SIGNS.split()]
_ENDINGS_LONGEST_FIRST = tuple(
    sorted((*_CASES, "हरू", "हरु", "स्थित", "भित्र", "माथि"), key=len, reverse=True)
)
CASE_ENDINGS = frozenset(_ENDINGS_LONGEST_FIRST)
MIN_STEM = 2
"""Characters a stem must have: मा and को are words of their own."""


@dataclass(frozen=True)
class NepaliWord:
    """A word of the text, split into its stem and the case ending attached to it."""

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


def words(text: str, start: int = 0, end: int | None = None) -> list[NepaliWord]:
    """The words and punctuation marks of a range of the text, in order.

    >>> [(word.stem, word.ending) for word in words("नेपालको डा. थापाले")]
    [('नेपाल', 'को'), ('डा', ''), ('.', ''), ('थापा', 'ले')]
    """
    stretch = TOKEN.finditer(text, start, len(text) if end is None else end)
    return [_word(match.group(), match.start()) for match in stretch]


@lru_cache(maxsize=65536)
def split_ending(word: str) -> tuple[str, str]:
    """The word without its case ending, and that ending.

    A word from the word lists is not split, so लामा and उमा do not lose their मा.
    """
    if is_known(word):
        return word, ""
    for ending in _ENDINGS_LONGEST_FIRST:
        if word.endswith(ending) and len(word) - len(ending) >= MIN_STEM:
            return word[: -len(ending)], ending
    return word, ""


def shape(word: str) -> str:
    """The form of a word: a number, a Nepali word of some length, a Latin word, or a sign."""
    if word.isdigit():
        return "number"
    if "\u0900" <= word[0] <= "\u097f" and word not in "।॥":
        return f"nepali{min(len(word), 8)}"
    return "latin" if word.isalpha() else "sign"


def _word(text: str, start: int) -> NepaliWord:
    stem, ending = split_ending(text)
    return NepaliWord(text, start, stem, ending, sound(stem))
