"""Rows of a table that a question asks for: all, those it describes, or those of a person."""

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.chat.contracts.blocks import BlockShape, TableRow
from pramana.chat.domain.answer_sentences import row_answer_sentence
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.named_things import NamedThing, ThingKind, is_in
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.domain.table_answers import stem_set, table_rows
from pramana.chat.prompts.compose import Sentence
from pramana.language.stems import stems

CALLED_TABLE = 0.5
"""The share of the question that must name a table for all its rows to be listed."""

TITLE = 0.6
"""What a word of the question counts for in the title of the document and in the headings above."""

ROW_MATCH = 0.5
"""The share of the question that a row must match, beyond what names the table, to be listed."""

NAMED_TASKS = 0.3
"""What a table of tasks gains by being one."""

NOWHERE = 0.45
"""The share of the question that may be nowhere in the table or above it."""

TASKS = pattern_of("TASKS")
TASK_HEADINGS, TASK_COLUMNS = pattern_of("TASK_HEADINGS"), pattern_of("TASK_COLUMNS")


@dataclass(frozen=True)
class ListedRows:
    """Rows of one table, and how surely they are what is asked for."""

    place: BlockPlace
    rows: Sequence[TableRow]
    certainty: float

    def sentences(self) -> list[Sentence]:
        return [
            row_answer_sentence(self.place.passage, self.place.block, row, item=True)
            for row in self.rows
        ]


def tables(evidence: QuestionEvidence) -> list[BlockPlace]:
    """The tables of more than one row."""
    return [
        place
        for place in evidence.blocks
        if place.block.kind is BlockShape.TABLE and len(place.block.rows) > 1
    ]


def called_table(evidence: QuestionEvidence) -> ListedRows | None:
    """The table whose heading and columns are called what the question asks for."""
    ranked = []
    for place in tables(evidence):
        own = stem_set(f"{place.block.heading} {_header(place)}")
        match = evidence.terms.matched_share((1.0, own), (TITLE, stem_set(_titles(place))))
        called = evidence.terms.matched_share((1.0, own))
        certainty = match * evidence.presence(place.passage, evidence.things)
        if called > 0 and certainty >= CALLED_TABLE:
            ranked.append(ListedRows(place, place.block.rows, certainty))
    return max(ranked, key=lambda each: each.certainty - 0.02 * each.place.rank, default=None)


def table_stems(place: BlockPlace) -> frozenset[str]:
    """The words that name a table: its columns, the headings above it and its document."""
    return stem_set(f"{_titles(place)} {place.block.heading} {_header(place)}")


def _header(place: BlockPlace) -> str:
    return " ".join(piece.text for piece in place.block.header)


def _titles(place: BlockPlace) -> str:
    return f"{place.passage.title} {place.passage.section} {' '.join(place.block.path)}"


def task_rows(evidence: QuestionEvidence) -> ListedRows | None:
    """What is to be done after a meeting, and by whom; only the rows of a person who is named."""
    if not TASKS.search(evidence.question):
        return None
    found = []
    for place in tables(evidence):
        called = f"{place.block.heading}\n{_header(place)}"
        if not is_task_table(place.block.heading, [each.text for each in place.block.header]):
            continue
        rows, others = _rows_of_names(evidence, place)
        presence = evidence.presence(place.passage, others)
        about = evidence.terms.matched_share((1.0, stem_set(f"{_titles(place)} {called}")))
        found.append(ListedRows(place, rows, presence * (about + NAMED_TASKS)))
    return max(found, key=lambda each: each.certainty - 0.02 * each.place.rank, default=None)


def is_task_table(heading: str, columns: Sequence[str]) -> bool:
    """Whether a table says what is to be done and by whom.

    >>> is_task_table("Next steps", ["What", "By"]), is_task_table("Staff", ["Name", "Task"])
    (True, False)
    """
    named = TASK_HEADINGS.search(heading) is not None
    return named or any(TASK_COLUMNS.match(each.strip()) for each in columns)


def _rows_of_names(
    evidence: QuestionEvidence, place: BlockPlace
) -> tuple[Sequence[TableRow], list[NamedThing]]:
    """The rows that hold the names which the question says, and the things that no row holds."""
    rows, others = list(place.block.rows), []
    for thing in evidence.things:
        own = [row for row in rows if any(is_in(thing, cell.text) for cell in row.cells)]
        if own and thing.kind is ThingKind.NAME:
            rows = own
        else:
            others.append(thing)
    return rows, others


def described_rows(evidence: QuestionEvidence) -> list[Sentence]:
    """Rows of one table that the question describes: "which alarms stop the pump"."""
    found = [each for place in tables(evidence) if (each := _matching_rows(evidence, place))]
    best = max(found, key=lambda each: each.certainty, default=None)
    return best.sentences() if best else []


def _matching_rows(evidence: QuestionEvidence, place: BlockPlace) -> ListedRows | None:
    """The rows whose cells match what the question adds to the table's own names.

    What the headings and columns say is true of every row, so it tells none of them apart; nor does
    a word that no row has.
    """
    passage, block, terms = place.passage, place.block, evidence.terms
    names = table_stems(place) | evidence.head_stems(passage)
    about = terms.matched_share((1.0, names))
    held = [(row, _row_stems(row)) for row, _ in table_rows(block)]
    cells = frozenset().union(*(each for _, each in held))
    rest = {stem: weight for stem, weight in terms.weights.items() if not terms.match(stem, names)}
    nowhere = sum(weight for stem, weight in rest.items() if not terms.match(stem, cells))
    rest = {stem: weight for stem, weight in rest.items() if terms.match(stem, cells)}
    whole, total = sum(terms.weights.values()), sum(rest.values())
    if not total or about < 0.2 or nowhere > NOWHERE * whole:
        return None
    figures = frozenset(stem for stem in rest if stem.isdecimal())
    chosen, scores = [], []
    for row, own in held:
        match = sum(weight * terms.match(stem, own) for stem, weight in rest.items()) / total
        if figures and figures <= own:
            match = max(match, ROW_MATCH)
        if match >= ROW_MATCH:
            chosen.append(row)
            scores.append(match)
    if not chosen or len(chosen) == len(block.rows):
        return None
    named = evidence.presence(passage, evidence.things)
    return ListedRows(place, chosen, (about + max(scores)) * named * (1 - nowhere / whole))


def _row_stems(row: TableRow) -> frozenset[str]:
    return frozenset(each for cell in row.cells for each in stems(cell.text))
