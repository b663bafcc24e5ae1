"""Which sources belong to a question: the relevance floor, and where facts go among passages."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar
from uuid import UUID

from pramana.chat.contracts.passages import AnswerSource, PassageReading, RememberedFact
from pramana.chat.domain.named_things import find_named_things, is_in, without_things
from pramana.documents.contracts import PassageHit
from pramana.language.names.sounds import fold_sounds, read_word
from pramana.language.names.transliteration import words_alike
from pramana.language.scripts import contains_devanagari, main_script
from pramana.language.stems import FUNCTION_STEMS, content_stems, stem, stems
from pramana.language.tokens import terms
from pramana.retrieval.domain.fusion import NO_MATCH, SURE_MATCH

AnyAnswerSource = TypeVar("AnyAnswerSource", bound=AnswerSource)

CONFIDENCE_FLOOR, RELEVANCE_FLOOR = SURE_MATCH, NO_MATCH
"""A match at or above the first is sure. A source below the second does not belong to the
question."""

COSINE_WEIGHT, MARGIN_WEIGHT = 2.0, 0.01
"""How similarity and reading are weighed against each other when passages are ordered; measured on
paragraphs of encyclopaedia articles in English and Hindi."""

NAMED_WEIGHT = 0.2
"""What a passage gains whose document names everything that the question names."""

SURE_READING, LIKELY_READING = 0.5, 0.12
"""From the first chance on, a passage that the reading model points at belongs to the question. In
another script, where no word can be shared, the second is enough."""

PER_DOCUMENT, FURTHER = 2, 4

MIN_SOUNDS = 2
"""Words of at least this many sounds may be one name in two scripts."""


def relevant_sources(sources: Sequence[AnyAnswerSource]) -> list[AnyAnswerSource]:
    """The sources that belong to the question, in their order."""
    return [source for source in sources if source.strength >= RELEVANCE_FLOOR]


def order_by_reading(
    question: str, hits: Sequence[PassageHit], readings: Sequence[PassageReading]
) -> list[PassageHit]:
    """The hits in the order of similarity and reading together.

    A passage that surely answers belongs to the question, whatever words the two share.
    """
    if len(readings) != len(hits):
        return list(hits)
    named = _name_shares(question, hits)
    scored = [
        (
            COSINE_WEIGHT * _likeness(hit)
            + MARGIN_WEIGHT * max(-50.0, reading.margin)
            + NAMED_WEIGHT * named[hit.document_id],
            hit,
            reading,
        )
        for hit, reading in zip(hits, readings, strict=True)
    ]
    ordered = sorted(scored, key=lambda each: -each[0])
    script = main_script(question)
    return [
        _with_reading(
            hit, reading, SURE_READING if main_script(hit.text) is script else LIKELY_READING
        )
        for _, hit, reading in ordered
    ]


def _name_shares(question: str, hits: Sequence[PassageHit]) -> dict[UUID, float]:
    """The share of what the question names that the hits of each document name."""
    texts: dict[UUID, str] = {}
    for hit in hits:
        own = f"{hit.title}\n{hit.section}\n{hit.text}\n"
        texts[hit.document_id] = texts.get(hit.document_id, "") + own
    things = find_named_things(question)
    return {
        document: sum(is_in(thing, text) for thing in things) / max(1, len(things))
        for document, text in texts.items()
    }


def _likeness(hit: PassageHit) -> float:
    """The cosine; without one, a value of the same range made of the words in common."""
    return hit.cosine if hit.cosine is not None else 0.7 + 0.2 * hit.strength


def _with_reading(hit: PassageHit, reading: PassageReading, enough: float) -> PassageHit:
    if reading.probability < enough or hit.strength >= reading.probability:
        return hit
    return replace(hit, strength=max(RELEVANCE_FLOOR, round(reading.probability, 4)))


def hits_by_document(hits: Sequence[PassageHit], most: int) -> list[PassageHit]:
    """The hits of as many documents as possible that belong to the question: `PER_DOCUMENT` of each
    and a few more of those that match best; then the first of other documents."""
    places: dict[int, list[PassageHit]] = {}
    counts: Counter[UUID] = Counter()
    others: list[PassageHit] = []
    for hit in hits:
        counts[hit.document_id] += 1
        if hit.strength >= RELEVANCE_FLOOR:
            places.setdefault(counts[hit.document_id], []).append(hit)
        elif counts[hit.document_id] <= PER_DOCUMENT:
            others.append(hit)
    early = [hit for place in range(1, PER_DOCUMENT + 1) for hit in places.pop(place, ())]
    further = [hit for place in sorted(places) for hit in places[place]][:FURTHER]
    others.sort(key=lambda hit: counts[hit.document_id] > 1)
    kept = [*early, *further, *others][:most]
    return [hit for hit in hits if hit in kept]


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


def shares_loan_word(question: str, hit: PassageHit) -> bool:
    """Whether a passage in the other script has a word of the question by its sound that is no
    name: मेडिकल for "medical"."""
    asked = terms(without_things(question, find_named_things(question)))
    held = terms(f"{hit.section} {hit.text}")
    return any(words_alike(word, held) for word in asked if stem(word) not in FUNCTION_STEMS)


def merge_facts(
    passages: Sequence[AnswerSource], facts: Sequence[RememberedFact]
) -> list[AnswerSource]:
    """Facts that match better than any passage first, the others after the passages."""
    best = max((passage.strength for passage in passages), default=0.0)
    first = [fact for fact in facts if fact.strength >= best]
    return [*first, *passages, *(fact for fact in facts if fact.strength < best)]
