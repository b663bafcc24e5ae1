"""Rows of a table that meet a condition: one of two columns below the other, or a mark in one."""

import re
from collections.abc import Iterator, Sequence

from pramana.chat.contracts.passages import BlockShape, PassagePiece, TableRow
from pramana.chat.domain.answer_sentences import row_answer_sentence
from pramana.chat.domain.calculations import difference_sentence
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.quantities import quantities
from pramana.chat.domain.question_analysis import MODAL_STEMS
from pramana.chat.domain.question_words import is_negated, pattern_of, words_of
from pramana.chat.domain.table_answers import stem_set
from pramana.chat.prompts.compose import Sentence
from pramana.language.stems import content_stems, stems

LESS, MORE = pattern_of("BELOW"), pattern_of("ABOVE")
OVERSPENT = pattern_of("OVERSPENT")
HOW_MUCH = re.compile(r"\bhow (?:much|far)\b|\bby what\b|कतिले|\bkatile\b", re.IGNORECASE)
BUDGETS, SPENDING = (stem_set(" ".join(words_of(each))) for each in ("BUDGETS", "SPENDING"))
SHORTEST = 3
"""Letters of a word that stands for a longer one in the name of a column."""

MARKED, UNMARKED = words_of("MARKS"), words_of("NO_MARKS") | {""}
FEWEST_ROWS = 2


def rows_across_columns(evidence: QuestionEvidence) -> list[Sentence]:
    """Rows in which one column is below or above another: "below their reorder level"; "overspent"
    names both columns."""
    less, more = LESS.search(evidence.question), MORE.search(evidence.question)
    spent = OVERSPENT.search(evidence.question)
    side = spent or less or more
    if side is None:
        return []
    wanted = stem_set(evidence.question[side.end() :])
    planned = bool(spent) or not wanted.isdisjoint(BUDGETS)
    wanted = BUDGETS if planned else wanted
    for place in evidence.blocks:
        if place.block.kind is not BlockShape.TABLE or not place.block.header:
            continue
        limit = _column_named(place.block.header, wanted)
        if limit is None:
            continue
        amounts = _column_named(place.block.header, SPENDING) if planned else None
        column = amounts if planned else _amount_column(place, limit)
        if column is None:
            continue
        rows = list(_compared_rows(place, column, limit, below=bool(less and not spent)))
        if rows:
            return _rows_with_differences(evidence, place, rows, (column, limit))
    return []


def _rows_with_differences(
    evidence: QuestionEvidence,
    place: BlockPlace,
    rows: Sequence[TableRow],
    columns: tuple[int, int],
) -> list[Sentence]:
    """The rows, each with the difference of its two columns where the question asks how much."""
    answer = []
    for row in rows:
        item = row_answer_sentence(place.passage, place.block, row, item=True)
        answer.append(item)
        if HOW_MUCH.search(evidence.question):
            one, other = (quantities(row.cells[at].text)[0] for at in columns)
            values, unit = (one.value, other.value), one.unit or other.unit
            answer.append(difference_sentence(evidence.question, values, unit, item.quotes))
    return answer


def rows_with_mark(evidence: QuestionEvidence) -> list[Sentence]:
    """Rows that a column of "yes" and "no" marks, where the question says what it marks: "which
    tools need oil" for a column "needs oil"."""
    for place in evidence.blocks:
        if place.block.kind is not BlockShape.TABLE or len(place.block.rows) < FEWEST_ROWS:
            continue
        for at, piece in enumerate(place.block.header):
            name = [each for each in content_stems(stems(piece.text)) if each not in MODAL_STEMS]
            held = [row for row in place.block.rows if len(row.cells) > at]
            marks = [row.cells[at].text.strip().strip(".").casefold() for row in held]
            closed = MARKED | UNMARKED
            if not name or not set(marks) <= closed or MARKED.isdisjoint(marks):
                continue
            if all(
                any(evidence.terms.match(each, {word}) for each in evidence.terms.weights)
                for word in name
            ):
                wanted = UNMARKED if is_negated(evidence.question) else MARKED
                return [
                    row_answer_sentence(place.passage, place.block, row, item=True)
                    for row, mark in zip(held, marks, strict=True)
                    if mark in wanted
                ]
    return []


def _column_named(header: Sequence[PassagePiece], wanted: frozenset[str]) -> int | None:
    """The column that the question names after "below" or "above", by the words that no other
    column has: "min" of "min_qty" for "minimum"."""
    names = [content_stems(stems(piece.text.replace("_", " "))) for piece in header]
    for at, name in enumerate(names):
        others = {word for place, other in enumerate(names) if place != at for word in other}
        own = [word for word in name if word not in others]
        if at and own and all(_is_short_for(word, wanted) for word in own):
            return at
    return None


def _is_short_for(word: str, wanted: frozenset[str]) -> bool:
    return word in wanted or (
        len(word) >= SHORTEST and any(each.startswith(word) for each in wanted)
    )


def _amount_column(place: BlockPlace, limit: int) -> int | None:
    """The column of amounts nearest before the limit's, or after it."""
    width = len(place.block.header)
    order: list[int] = [*range(limit - 1, 0, -1), *range(limit + 1, width)]
    for column in order:
        cells = [row.cells[column].text for row in place.block.rows if len(row.cells) > column]
        if cells and all(len(quantities(cell)) == 1 for cell in cells if cell):
            return column
    return None


def _compared_rows(
    place: BlockPlace, column: int, limit: int, *, below: bool
) -> Iterator[TableRow]:
    for row in place.block.rows:
        if len(row.cells) <= max(column, limit):
            continue
        own, other = quantities(row.cells[column].text), quantities(row.cells[limit].text)
        if not own or not other or own[0].value == other[0].value:
            continue
        if (own[0].value < other[0].value) == below:
            yield row
