"""Rows of a table that a question asks for (all, those it describes, those of a person), and cells
of one row: the row at a place ("the third quarter"), of a day, or with a name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pramana.chat.contracts.passages import BlockShape, TableRow
from pramana.chat.domain.answer_sentences import row_answer_sentence
from pramana.chat.domain.enumerations import line_above
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.named_things import NamedThing, ThingKind, is_in
from pramana.chat.domain.quantities import UNIT_NAMES, quantities, unit_after_how_many
from pramana.chat.domain.question_analysis import AnswerKind
from pramana.chat.domain.question_words import families_of, lines_of, pattern_of, whole_words
from pramana.chat.domain.table_answers import (
    ASKS_OF_ONE,
    OF_ONE,
    PER_PIECE,
    period_of,
    row_label,
    stem_set,
    table_rows,
)
from pramana.chat.prompts.compose import Sentence
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import fold, terms

CALLED_TABLE = 0.5
"""The share of the question that must name a table for all its rows to be listed."""

TITLE = 0.6
"""What a word of the question counts for in the title of the document and in the headings above."""

ROW_MATCH = 0.5
"""The share of the question that a row must match, beyond what names the table, to be listed."""

WHOLE_MATCH, BESIDE_BEST = 0.95, 0.8
"""A row that holds all of that, and the share of its match that others need beside it: "stops the
pump" is not "stops the fan"."""

NUMBERS, NAME_LINES = re.compile(r"\d+"), 4
NAMED_TASKS = 0.3
"""What a table of tasks gains by being one."""

NOWHERE = 0.45
"""The share of the question that may be nowhere in the table or above it."""

LIMITERS = stem_set("only just alone exclusively")
"""Words that say that there are no others; a table does not repeat them."""

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


def task_tables(evidence: QuestionEvidence) -> list[ListedRows]:
    """What is to be done after a meeting, and by whom; only the rows of a person who is named."""
    found = []
    for place in tables(evidence):
        if is_task_table(place.block.heading, [each.text for each in place.block.header]):
            rows, others = _rows_of_names(evidence, place)
            presence = evidence.presence(place.passage, others)
            found.append(ListedRows(place, rows, presence * _share_of_meeting(evidence, place)))
    return found


def task_lists(evidence: QuestionEvidence) -> list[ListedRows]:
    """The same, where it stands in a list below a heading that says so."""
    return [
        ListedRows(place, (), _share_of_meeting(evidence, place))
        for place in evidence.blocks
        if place.block.kind is BlockShape.LIST
        and TASK_HEADINGS.search(f"{place.block.heading}\n{line_above(place)}")
        and evidence.presence(place.passage, evidence.things) == 1
    ]


def _share_of_meeting(evidence: QuestionEvidence, place: BlockPlace) -> float:
    """How much of the question the names of the tasks and the first lines of their paper hold: of
    two meetings, the one of the day that is asked about."""
    called = f"{place.block.heading} {_header(place)} {line_above(place)}"
    names = f"{_titles(place)} {called} {place.passage.head}"
    asked = NUMBERS.findall(evidence.question)
    first = NUMBERS.findall("\n".join(place.passage.head.split("\n")[:NAME_LINES]))
    numbered = sum(each in first for each in asked) / max(1, len(asked))
    share = evidence.terms.matched_share((1.0, stem_set(names)))
    return NAMED_TASKS + share + numbered - 0.02 * place.rank


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


def described_rows(evidence: QuestionEvidence) -> ListedRows | None:
    """Rows of one table that the question describes: "which alarms stop the pump"."""
    found = [each for place in tables(evidence) if (each := _matching_rows(evidence, place))]
    return max(found, key=lambda each: each.certainty, default=None)


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
    known = cells | stem_set(passage.head) | LIMITERS
    nowhere = sum(weight for stem, weight in rest.items() if not terms.match(stem, known))
    rest = {stem: weight for stem, weight in rest.items() if terms.match(stem, cells)}
    whole, total = sum(terms.weights.values()), sum(rest.values())
    if not total or about < 0.2 or nowhere > NOWHERE * whole:
        return None
    figures = frozenset(stem for stem in rest if stem.isdecimal())
    matches = []
    for _, own in held:
        match = sum(weight * terms.match(stem, own) for stem, weight in rest.items()) / total
        matches.append(max(match, ROW_MATCH) if figures and figures <= own else match)
    best = max(matches)
    least = max(ROW_MATCH, BESIDE_BEST * best) if best >= WHOLE_MATCH else ROW_MATCH
    chosen = [row for (row, _), match in zip(held, matches, strict=True) if match >= least]
    if not chosen or len(chosen) == len(block.rows):
        return None
    named = evidence.presence(passage, evidence.things)
    return ListedRows(place, chosen, (about + best) * named * (1 - nowhere / whole))


def _row_stems(row: TableRow) -> frozenset[str]:
    return frozenset(each for cell in row.cells for each in stems(cell.text))


UNSAID, UNSAID_OF_A_SURE_ROW = 0.3, 0.55
"""The share of the question that may be nowhere in the row, its columns and the names above; more
where a day or a place tells the row and the question names a column."""

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
class QuestionRows:
    """Rows that a question means, and the stems of the question that say so."""

    rows: Sequence[TableRow]
    said: frozenset[str]
    surely: bool
    """Whether a place or a day tells the row, and not only a name."""


def answer_with_cells(evidence: QuestionEvidence) -> list[Sentence]:
    """The cells of the row that is meant, below the columns that are asked for."""
    best: list[Sentence] = []
    best_share = 0.0
    for place in tables(evidence):
        meant = _rows_in_question(evidence, place) if place.block.header else None
        if meant is None or evidence.presence(place.passage, evidence.things) < 1:
            continue
        columns = _columns_in_question(evidence, place, meant)
        held = table_stems(place) | meant.said | _words_of_columns(evidence)
        share = evidence.terms.matched_share((1.0, held)) - 0.02 * place.rank
        least = 1 - (UNSAID_OF_A_SURE_ROW if meant.surely else UNSAID)
        if columns and share > max(best_share, least):
            best_share = share
            best = [
                row_answer_sentence(
                    place.passage, place.block, row, item=len(meant.rows) > 1, columns=columns
                )
                for row in meant.rows
            ]
    return best


def _columns_in_unit(evidence: QuestionEvidence, place: BlockPlace) -> set[int]:
    """The one column that is given in the unit the question counts: "how many kilos" below "kg".

    What it is per day or per piece is another one, as long as the question does not ask so.
    """
    units = unit_after_how_many(evidence.question)
    own = [
        (at, OF_ONE.search(piece.text) is not None)
        for at, piece in enumerate(place.block.header)
        if units & {UNIT_NAMES.get(each, "") for each in terms(piece.text.replace("_", " "))}
    ]
    of_one = ASKS_OF_ONE.search(evidence.question) is not None
    fitting = {at for at, is_of_one in own if is_of_one == of_one}
    return fitting if len(fitting) == 1 else set()


def _column_of_one(evidence: QuestionEvidence, place: BlockPlace) -> set[int]:
    """The one column that gives what a piece costs, where the question says "per" or "each"."""
    header = place.block.header
    own = {at for at, piece in enumerate(header) if OF_ONE.search(piece.text)}
    return own if len(own) == 1 and PER_PIECE.search(evidence.question) else set()


def _column_of_day(evidence: QuestionEvidence, place: BlockPlace, meant: QuestionRows) -> set[int]:
    """The one column with days in these rows, where a day is asked for."""
    if evidence.terms.kind is not AnswerKind.TIME:
        return set()
    columns = range(len(place.block.header))
    dated = {at for at in columns if all(find_dates(row.cells[at].text) for row in meant.rows)}
    return dated if len(dated) == 1 else set()


def _rows_in_question(evidence: QuestionEvidence, place: BlockPlace) -> QuestionRows | None:
    width = len(place.block.header)
    rows = [each for each in place.block.rows if len(each.cells) == width]
    ordinal = ORDINAL.search(evidence.question)
    if ordinal and _counts_rows(ordinal, place, rows):
        parts = [each for each in rows if not TOTAL_ROWS.match(row_label(each))]
        at = ORDINALS[fold(ordinal.group().split()[0])]
        at = len(parts) - 1 if at == LAST else at
        return QuestionRows(parts[at : at + 1], stem_set(ordinal.group()), True) if parts else None
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
        return QuestionRows(own, words, True) if len(own) == 1 and day.gregorian else None
    return _rows_by_name(evidence, rows)


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


def _rows_by_name(evidence: QuestionEvidence, rows: Sequence[TableRow]) -> QuestionRows | None:
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
    return QuestionRows(own, said, False)


def _is_said(evidence: QuestionEvidence, name: str) -> bool:
    words = content_stems(each for each in stems(name) if not each.isdecimal())
    said = [
        each
        for each in words
        if any(evidence.terms.match(one, {each}) for one in evidence.terms.weights)
    ]
    return bool(words) and len(said) >= NAME * len(words)


def _words_of_columns(evidence: QuestionEvidence) -> frozenset[str]:
    asked = (own for asks, own, _ in ASKED_COLUMNS if asks.search(evidence.question))
    return frozenset().union(*asked)


def _columns_in_question(
    evidence: QuestionEvidence, place: BlockPlace, meant: QuestionRows
) -> list[int]:
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
    ways = (_column_of_one(evidence, place), _column_of_day(evidence, place, meant))
    asked = next(filter(None, ways), set()) or _columns_in_unit(evidence, place) or asked
    asked -= {at for at in asked if not all(row.cells[at].text for row in meant.rows)}
    if not asked and meant.surely and evidence.terms.kind is AnswerKind.NUMBER:
        asked = {
            at
            for at in range(1, len(names))
            if all(quantities(row.cells[at].text) for row in meant.rows)
        }
    if len(meant.rows) != 1 and not surely:
        return []
    enough = 1 if surely or _columns_in_unit(evidence, place) else 2
    return sorted(asked) if len(asked) >= enough else []
