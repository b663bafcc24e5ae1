"""Whole lists and procedures: every item in order, and the warnings that belong to the steps."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.chat.contracts.blocks import BlockShape
from pramana.chat.domain.answer_sentences import item_sentence, quote_sentence, row_answer_sentence
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.fact_answers import FactCandidate, fact_candidates
from pramana.chat.domain.question_analysis import AnswerKind
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.domain.table_answers import stem_set, table_rows
from pramana.chat.prompts.compose import Sentence
from pramana.language.stems import stems

MOST_ITEMS = 40
MOST_WORDS = 240
"""The limits of an answer that lists all of something."""

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

ENUMERATED = 0.3
"""How sure a sentence must be that names several things; that it does is a sign by itself."""

LEAST_ITEMS = 3
OPEN_QUESTION = re.compile(r"\W*(?:and |so )?(?:what|which)\b|\W*(?:के|कुन)\s", re.I)
"""Questions that several things may answer."""

LEAST_BREAKS = 2
ITEM_BREAK = re.compile(r"[,;]\s|\s(?:and|or|र|तथा|वा)\s", re.I)
"""What stands between the items of a list inside a sentence; three items have two."""

CALLED_TABLE = 0.5
"""The share of the question that must name a table for all its rows to be listed."""

READ_BONUS = 0.25
ROW_MATCH = 0.5
"""The share of the question that a row must match, beyond what names the table, to be listed."""

WARNING = pattern_of("WARNINGS")


@dataclass(frozen=True)
class RankedList:
    place: BlockPlace
    score: float
    certainty: float


def answer_with_steps(evidence: QuestionEvidence) -> list[Sentence]:
    """The steps of the procedure that is asked about, numbered, with their warnings; or nothing."""
    ranked = _ranked_lists(evidence, ordered=True)
    if not ranked:
        return []
    place = ranked[0].place
    steps = [
        item_sentence(place.passage, piece.start, piece.end, number)
        for number, piece in enumerate(place.block.pieces, start=1)
    ]
    return _limited([*_warnings(evidence, place), *steps])


def answer_with_items(evidence: QuestionEvidence) -> list[Sentence]:
    """Every item of the list that is asked about, or every row that the question describes."""
    rows = _described_rows(evidence)
    if rows:
        return _limited(rows)
    ranked = _ranked_lists(evidence, ordered=False)
    whole = _called_table(evidence)
    if whole and (not ranked or whole.certainty > ranked[0].certainty):
        block, passage = whole.place.block, whole.place.passage
        return _limited([row_answer_sentence(passage, block, row, item=True) for row in block.rows])
    enumeration = _enumeration(evidence)
    if enumeration and (not ranked or enumeration.certainty > ranked[0].certainty):
        return [enumeration.answer()]
    if not ranked:
        return []
    place = ranked[0].place
    return _limited(
        [item_sentence(place.passage, piece.start, piece.end) for piece in place.block.pieces]
    )


def list_around(evidence: QuestionEvidence, best: FactCandidate) -> list[Sentence]:
    """The whole list that an answer is an item of, unless the question means this item alone.

    It does if it asks for one thing (a number, a day, a name), or if it repeats words of the item
    that neither the other items nor the list's names have.
    """
    block, terms = best.sentence.block, evidence.terms
    if block is None or block.kind is not BlockShape.LIST or len(block.pieces) < LEAST_ITEMS:
        return []
    if terms.kind is not AnswerKind.OTHER or not OPEN_QUESTION.match(evidence.question):
        return []
    items = [stem_set(piece.text) for piece in block.pieces]
    average = sum(len(piece.text.split()) for piece in block.pieces) / len(items)
    own = best.sentence.stems
    others = frozenset().union(*(each for each in items if not own <= each))
    named = others | best.sentence.above
    if average > PROSE_ITEM or any(
        terms.match(each, own) and not terms.match(each, named) for each in terms.weights
    ):
        return []
    return _limited([item_sentence(best.passage, piece.start, piece.end) for piece in block.pieces])


def _enumeration(evidence: QuestionEvidence) -> FactCandidate | None:
    """The sentence that names several things, if the reading model points at one."""
    candidates = fact_candidates(evidence)
    best = candidates[0] if candidates else None
    if best is None or best.certainty < ENUMERATED or best.cell or best.row:
        return None
    words = best.answer().text
    return best if len(ITEM_BREAK.findall(words)) >= LEAST_BREAKS else None


def _limited(sentences: Sequence[Sentence]) -> list[Sentence]:
    """As many sentences as an answer may have words."""
    kept, words = [], 0
    for sentence in sentences[:MOST_ITEMS]:
        words += len(sentence.text.split()) + 1
        if words > MOST_WORDS:
            break
        kept.append(sentence)
    return kept


def _ranked_lists(evidence: QuestionEvidence, *, ordered: bool) -> list[RankedList]:
    """The lists that belong to the question, the best first."""
    ranked = [
        each
        for place in evidence.blocks
        if place.block.kind is BlockShape.LIST and len(place.block.pieces) > 1
        for each in [_ranked(evidence, place, ordered=ordered)]
        if each.certainty >= ENOUGH
    ]
    return sorted(ranked, key=lambda each: -each.score)


def _ranked(evidence: QuestionEvidence, place: BlockPlace, *, ordered: bool) -> RankedList:
    block, passage = place.block, place.passage
    heading = stem_set(block.heading)
    path = stem_set(" ".join(block.path))
    items = frozenset(each for piece in block.pieces for each in stems(piece.text))
    title = stem_set(f"{passage.title} {passage.section}")
    match = evidence.terms.matched_share(
        (HEADING, heading),
        (INTRO, stem_set(intro_of(evidence, place))),
        (ITEMS, items),
        (TITLE, title | path),
    )
    named = evidence.presence(passage, evidence.things)
    read = _is_read(evidence, place)
    average = sum(len(piece.text.split()) for piece in block.pieces) / len(block.pieces)
    certainty = match * named + (READ_BONUS if read else 0.0)
    called = evidence.terms.matched_share((1.0, heading | stem_set(intro_of(evidence, place))))
    if average > LONG_ITEM or (average > PROSE_ITEM and called < CALLED):
        certainty *= 0.5
    score = certainty + (0.1 if block.ordered == ordered else 0.0) - 0.02 * place.rank
    return RankedList(place, score, certainty)


def _is_read(evidence: QuestionEvidence, place: BlockPlace) -> bool:
    """Whether the reading model points into this list."""
    for passage, reading in zip(evidence.passages, evidence.readings(), strict=False):
        inside = place.block.start <= reading.start < place.block.end
        if passage.number == place.passage.number and inside:
            return reading.probability >= ENOUGH_READ
    return False


def intro_of(evidence: QuestionEvidence, place: BlockPlace) -> str:
    """The sentence that introduces a list, if the text before it ends in one."""
    before = place.passage.text[: place.block.start].rstrip()
    last = before.rsplit("\n", 1)[-1]
    return last if last.endswith((":", "：", ":-")) else ""


def _warnings(evidence: QuestionEvidence, place: BlockPlace) -> Iterator[Sentence]:
    """The warnings that stand under the same heading as the steps."""
    for sentence in evidence.sentences:
        block = sentence.block
        if sentence.number != place.passage.number or block is None or block == place.block:
            continue
        same = block.path == place.block.path and block.kind is BlockShape.PARAGRAPH
        if same and WARNING.match(sentence.text.lstrip("*_> ")):
            yield quote_sentence(place.passage, sentence)


def _called_table(evidence: QuestionEvidence) -> RankedList | None:
    """The table whose heading and columns are called what the question asks for."""
    ranked = []
    for place in evidence.blocks:
        block, passage = place.block, place.passage
        if block.kind is not BlockShape.TABLE or len(block.rows) < 2:
            continue
        own = stem_set(f"{block.heading} {' '.join(piece.text for piece in block.header)}")
        title = stem_set(f"{passage.title} {passage.section} {' '.join(block.path)}")
        match = evidence.terms.matched_share((HEADING, own), (TITLE, title))
        called = evidence.terms.matched_share((1.0, own))
        certainty = match * evidence.presence(passage, evidence.things)
        if called > 0 and certainty >= CALLED_TABLE:
            ranked.append(RankedList(place, certainty - 0.02 * place.rank, certainty))
    return max(ranked, key=lambda each: each.score, default=None)


def _described_rows(evidence: QuestionEvidence) -> list[Sentence]:
    """Rows of one table that the question describes: "which alarms stop the pump"."""
    best: list[Sentence] = []
    best_score = 0.0
    for place in evidence.blocks:
        if place.block.kind is not BlockShape.TABLE or len(place.block.rows) < 2:
            continue
        rows, score = _matching_rows(evidence, place)
        if rows and score > best_score:
            best, best_score = rows, score
    return best


def _matching_rows(evidence: QuestionEvidence, place: BlockPlace) -> tuple[list[Sentence], float]:
    """The rows whose cells match what the question adds to the table's own names.

    What the headings and columns say is true of every row, so it tells none of them apart.
    """
    passage, block = place.passage, place.block
    header = " ".join(piece.text for piece in block.header)
    names = stem_set(f"{passage.title} {passage.section} {' '.join(block.path)} {header}")
    terms = evidence.terms
    about = terms.matched_share((1.0, names))
    rest = {stem: weight for stem, weight in terms.weights.items() if not terms.match(stem, names)}
    total = sum(rest.values())
    if not rest or not total or about < 0.2:
        return [], 0.0
    figures = frozenset(stem for stem in rest if stem.isdecimal())
    chosen, scores = [], []
    for row, _ in table_rows(block):
        held = frozenset(each for cell in row.cells for each in stems(cell.text))
        match = sum(weight * terms.match(stem, held) for stem, weight in rest.items()) / total
        if figures and figures <= held:
            match = max(match, ROW_MATCH)
        if match >= ROW_MATCH:
            chosen.append(row_answer_sentence(passage, block, row, item=True))
            scores.append(match)
    if not chosen or len(chosen) == len(block.rows):
        return [], 0.0
    named = evidence.presence(passage, evidence.things)
    return chosen, (about + max(scores)) * named
