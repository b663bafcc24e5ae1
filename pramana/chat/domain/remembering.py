"""Which facts belong to a question, and where they stand among the passages."""

from collections.abc import Iterable, Sequence

from pramana.chat.contracts.finding import Found, Remembered
from pramana.language.function_words import content_stems
from pramana.language.names.folding import folded
from pramana.language.names.reading import read_word
from pramana.language.scripts import holds_devanagari
from pramana.language.stems import stems

SHORTEST = 2
"""Sounds from which words that sound alike may be one name in two scripts."""


def belongs(question: str, *said: str) -> float:
    """How much of a question a fact says, in 0..1: the share of its words that carry meaning.

    A name counts in either script.

    >>> belongs("Where does Maya live?", "Maya lives in Pokhara.")
    1.0
    >>> belongs("Who is Maya?", "माया पोखरामा बस्छिन्।")
    1.0
    """
    asked = set(content_stems(stems(question)))
    held = {each for words in said for each in stems(words)}
    shared = [each for each in asked if each in held or _is_spelt_otherwise(each, held)]
    return len(shared) / len(asked) if asked else 0.0


def _is_spelt_otherwise(word: str, held: Iterable[str]) -> bool:
    """Whether the word stands there in the other script, as names do."""
    ours, sound = holds_devanagari(word), folded(read_word(word))
    others = (each for each in held if holds_devanagari(each) != ours)
    return len(sound) >= SHORTEST and any(folded(read_word(each)) == sound for each in others)


def among(passages: Sequence[Found], facts: Sequence[Remembered]) -> list[Found]:
    """Facts that fit better than any passage first, the others after the passages."""
    best = max((each.strength for each in passages), default=0.0)
    first = [each for each in facts if each.strength >= best]
    return [*first, *passages, *(each for each in facts if each.strength < best)]
