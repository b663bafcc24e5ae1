"""Questions typed in a hurry: short forms written out, and slips put right as the papers spell."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pramana.chat.domain.question_shapes import is_romanised_nepali
from pramana.chat.domain.question_words import families_of, words_of
from pramana.language.scripts import latin_language
from pramana.language.stems import FUNCTION_STEMS, stem
from pramana.language.tagging.ordinary import is_in_dictionary, is_verb_form
from pramana.language.tokens import terms

SHORT_FORMS = {short: " ".join(full) for short, *full in families_of("SHORT_FORMS")}
"""What people type for longer words, always in lower case: "wat", "yr", "pls"."""

SHORT_WORD = re.compile(r"(?<![\w'’.@/-])[a-z\d]{1,8}(?![\w'’@/-]|\.\w)")
NOT = re.compile(
    r"\b(ca|wo|sha|do|does|did|is|are|was|were|has|have|had|could|must|should)n['’]t\b", re.I
)
IN_FULL = {"ca": "can", "wo": "will", "sha": "shall"}
"""Verbs with "not" written onto them, and those that are not whole without it."""

SLIP = re.compile(r"(?<![\w'’.@/-])[^\W\d_]{5,}(?![\w'’@/-]|\.\w)")
QUESTION_TERMS = words_of("INTERROGATIVES")


def write_out(question: str) -> str:
    """The question with its short forms in full.

    >>> write_out("wat is the rent per yr")
    'what is the rent per year'
    """
    if is_romanised_nepali(question) or latin_language(question) not in ("", "en"):
        return question
    plain = NOT.sub(lambda match: f"{IN_FULL.get(match[1].lower(), match[1])} not", question)
    return SHORT_WORD.sub(lambda match: SHORT_FORMS.get(match.group(), match.group()), plain)


def correct_slips(question: str, texts: Sequence[str]) -> str:
    """The question with the words of these texts for those that differ from them by one slip and
    are in no dictionary.

    >>> correct_slips("warenty of the pump", ["The warranty of the pump ends in May."])
    'warenty of the pump'
    >>> correct_slips("waranty of the pump", ["The warranty of the pump ends in May."])
    'warranty of the pump'
    """
    if is_romanised_nepali(question) or latin_language(question) not in ("", "en"):
        return question
    known = _words(tuple(texts))
    held = {stem(word) for word in known}

    def corrected(match: re.Match[str]) -> str:
        word = match.group().lower()
        if word in known or stem(word) in held or stem(word) in FUNCTION_STEMS | QUESTION_TERMS:
            return match.group()
        if not word.isascii() or is_in_dictionary(word) or is_verb_form(word):
            return match.group()
        near = [each for each in known if is_one_slip(word, each)]
        return max(near, key=lambda each: (known[each], each)) if near else match.group()

    return SLIP.sub(corrected, question)


@lru_cache(maxsize=64)
def _words(texts: tuple[str, ...]) -> Counter[str]:
    return Counter(_plain(word for text in texts for word in terms(text)))


def _plain(words: Iterable[str]) -> Iterable[str]:
    return (word for word in words if word.isascii() and word.isalpha() and len(word) > 3)


def is_one_slip(typed: str, word: str) -> bool:
    """Whether a letter was left out, doubled, changed or swapped; the first one is always right.

    >>> is_one_slip("recieve", "receive"), is_one_slip("paper", "pepper")
    (True, False)
    """
    if typed[0] != word[0] or abs(len(typed) - len(word)) > 1 or typed == word:
        return False
    same = next((n for n, pair in enumerate(zip(typed, word, strict=False)) if len({*pair}) > 1), 0)
    same = same or min(len(typed), len(word))
    rest, other = typed[same:], word[same:]
    swapped = rest[:2] == other[:2][::-1] and rest[2:] == other[2:]
    return swapped or rest[1:] == other[1:] or rest == other[1:] or rest[1:] == other
