"""Which sources belong to a question: the relevance floor, and where facts go among passages."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from pramana.chat.contracts.passages import AnswerSource, RememberedFact
from pramana.language.names.pronunciation import fold_sounds, read_word
from pramana.language.scripts import contains_devanagari
from pramana.language.stems import content_stems, stems
from pramana.retrieval.domain.strength import NO_MATCH, SURE_MATCH

AnyAnswerSource = TypeVar("AnyAnswerSource", bound=AnswerSource)

CONFIDENCE_FLOOR, RELEVANCE_FLOOR = SURE_MATCH, NO_MATCH
"""A match at or above the first is sure. A source below the second does not belong to the
question."""

MIN_SOUNDS = 2
"""Words of at least this many sounds may be one name in two scripts."""


def relevant_sources(sources: Sequence[AnyAnswerSource]) -> list[AnyAnswerSource]:
    """The sources that belong to the question, in their order."""
    return [source for source in sources if source.strength >= RELEVANCE_FLOOR]


def is_low_confidence(sources: Sequence[AnswerSource]) -> bool:
    """Whether even the best source is a doubtful match."""
    return bool(sources) and max(source.strength for source in sources) < CONFIDENCE_FLOOR


def similarity_score(source: AnswerSource) -> float:
    """The cosine within 0..1; without one, the strength of the match by words."""
    lexical = source.match == "lexical" or source.cosine is None
    value = source.strength if lexical else source.cosine
    return round(min(1.0, max(0.0, value or 0.0)), 4)


def fact_relevance(question: str, *texts: str) -> float:
    """The share of the question's content words that a fact's texts contain, in 0..1.

    A name counts in either script.

    >>> fact_relevance("Where does Maya live?", "Maya lives in Pokhara.")
    1.0
    >>> fact_relevance("Who is Maya?", "माया पोखरामा बस्छिन्।")
    1.0
    """
    wanted = set(content_stems(stems(question)))
    present = {stem for text in texts for stem in stems(text)}
    shared = [stem for stem in wanted if stem in present or _is_transliterated(stem, present)]
    return len(shared) / len(wanted) if wanted else 0.0


def _is_transliterated(word: str, words: Iterable[str]) -> bool:
    """Whether the word is among the others in the other script, as names are."""
    is_devanagari, sounds = contains_devanagari(word), fold_sounds(read_word(word))
    others = (each for each in words if contains_devanagari(each) != is_devanagari)
    return len(sounds) >= MIN_SOUNDS and any(
        fold_sounds(read_word(each)) == sounds for each in others
    )


def merge_facts(
    passages: Sequence[AnswerSource], facts: Sequence[RememberedFact]
) -> list[AnswerSource]:
    """Facts that match better than any passage first, the others after the passages."""
    best = max((passage.strength for passage in passages), default=0.0)
    first = [fact for fact in facts if fact.strength >= best]
    return [*first, *passages, *(fact for fact in facts if fact.strength < best)]
