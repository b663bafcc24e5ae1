"""Scores what `read_document` found, with the scorer that chooses the values of custom fields.

Each concept is asked as a field. The chance of the value that was found becomes its confidence; a
value at a label that people taught takes its place, or fills a gap.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.extraction.contracts.fields import ExtractedValue, FieldSpec
from pramana.extraction.contracts.learned import LearnedLabel
from pramana.extraction.domain.field_tree import parse_path
from pramana.extraction.domain.reading.candidate_scoring import LEAST_CHANCE, RankedCandidate
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_questions import FieldQuestion
from pramana.extraction.domain.reading.field_reader import (
    FieldTools,
    final_value,
    ranked_candidates,
)
from pramana.extraction.domain.reading.labels import BY_KEY, normalise_name

UNSCORED = 0.7
"""The confidence of a value that the scorer did not see counts this much."""
MOST_CONFIDENT = 0.99


def score_values(
    document: DocumentLayout,
    values: Sequence[ExtractedValue],
    learned: Sequence[LearnedLabel] = (),
) -> list[ExtractedValue]:
    """Return the values with calibrated confidences, and with what people taught."""
    tools = FieldTools(learned=learned)
    results = [_scored(document, each, tools) for each in values]
    return [*results, *_taught_values(document, {each.path for each in values}, tools)]


def concept_question(key: str) -> FieldQuestion | None:
    """Return a concept as the question of a field; None for a list, a table or an unknown path."""
    concept = BY_KEY.get(key)
    if concept is None or concept.type.has_parts:
        return None
    *parents, name = map(str, parse_path(key))
    return FieldQuestion(FieldSpec(name=name, type=concept.type), parents[-1] if parents else "")


def _scored(document: DocumentLayout, value: ExtractedValue, tools: FieldTools) -> ExtractedValue:
    question = concept_question(value.path)
    if question is None:
        return value
    ranked = ranked_candidates(document, question, tools)
    if ranked and ranked[0].features.get("learned"):
        taught = _value_of(document, question, ranked[0], value.path)
        if taught is not None:
            return taught
    own = next((each for each in ranked if _is_same(document, each, value)), None)
    if own is None:
        return replace(value, confidence=round(value.confidence * UNSCORED, 4))
    return replace(value, confidence=min(MOST_CONFIDENT, max(own.chance, LEAST_CHANCE)))


def _is_same(document: DocumentLayout, ranked: RankedCandidate, value: ExtractedValue) -> bool:
    candidate = ranked.candidate
    if candidate.value == value.value:
        return True
    words = " ".join(document.text[candidate.start : candidate.end].split())
    return words.casefold() == str(value.value).casefold()


def _taught_values(
    document: DocumentLayout, known: set[str], tools: FieldTools
) -> Iterator[ExtractedValue]:
    """Yield values at taught labels for concepts that were not found otherwise."""
    taught = {each.field for each in tools.learned if each.sender and each.hits > each.misses}
    for key in BY_KEY if taught else ():
        question = concept_question(key)
        if key in known or question is None or normalise_name(question.words) not in taught:
            continue
        ranked = ranked_candidates(document, question, tools)
        if ranked and ranked[0].features.get("learned") and ranked[0].chance >= LEAST_CHANCE:
            value = _value_of(document, question, ranked[0], key)
            if value is not None:
                yield value


def _value_of(
    document: DocumentLayout, question: FieldQuestion, ranked: RankedCandidate, path: str
) -> ExtractedValue | None:
    value = final_value(question, document, ranked.candidate)
    if value is None:
        return None
    start, end = ranked.candidate.start, ranked.candidate.end
    return document.value(path, value, start, end, min(MOST_CONFIDENT, ranked.chance))
