"""Nepali written in Latin letters: the same question in Devanagari, as documents spell it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pramana.chat.domain.question_shapes import is_romanised_nepali
from pramana.chat.domain.question_words import families_of
from pramana.language.names.pronunciation import fold_sounds, read_word
from pramana.language.names.transliteration import spellings
from pramana.language.scripts import contains_devanagari
from pramana.language.stems import stem
from pramana.language.tokens import terms, tokens

SPELLINGS = {word: spelling for word, spelling in families_of("ROMANISED_SPELLINGS") if spelling}
"""Common words as people romanise them, with their Devanagari spelling."""

MOST_SPELLINGS = 3
POSTPOSITIONS = ("को", "का", "की", "ले", "लाई", "मा", "बाट", "सँग", "देखि", "सम्म", "भन्दा", "हरू")


def in_devanagari(question: str) -> str:
    """A romanised question in Devanagari; other questions are returned as they are.

    >>> in_devanagari("kul jamma kati cha?"), in_devanagari("How much?")
    ('कुल जम्मा कति छ', 'How much?')
    """
    if not is_romanised_nepali(question):
        return question
    return _joined(_spelling(word) for word in terms(question))


def search_text(question: str) -> str:
    """What a romanised question is searched with: itself, and its likely spellings."""
    if not is_romanised_nepali(question):
        return question
    more = [
        spelling
        for word in terms(question)
        if word.isalpha()
        for spelling in (
            [SPELLINGS[word]] if word in SPELLINGS else spellings(word, MOST_SPELLINGS)
        )
        if spelling not in POSTPOSITIONS
    ]
    return f"{question} {' '.join(more)}"


def respell(question: str, texts: Sequence[str]) -> str:
    """The question in Devanagari, each word as these texts spell it where it sounds the same."""
    if not is_romanised_nepali(question) or not any(map(contains_devanagari, texts)):
        return question
    known = _words_by_sound(tuple(texts))
    words = []
    for word in terms(question):
        own = known.get(fold_sounds(read_word(word)))
        words.append(SPELLINGS.get(word) or own or _spelling(word))
    return _joined(words)


@lru_cache(maxsize=64)
def _words_by_sound(texts: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        for token in tokens(text):
            if contains_devanagari(token.term):
                word = stem(token.term)
                found.setdefault(fold_sounds(read_word(token.term)), token.term)
                found.setdefault(fold_sounds(read_word(word)), token.term)
    return found


def _spelling(word: str) -> str:
    if not word.isalpha() or contains_devanagari(word):
        return word
    return SPELLINGS.get(word) or next(iter(spellings(word, 1)), word)


def _joined(words: Iterable[str]) -> str:
    """Words with their postpositions attached, as Nepali writes them; "को हो" asks who it is."""
    spelled = list(words)
    joined: list[str] = []
    for word, following in zip(spelled, [*spelled[1:], ""], strict=True):
        asks_who = word == "को" and following in ("हो", "हुन्")
        if joined and word in POSTPOSITIONS and not asks_who:
            joined[-1] += word
        else:
            joined.append(word)
    return " ".join(joined)
