"""Which list belongs to a question, by the words of its heading, its introduction and its items."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pramana.chat.contracts.passages import BlockShape
from pramana.chat.domain.enumerations import defines_terms, is_clauses
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.question_analysis import MODAL_STEMS, QuestionTerms
from pramana.chat.domain.question_words import families_of, words_of
from pramana.chat.domain.table_answers import stem_set
from pramana.language.stems import FUNCTION_STEMS, content_stems, stem, stems

LONG_ITEM, PROSE_ITEM = 45, 18
"""Words of an average item; longer ones are clauses of a contract rather than items. Items that are
prose are listed only if the list is called what the question asks for."""

CALLED = 0.4
"""The share of the question in the heading or introduction of such a list."""

HEADING, INTRO, ITEMS, TITLE = 1.0, 1.0, 0.5, 0.6
"""What a match in the heading, in the sentence before the list, in its items and in the document's
title counts for."""

ENOUGH, ENOUGH_READ = 0.45, 0.3
"""The share of the question that must be matched around a list; less is enough where the reading
model points at it."""

PART = 0.9
"""What a match with one sentence of a question in several counts for."""

PROCEDURAL = re.compile(
    r"\A\W*(?:[\w.]{1,4}\s+)?(?:how|steps?|procedure|instructions?|\w+ing)\b", re.I
)
PROCEDURAL_BONUS, SAID_HEADING = 0.1, 0.25
"""What a list gains whose heading says that it is about doing something, and one whose whole
heading the question says."""

READ_BONUS = 0.25
OTHER_TASK = 0.3
"""The share of the question that is nowhere around steps to something else."""

LONGEST_TITLE = 9
"""Words of a line above a list that is its title."""

STEP_STEMS = frozenset(map(stem, words_of("STEP_WORDS")))
_TASKS = [frozenset(map(stem, family)) for family in families_of("TASK_VERBS")]


@dataclass(frozen=True)
class RankedList:
    place: BlockPlace
    score: float
    certainty: float


def ranked_lists(evidence: QuestionEvidence, *, ordered: bool) -> list[RankedList]:
    """The lists that belong to the question, the best first."""
    ranked = [
        each
        for place in evidence.blocks
        if place.block.kind is BlockShape.LIST and len(place.block.pieces) > 1
        if not defines_terms(place.block)
        for each in [_ranked(evidence, place, ordered=ordered)]
        if each.certainty >= ENOUGH
    ]
    return sorted(ranked, key=lambda each: -each.score)


def _ranked(evidence: QuestionEvidence, place: BlockPlace, *, ordered: bool) -> RankedList:
    block, passage, terms = place.block, place.passage, evidence.terms
    heading = stem_set(block.heading)
    path = stem_set(" ".join(block.path))
    if ordered:
        terms, heading = task_terms(terms), task_forms(heading)
        path |= evidence.head_stems(passage)
    items = frozenset(each for piece in block.pieces for each in stems(piece.text))
    title = stem_set(f"{passage.title} {passage.section}")
    intro = stem_set(intro_of(evidence, place))
    only_steps = ordered and block.ordered and stem_set(block.heading) <= STEP_STEMS
    worth = HEADING if only_steps and block.heading else TITLE  # "Steps", below the task as title
    places = ((HEADING, heading), (INTRO, intro), (ITEMS, items), (worth, title | path))
    parts = [task_terms(each) if ordered else each for each in evidence.parts]
    match = max(
        terms.matched_share(*places), *(PART * each.matched_share(*places) for each in parts), 0.0
    )
    named = evidence.presence(passage, evidence.things)
    read = _is_read(evidence, place)
    average = sum(len(piece.text.split()) for piece in block.pieces) / len(block.pieces)
    certainty = match * named + (READ_BONUS if read else 0.0)
    called = terms.matched_share((1.0, heading | intro))
    if ordered and block.ordered and PROCEDURAL.search(block.heading):
        certainty += PROCEDURAL_BONUS
    if ordered and _says_heading(evidence, terms, place):
        certainty += SAID_HEADING
    own = stem_set(block.heading) - stem_set(passage.title)
    if ordered and called < CALLED and _is_other_task(terms, own, places):
        certainty *= 0.5
    prose = average > PROSE_ITEM or is_clauses(block)
    if average > LONG_ITEM or (prose and called < CALLED):
        certainty *= 0.5
    score = certainty + (0.1 if block.ordered == ordered else 0.0) - 0.02 * place.rank
    return RankedList(place, score, certainty)


def task_terms(terms: QuestionTerms) -> QuestionTerms:
    """The words of a question for steps that say to what: "the right order" is not among them."""
    weights = {each: weight for each, weight in terms.weights.items() if each not in STEP_STEMS}
    return replace(terms, weights=weights) if weights else terms


def task_forms(words: frozenset[str]) -> frozenset[str]:
    """The words of a heading with others for the same task: "new" and "replace" for "change"."""
    return words.union(*(family for family in _TASKS if not family.isdisjoint(words)))


def _says_heading(evidence: QuestionEvidence, terms: QuestionTerms, place: BlockPlace) -> bool:
    """Whether the question says the whole heading of some steps, and its other words stand in their
    document: "descale the boiler" for "Descaling" in the paper about the boiler."""
    words = content_stems(stems(place.block.heading))
    own = [each for each in words if not each.isdecimal() and each not in MODAL_STEMS]
    said = (
        any(terms.match(one, task_forms(frozenset([each]))) for one in terms.weights)
        for each in own
    )
    known = terms.matched_share((1.0, evidence.document_stems(place.passage)))
    return bool(own) and all(said) and known >= 1 - OTHER_TASK


def _is_other_task(
    terms: QuestionTerms,
    heading: frozenset[str],
    places: Sequence[tuple[float, frozenset[str]]],
) -> bool:
    """Whether steps are to something else: their heading names it, and what the question names is
    nowhere around them."""
    own = [each for each in heading - FUNCTION_STEMS if not each.isdecimal()]
    said = [
        each
        for each in own
        if any(terms.match(one, task_forms(frozenset([each]))) for one in terms.weights)
    ]
    missing = [each for each in terms.weights if not any(terms.match(each, p) for _, p in places)]
    weight = sum(terms.weights[each] for each in missing)
    return (
        bool(own)
        and len(said) * 2 <= len(own)
        and weight >= OTHER_TASK * sum(terms.weights.values())
    )


def _is_read(evidence: QuestionEvidence, place: BlockPlace) -> bool:
    """Whether the reading model points into this list."""
    for passage, reading in zip(evidence.passages, evidence.readings(), strict=False):
        inside = place.block.start <= reading.start < place.block.end
        if passage.number == place.passage.number and inside:
            return reading.probability >= ENOUGH_READ
    return False


def intro_of(evidence: QuestionEvidence, place: BlockPlace) -> str:
    """The sentence that introduces a list, if the text before it ends in one, or the line above it
    that is the title of steps where no heading is known."""
    before = place.passage.text[: place.block.start].rstrip()
    last = before.rsplit("\n", 1)[-1]
    steps = place.block.ordered and not place.block.heading
    titled = steps and len(last.split()) <= LONGEST_TITLE
    titled = titled and not last.rstrip().endswith((".", ";", ",", "।"))
    return last if titled or last.endswith((":", "：", ":-")) else ""
