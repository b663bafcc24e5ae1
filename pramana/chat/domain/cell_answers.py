"""Cells that a question asks of one row: of the row at a place ("the third quarter"), of a day, or
with a name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pramana.chat.contracts.blocks import TableRow
from pramana.chat.domain.answer_sentences import row_answer_sentence
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.quantities import quantities
from pramana.chat.domain.question_analysis import AnswerKind
from pramana.chat.domain.question_words import families_of, lines_of, pattern_of, whole_words
from pramana.chat.domain.row_answers import table_stems, tables
from pramana.chat.domain.table_answers import period_of, row_label, stem_set
from pramana.chat.prompts.compose import Sentence
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import fold

UNSAID = 0.3
"""The share of the question that may be nowhere in the row, its columns and the names above."""

NAME = 0.5
"""The share of a row's name that the question must say."""

MOST_ALIKE = 4
"""Rows with names that the question does not tell apart."""

ORDINALS = {word: place for place, line in enumerate(families_of("ORDINALS")) for word in line}
LAST = max(ORDINALS.values())
ORDINAL = re.compile(
    rf"{whole_words(*ORDINALS).pattern}\s+(?P<noun>[^\W\d_]+(?:\s+[^\W\d_]+)?)", re.I
)
PARTS_OF_YEAR = {"half": 2, "quarter": 4, "month": 12, "त्रैमास": 4, "चौमासिक": 3}
TOTAL_ROWS = pattern_of("TOTAL_ROWS")
ASKED_COLUMNS = [
    (whole_words(asks.partition("+")[0].strip()), stem_set(asks), stem_set(names))
    for asks, names in (line.split("|") for line in lines_of("ASKED_COLUMNS"))
]
"""How questions ask, their words that say no more, and what the columns are called that answer."""


@dataclass(frozen=True)
class MeantRows:
    """Rows that a question means, and the stems of the question that say so."""

    rows: Sequence[TableRow]
    said: frozenset[str]
    surely: bool
    """Whether a place or a day tells the row, and not only a name."""


def answer_with_cells(evidence: QuestionEvidence) -> list[Sentence]:
    """The cells of the row that is meant, below the columns that are asked for."""
    best: list[Sentence] = []
    best_share = 1 - UNSAID
    for place in tables(evidence):
        meant = _meant_rows(evidence, place) if place.block.header else None
        if meant is None or evidence.presence(place.passage, evidence.things) < 1:
            continue
        columns = _asked_columns(evidence, place, meant)
        held = table_stems(place) | meant.said | _asking_words(evidence)
        share = evidence.terms.matched_share((1.0, held)) - 0.02 * place.rank
        if columns and share > best_share:
            best_share = share
            best = [
                row_answer_sentence(
                    place.passage, place.block, row, item=len(meant.rows) > 1, columns=columns
                )
                for row in meant.rows
            ]
    return best


def _meant_rows(evidence: QuestionEvidence, place: BlockPlace) -> MeantRows | None:
    width = len(place.block.header)
    rows = [each for each in place.block.rows if len(each.cells) == width]
    ordinal = ORDINAL.search(evidence.question)
    if ordinal and _counts_rows(ordinal, place, rows):
        parts = [each for each in rows if not TOTAL_ROWS.match(row_label(each))]
        at = ORDINALS[fold(ordinal.group().split()[0])]
        at = len(parts) - 1 if at == LAST else at
        return MeantRows(parts[at : at + 1], stem_set(ordinal.group()), True) if parts else None
    for day in find_dates(evidence.question):
        own = [
            row
            for row in rows
            if any(
                day.gregorian == each.gregorian
                for cell in row.cells
                for each in find_dates(cell.text)
            )
        ]
        words = stem_set(evidence.question[day.start : day.end])
        return MeantRows(own, words, True) if len(own) == 1 and day.gregorian else None
    return _named_rows(evidence, rows)


def _counts_rows(ordinal: re.Match[str], place: BlockPlace, rows: Sequence[TableRow]) -> bool:
    """Whether the rows are what an ordinal counts: they are called so, or are as many periods."""
    if ordinal.group().lower() in place.passage.text.lower():
        return False  # "first aid" is a name
    nouns = content_stems(stems(ordinal["noun"]))
    parts = [each for each in rows if not TOTAL_ROWS.match(row_label(each))]
    period = next((PARTS_OF_YEAR[each] for each in nouns if each in PARTS_OF_YEAR), 0)
    if period:
        return len(parts) == period
    if "year" in nouns:
        return len(parts) > 1 and all(period_of(row_label(each)) for each in parts)
    return any(each in table_stems(place) for each in nouns)


def _named_rows(evidence: QuestionEvidence, rows: Sequence[TableRow]) -> MeantRows | None:
    """The rows whose names the question says, better than those of all others."""
    held = [stem_set(" ".join(cell.text for cell in row.cells)) for row in rows]
    shares = [evidence.terms.matched_share((1.0, each)) for each in held]
    most = max(shares, default=0.0)
    own = [row for row, share in zip(rows, shares, strict=True) if share == most]
    if not most or len(own) > MOST_ALIKE or len(own) == len(rows):
        return None
    if not all(any(_is_said(evidence, cell.text) for cell in row.cells) for row in own):
        return None
    said = frozenset().union(
        *(each for each, share in zip(held, shares, strict=True) if share == most)
    )
    return MeantRows(own, said, False)


def _is_said(evidence: QuestionEvidence, name: str) -> bool:
    words = content_stems(each for each in stems(name) if not each.isdecimal())
    said = [
        each
        for each in words
        if any(evidence.terms.match(one, {each}) for one in evidence.terms.weights)
    ]
    return bool(words) and len(said) >= NAME * len(words)


def _asking_words(evidence: QuestionEvidence) -> frozenset[str]:
    asked = (own for asks, own, _ in ASKED_COLUMNS if asks.search(evidence.question))
    return frozenset().union(*asked)


def _asked_columns(evidence: QuestionEvidence, place: BlockPlace, meant: MeantRows) -> list[int]:
    """The columns that the question names, or whose names answer its question words.

    One column of a row with a name is for `find_cell`, which weighs its cells.
    """
    names = [
        frozenset(content_stems(stems(re.sub(r"[_(].*?\)|_", " ", piece.text))))
        for piece in place.block.header
    ]
    asked = {
        at
        for asks, _, called in ASKED_COLUMNS
        if asks.search(evidence.question)
        for at, name in enumerate(names)
        if name and name <= called
    }
    surely = meant.surely or len(asked) == 1
    for stem in (
        evidence.terms.weights if meant.surely else evidence.terms.weights.keys() - meant.said
    ):
        fits = [evidence.terms.match(stem, name) for name in names]
        best = max(fits, default=0.0)
        if best and fits.count(best) == 1:
            asked.add(fits.index(best))
    asked -= {at for at in asked if not all(row.cells[at].text for row in meant.rows)}
    if not asked and meant.surely and evidence.terms.kind is AnswerKind.NUMBER:
        asked = {
            at
            for at in range(1, len(names))
            if all(quantities(row.cells[at].text) for row in meant.rows)
        }
    if len(meant.rows) != 1 and not surely:
        return []
    enough = 1 if surely else 2
    return sorted(asked) if len(asked) >= enough else []
