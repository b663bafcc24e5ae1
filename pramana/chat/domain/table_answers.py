"""Answers from a table: the row and the column that a question means, and their cell."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from pramana.chat.contracts.passages import BlockShape, PassageBlock, PassagePiece, TableRow
from pramana.chat.domain.document_identity import MONTH, MONTH_NUMBERS
from pramana.chat.domain.named_things import IDENTIFIER, NamedThing, ThingKind, is_in
from pramana.chat.domain.quantities import (
    DURATION_DAYS,
    UNIT_NAMES,
    Quantity,
    has_other_unit,
    has_unit,
    quantities,
    question_units,
    range_of,
)
from pramana.chat.domain.question_analysis import (
    AnswerKind,
    QuestionTerms,
    contains_kind,
)
from pramana.chat.domain.question_words import lines_of
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import fold
from pramana.language.tokens import terms as terms_of


def stem_set(text: str) -> frozenset[str]:
    return frozenset(stems(text))


CONTEXT, LABEL, OTHER_CELL = 0.6, 1.0, 0.8
"""What a match counts for in the headings above, in the row's first cell, and in its others."""

RANGE_BONUS = 0.4
"""What a row gains whose range holds the number that the question names."""

WRONG_KIND = 0.3
"""What a cell loses that is not of the kind asked for, such as a word where a number is wanted."""

FITTING_UNIT = 0.15
"""What a cell gains before others that has the unit asked for: degrees for a temperature."""

OF_ONE_LOSS, OF_ONE_GAIN, PER_GAIN = 0.1, 0.15, 0.3
OF_ONE = re.compile(
    r"(?<![^\W_])(?:rate|each|per|unit(?:[ _]?(?:price|cost|rate))?)(?![^\W_])"
    r"|दर(?![\u0900-\u0963])",
    re.I,
)
PER_TIME = re.compile(r"\bper (?:year|annum|quarter|month|week|day)\b", re.I)
PER_PIECE = re.compile(r"\b(?:each|per|apiece)\b|प्रति(?![\u0900-\u0963])", re.I)
ASKS_OF_ONE = re.compile(
    r"\b(?:an?|one|single|each|every|per|rate|unit|apiece|hourly|daily)\b|दर|प्रति|एउटा|एक", re.I
)
"""What a cell gives up before others that gives what one piece costs, what it gains where that is
asked for, and how such columns and questions say so."""

OTHER_ROW = 0.2
"""What a cell loses in whose row a word of the question is missing that other rows are named by."""

NUMBER_SIGN = re.compile(r"(?:(?<![^\W_])(?:no|nr)(?![^\W_])\.?|№|\bn[º°]|#)", re.I)
"""How columns write "number": "Part no.", "item_no"."""

SERIAL = re.compile(r"\W*[\d०-९]{1,3}\W*\Z")
SERIAL_NAME = re.compile(r"(?:no|nr|s\.? ?n|sl|#|pos|item|क्र|सि|क्रम ?सं|सि\.? ?नं)\W*", re.I)
"""What the column is called that only counts the rows."""

HOW = re.compile(r"\bhow\s+(?P<degree>[^\W\d_]+)", re.I)
ATTRIBUTES = {
    word: stem_set(attribute)
    for degrees, attribute in (line.split("|") for line in lines_of("DEGREES"))
    for word in degrees.split()
}
"""What a question asks for that says how much of it there is: "how wide" the width."""

SIZES = frozenset(["g", "kg", "ml", "l", "mm", "cm", "m", "t"])
SIZED = 3
"""Units in which things of several sizes are told apart, and the first cells that name them."""

NO_STEMS: frozenset[str] = frozenset()


@dataclass(frozen=True)
class CellAnswer:
    """A cell with the row and the column it stands in."""

    row: TableRow
    label: str
    header: PassagePiece | None
    cell: PassagePiece
    coverage: float
    """The share of the question's weight that row, column and headings match."""
    names_row: bool
    names_column: bool
    """Whether the question says which row, and which column."""


def table_rows(block: PassageBlock) -> list[tuple[TableRow, tuple[PassagePiece | None, ...]]]:
    """The rows of a table with the headers of their cells."""
    return [(row, _headers(block.header, len(row.cells))) for row in block.rows]


def _headers(header: Sequence[PassagePiece], width: int) -> tuple[PassagePiece | None, ...]:
    """The header of each of a row's cells. A short row, such as a total, has only its last."""
    if not header:
        return (None,) * width
    if width >= len(header):
        return tuple(header[at] if at < len(header) else None for at in range(width))
    return (*((None,) * (width - 1)), header[-1])


def row_label(row: TableRow) -> str:
    """What a row is about: its first cell that is more than a running number."""
    named = (cell.text for cell in row.cells if cell.text and not SERIAL.match(cell.text))
    return next(named, row.cells[0].text if row.cells else "")


def find_cell(
    terms: QuestionTerms,
    things: Sequence[NamedThing],
    question: str,
    block: PassageBlock,
    above: str,
) -> CellAnswer | None:
    """The cell of this table that answers best; None when no row or column belongs to it."""
    if block.kind is not BlockShape.TABLE:
        return None
    kind = block.header[0].text if block.header else ""  # "the Hull depot" below "Depot"
    context = stem_set(f"{above} {' '.join(block.path)} {kind}")
    if not block.header:  # a form that names the thing in one row is about it in the others
        values = "\n".join(cell.text for row in block.rows for cell in row.cells[1:])
        context |= stem_set(" ".join(each.text for each in things if is_in(each, values)))
    candidates = list(_candidates(terms, things, question, block, context))
    units = question_units(question)

    def fitness(each: CellAnswer) -> tuple[float, bool, float]:
        fitting = has_unit(units, each.cell.text) or _is_day(terms, each.cell)
        fits = FITTING_UNIT if fitting else 0.0
        name = each.header.text if each.header else ""
        if OF_ONE.search(name) and not PER_TIME.search(name):
            fits += _gain_of_one(question)
        return round(each.coverage + fits, 3), each.names_column, _exactness(terms, each)

    return max(candidates, key=fitness, default=None)


def _is_day(terms: QuestionTerms, cell: PassagePiece) -> bool:
    """Whether a question for a day may mean this cell, whatever its column is called."""
    return terms.kind is AnswerKind.TIME and bool(find_dates(cell.text))


def _gain_of_one(question: str) -> float:
    if PER_PIECE.search(question):
        return PER_GAIN
    return OF_ONE_GAIN if ASKS_OF_ONE.search(question) else -OF_ONE_LOSS


def _exactness(terms: QuestionTerms, answer: CellAnswer) -> float:
    """The share of a row's name that the question says: "VAT" before "Total without VAT"."""
    name = content_stems(each for each in stems(answer.label) if not each.isdecimal())
    return sum(each in terms.weights for each in name) / len(name) if name else 0.0


def _candidates(
    terms: QuestionTerms,
    things: Sequence[NamedThing],
    question: str,
    block: PassageBlock,
    context: frozenset[str],
) -> Iterator[CellAnswer]:
    rows = table_rows(block)
    required = [
        each
        for each in things
        if each.kind is ThingKind.IDENTIFIER and is_in(each, names_in(block))
    ]
    figures = figures_in(question, block)
    ranged = _row_of_range(question, [row for row, _ in rows])
    column = _column_of_range(question, block.header)
    units = question_units(question)
    names = frozenset(each for thing in things for each in stems(thing.text))
    asked = [each for each in terms.weights if each not in names]
    telling = _row_words(terms, block)
    for row, headers in rows:
        cell_stems = [stem_set(cell.text) for cell in row.cells]
        if figures and not any(figures & each for each in cell_stems):
            continue
        for at, cell in enumerate(row.cells):
            header = headers[at]
            named = all(_is_named(each, row, headers, at) for each in required)
            if not cell.text or len(row.cells) < 2 or not named:
                continue
            fits = has_unit(units, cell.text) or _is_day(terms, cell)
            others = _other_stems(cell_stems, at)
            if fits:  # "hotter than 90 °C" names its row itself
                others |= cell_stems[at] | stem_set(" ".join(each.text for each in block.header))
            first = cell_stems[0] if at else NO_STEMS
            titled = _title_stems(question, header)
            coverage = terms.matched_share(
                (LABEL, first), (OTHER_CELL, others), (LABEL, titled), (CONTEXT, context)
            )
            by_row = terms.matched_share((1.0, first | others))
            by_column = fits or terms.matched_share((1.0, titled)) > 0
            if ranged is not None:
                coverage += RANGE_BONUS if ranged == row.start else -RANGE_BONUS
                by_row = max(by_row, 1.0 if ranged == row.start else 0.0)
            if column is not None and header:
                coverage += RANGE_BONUS if column == header.start else -RANGE_BONUS
            if by_row <= 0 and not by_column:
                continue
            held = first | others | titled | context
            if names and asked and not any(terms.match(each, held) for each in asked):
                coverage -= WRONG_KIND
            coverage -= WRONG_KIND * _wrong_kinds(terms, units, row, headers, at)
            coverage -= WRONG_KIND * (ranged is None and _is_of_other_size(question, row))
            coverage -= OTHER_ROW * any(not terms.match(each, held) for each in telling)
            label = _label_in_question(terms, row, at)
            yield CellAnswer(row, label, header, cell, coverage, by_row > 0, by_column)


def _title_stems(question: str, header: PassagePiece | None) -> frozenset[str]:
    """The words of a column's name, with the degree that asks for it: "how wide" for "Width"."""
    named = stem_set(NUMBER_SIGN.sub(" number ", header.text)) if header else NO_STEMS
    titled = named if ASKS_OF_ONE.search(question) else _with_units(named)
    each = PER_PIECE.search(question)
    if each and header and OF_ONE.search(header.text):
        titled |= stem_set(each.group())
    degree = HOW.search(question)
    attribute = ATTRIBUTES.get(fold(degree["degree"]), NO_STEMS) if degree else NO_STEMS
    if degree and attribute and attribute <= titled:
        return titled | stem_set(degree["degree"])
    return titled


def _with_units(held: frozenset[str]) -> frozenset[str]:
    """The words of a column's name, with the other spellings of its units: "Rs" for rupees."""
    units = {UNIT_NAMES[each] for each in held if each in UNIT_NAMES}
    return held | stem_set(" ".join(each for each, unit in UNIT_NAMES.items() if unit in units))


def _label_in_question(terms: QuestionTerms, row: TableRow, at: int) -> str:
    """What a row is called; a code with the name beside it that the question says."""
    label = row_label(row)
    if IDENTIFIER.fullmatch(label.strip()):
        for number, cell in enumerate(row.cells):
            named = terms.matched_share((1.0, stem_set(cell.text))) > 0
            if named and number != at and cell.text != label and not SERIAL.match(cell.text):
                return f"{label}, {cell.text}"
    return label


def _row_words(terms: QuestionTerms, block: PassageBlock) -> list[str]:
    """Words of the question that the names of some rows have: a row without them is another one."""
    if not block.header:
        return []
    named = [stem_set(" ".join(cell.text for cell in row.cells[:SIZED])) for row in block.rows]
    return [
        each
        for each in terms.weights
        if not each.isdecimal() and 0 < sum(each in row for row in named) < len(named)
    ]


def _other_stems(cell_stems: Sequence[frozenset[str]], at: int) -> frozenset[str]:
    """The stems of a row but for its name and one cell."""
    return frozenset().union(*(each for i, each in enumerate(cell_stems) if i not in (0, at)))


def _wrong_kinds(
    terms: QuestionTerms,
    units: frozenset[str],
    row: TableRow,
    headers: Sequence[PassagePiece | None],
    column: int,
) -> int:
    """In how many ways a cell is not what is asked for: in its unit, in its kind, as a number that
    only counts the rows, as one without the unit that another cell of its row has."""
    cell = row.cells[column]
    fits = contains_kind(terms.kind, cell.text, terms.words)
    held, own = zip(row.cells, headers, strict=True), headers[column]
    of_one = own is not None and OF_ONE.search(own.text)  # "Rate" is often without a unit
    elsewhere = not of_one and any(
        other.text and _has_unit(units, other, header) for other, header in held
    )
    return sum(
        [
            has_other_unit(units, cell.text),
            terms.kind in (AnswerKind.NUMBER, AnswerKind.TIME) and not fits,
            column == 0 and SERIAL.match(cell.text) is not None,
            elsewhere and not _has_unit(units, cell, own),
        ]
    )


def _has_unit(units: frozenset[str], cell: PassagePiece, header: PassagePiece | None) -> bool:
    """Whether a cell has one of these units, or its column says that it is given in one."""
    words = terms_of(header.text.replace("_", " ")) if header else []
    named = {UNIT_NAMES.get(word, word) for word in words}
    return has_unit(units, cell.text) or not units.isdisjoint(named)


def _is_of_other_size(question: str, row: TableRow) -> bool:
    """Whether the row is about another size than the question: a jar of 500 g for one of 250 g."""
    asked = {(each.value, each.unit) for each in quantities(question) if each.unit in SIZES}
    named = " ".join(cell.text for cell in row.cells[:SIZED])
    held = {(each.value, each.unit) for each in quantities(named) if each.unit in SIZES}
    units = {unit for _, unit in asked}
    return any(unit in units for _, unit in held) and asked.isdisjoint(held)


def _is_named(
    thing: NamedThing, row: TableRow, headers: Sequence[PassagePiece | None], at: int
) -> bool:
    """Whether a thing names the column of a cell, or its row by another cell of it.

    "1" below "Program" is the program 1. What another column is called names no row.
    """
    own = headers[at]
    if own and is_in(thing, own.text):
        return True
    for number, cell in enumerate(row.cells):
        header = headers[number]
        if number == at or (header and is_in(thing, header.text)):
            continue
        if is_in(thing, _with_header(cell, header)):
            return True
    return False


def figures_in(question: str, block: PassageBlock) -> frozenset[str]:
    """Numbers of the question that are whole cells below a name that it says: "extension 32"."""
    asked = stem_set(IDENTIFIER.sub(" ", question))
    return frozenset(
        cell.text.strip()
        for row, headers in table_rows(block)
        for cell, header in zip(row.cells, headers, strict=True)
        if header and cell.text.strip() in asked and not asked.isdisjoint(stem_set(header.text))
        if cell.text.strip().isdecimal()
    )


def _with_header(cell: PassagePiece, header: PassagePiece | None) -> str:
    return f"{header.text if header else ''} {cell.text}".strip()


def names_in(block: PassageBlock) -> str:
    """What tells the cells of a table apart. A form is about one thing, so its values do not."""
    if not block.header:
        return "\n".join(cell.text for row in block.rows for cell in row.cells[:1])
    cells = [
        _with_header(cell, header)
        for row, headers in table_rows(block)
        for cell, header in zip(row.cells, headers, strict=True)
    ]
    return "\n".join([*(piece.text for piece in block.header), *cells])


def _row_of_range(question: str, rows: Sequence[TableRow]) -> int | None:
    """Where the row begins whose range holds the question's day or quantity; None without any."""
    periods = [(row.start, period_of(row.cells[0].text)) for row in rows if row.cells]
    for asked in _asked_days(question) if sum(bool(each) for _, each in periods) > 1 else ():
        for start, days in periods:
            if days and days[0] <= asked <= days[1]:
                return start
    labels = [(row.start, row.cells[0].text) for row in rows if row.cells]
    return _place_of_range(quantities(question), labels)


def _asked_days(question: str) -> list[date]:
    """The days that a question names; of a month its first one."""
    days = [each.gregorian for each in find_dates(question) if each.gregorian]
    month = None if days else MONTH.search(question)
    return [date(int(month["year"]), MONTH_NUMBERS[month["month"].lower()], 1)] if month else days


def _column_of_range(question: str, header: Sequence[PassagePiece]) -> int | None:
    """Where the column's name begins whose range holds a quantity that the question measures."""
    asked = [each for each in quantities(question) if each.unit]
    return _place_of_range(asked, [(each.start, each.text) for each in header])


def _place_of_range(asked: Sequence[Quantity], labels: Sequence[tuple[int, str]]) -> int | None:
    """The place of the label whose range holds one of the quantities, the narrower one of two.

    What is just the upper end of one and the lower end of another belongs to the first.
    """
    known = [(start, text, limits) for start, text in labels if (limits := range_of(text))]
    if len(known) < 2:
        return None
    for quantity in asked:
        fitting = [
            (low < quantity.comparable, low, -high, -start)
            for start, text, (low, high) in known
            if low <= quantity.comparable <= high and _is_measured_in(text, quantity)
        ]
        if fitting:  # of "more than 5" and "more than 10" the narrower one
            return -max(fitting)[3]
    return None


def _is_measured_in(label: str, quantity: Quantity) -> bool:
    """Whether a label gives its range in the unit of the quantity, as far as both have one."""
    units = {each.unit for each in quantities(label) if each.unit}
    lasting = quantity.unit in DURATION_DAYS and not units.isdisjoint(DURATION_DAYS)
    return not units or not quantity.unit or quantity.unit in units or lasting


def period_of(label: str) -> tuple[date, date] | None:
    """The first and the last day of a label such as "1 May 2026 – 30 April 2027"."""
    days = [each.gregorian for each in find_dates(label) if each.gregorian]
    return (days[0], days[1]) if len(days) == 2 else None


def cell_sentence(answer: CellAnswer) -> str:
    """A cell as a sentence: what the row and the column are called, and what stands there.

    >>> label, cell = PassagePiece(0, 4, "Mast"), PassagePiece(5, 9, "12 m")
    >>> head = PassagePiece(20, 26, "Height")
    >>> cell_sentence(CellAnswer(TableRow(0, 9, (label, cell)), "Mast", head, cell, 1, True, True))
    'Mast, height: 12 m.'
    """
    header = answer.header.text if answer.header else ""
    names = [answer.label if answer.label != answer.cell.text else "", _lowered(header)]
    subject = ", ".join(name.rstrip(":। ") for name in names if name)
    value = f"{answer.cell.text.rstrip('. ')}."
    return f"{subject}: {value}" if subject else value


def row_sentence(block: PassageBlock, row: TableRow, columns: Collection[int] | None = None) -> str:
    """A row as a sentence: each cell after its column's name, or those of some columns alone."""
    _, headers = next(each for each in table_rows(block) if each[0].start == row.start)
    label = row_label(row)
    parts = []
    for at, (cell, header) in enumerate(zip(row.cells, headers, strict=True)):
        if columns is not None and at not in columns:
            continue
        counts = header is None or SERIAL_NAME.fullmatch(header.text.strip())
        if not cell.text or cell.text == label or (SERIAL.match(cell.text) and counts):
            continue
        name = _lowered(header.text) if header and header.text else ""
        parts.append(f"{name}: {cell.text}" if name else cell.text)
    return f"{label.rstrip(': ')}: {'; '.join(parts)}." if parts else f"{label}."


def _lowered(name: str) -> str:
    """A column's name inside a sentence: "Unit price" becomes "unit price", "Wren 40" stays."""
    is_word = name[1:2].islower() and not any(character.isdigit() for character in name)
    return name[:1].lower() + name[1:] if is_word else name
