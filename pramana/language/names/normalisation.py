"""The words of a name in one spelling, and which of them are titles, honorifics or initials.

Titles and honorifics never count when names are compared: they say nothing about who it is.
"""

import re
import unicodedata
from enum import StrEnum

ABBREVIATION_ZERO = re.compile(r"(?<=[\u0900-\u0965\u0970-\u097f])[०0](?=\s|$)")
"""A zero typed instead of the dot of an abbreviation, as in डा०."""

NOT_IN_WORDS = re.compile(r"[^\w\u0900-\u0963\u0970-\u097f]+|_")
SPACE = re.compile(r"\s+")
DIGITS = {0x0966 + value: str(value) for value in range(10)}
TITLES = """
श्री श्रीमती श्रीमान् श्रीमान सुश्री माननीय माननिय सम्माननीय सम्मानीय डाक्टर डा डॉ डक्टर प्रा प्रोफेसर
प्राध्यापक सहप्राध्यापक इन्जिनियर इञ्जिनियर इन्जि अधिवक्ता पण्डित पं महामहिम सेनानी कर्णेल जर्नेल मेजर
न्यायाधीश
mr mrs ms miss mx dr doctor prof professor hon honourable honorable shri shree sri shrimati smt
sushri er engr engineer adv advocate sir madam pandit rt late capt captain major col colonel
general justice mananiya
"""

DOTTED_TITLES = "मा ई इ स्व ले lt gen maj pt"
"""Short forms that are titles only with a dot: मा. is माननीय, मा is a syllable of names."""

HONORIFICS = "ज्यू ज्यु जी जि jyu ji jr sr junior senior ii iii phd mbbs esq"
ATTACHED_HONORIFICS = ("ज्यू", "ज्यु")
_LETTER_NAMES_IN_ORDER = (
    "ए बी सी डी ई एफ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू भी डब्लु एक्स वाई जेड"
)
LETTER_NAMES = dict(zip("abcdefghijklmnopqrstuvwxyz", _LETTER_NAMES_IN_ORDER.split(), strict=True))
"""The Nepali name of each Latin letter, which is how Nepali writes an initial."""

NEPALI_LETTER_NAMES = frozenset(LETTER_NAMES.values())
SINGLE_SYLLABLE = re.compile(r"[क-ह](?:़)?[ािीुूेैोौंँ]*|[अ-औ]")
"""One syllable, as an abbreviation before a dot has it."""

CAPITALS = re.compile(r"[A-Z]{2,3}")
CAPITAL_VOWELS = frozenset("AEIOUY")


class NamedEntityType(StrEnum):
    """What a name is the name of. Which of its words count depends on it."""

    PERSON = "person"
    ORGANIZATION = "organization"
    LOCATION = "location"
    PROJECT = "project"


def tidy(text: str) -> str:
    """The name without invisible characters and extra spaces; case, dots and brackets stay.

    >>> tidy("डा०  राम\\u200dबहादुर ")
    'डा. रामबहादुर'
    """
    composed = unicodedata.normalize("NFKC", text)
    visible = "".join(char for char in composed if unicodedata.category(char) != "Cf")
    return SPACE.sub(" ", ABBREVIATION_ZERO.sub(".", visible)).strip()


def normalise(text: str) -> str:
    """The words of a name in lower case, without punctuation and with Latin digits.

    >>> normalise("  K.P. Sharma (OLI) "), normalise("वडा नं. १२")
    ('k p sharma oli', 'वडा नं 12')
    """
    folded = unicodedata.normalize("NFC", tidy(text).casefold()).translate(DIGITS)
    return SPACE.sub(" ", NOT_IN_WORDS.sub(" ", folded)).strip()


TITLE_WORDS = frozenset(map(normalise, TITLES.split()))
DOTTED_TITLE_WORDS = frozenset(DOTTED_TITLES.split())
HONORIFIC_WORDS = frozenset(HONORIFICS.split())


def is_title(word: str, *, dotted: bool) -> bool:
    """Whether a normalised word is a title before a name.

    >>> is_title("श्रीमती", dotted=False), is_title("मा", dotted=True), is_title("राम", dotted=False)
    (True, True, False)
    """
    return word in TITLE_WORDS or (dotted and word in DOTTED_TITLE_WORDS)


def is_honorific(word: str) -> bool:
    """Whether a normalised word is an honorific after a name."""
    return word in HONORIFIC_WORDS


def strip_honorific(word: str) -> str:
    """The word without an honorific attached to it.

    >>> strip_honorific("रामज्यू")
    'राम'
    """
    for ending in ATTACHED_HONORIFICS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending)
    return word


def initial_letters(text: str, *, dotted: bool) -> list[str]:
    """The letters of a word that consists of initials; empty for an ordinary word.

    >>> initial_letters("KC", dotted=False), initial_letters("के", dotted=True)
    (['k', 'c'], ['के'])
    >>> initial_letters("Om", dotted=False)
    []
    """
    if len(text) == 1 and text.isascii() and text.isalpha():
        return [text.lower()]
    if CAPITALS.fullmatch(text) and not CAPITAL_VOWELS & set(text):
        return list(text.lower())
    if dotted and (SINGLE_SYLLABLE.fullmatch(text) or text in NEPALI_LETTER_NAMES):
        return [text]
    return []


def letter_name(letter: str) -> str:
    """How a letter is pronounced."""
    return LETTER_NAMES.get(letter, letter)
