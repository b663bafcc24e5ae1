"""The values that a question compares: cells of a column or a row, and entries of a list.

What is compared must stand with its value. A table is looked at only if it, or the paper that it
stands in, has the words of the question: "longer" alone belongs to every table of periods.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.chat.contracts.passages import BlockShape, PassagePiece, TableRow
from pramana.chat.domain.answer_sentences import (
    cell_answer_sentence,
    item_sentence,
    row_answer_sentence,
)
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.named_things import find_named_things, is_in
from pramana.chat.domain.quantities import DURATION_DAYS, Quantity, quantities, question_units
from pramana.chat.domain.question_analysis import QuestionTerms
from pramana.chat.domain.question_shapes import DOCUMENT_NOUNS, FURTHER_PART, PARTY_WORDS
from pramana.chat.domain.question_words import lines_of, pattern_of
from pramana.chat.domain.row_answers import table_stems
from pramana.chat.domain.table_answers import CellAnswer, row_label, stem_set, table_rows
from pramana.chat.prompts.compose import Sentence
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import terms

MAXIMUM, MINIMUM = pattern_of("MAXIMUM"), pattern_of("MINIMUM")
TOTAL_ROWS = pattern_of("TOTAL_ROWS")
COLUMN = 0.3
"""The share of the question that must name the column to compare."""

ABOUT = 0.5
"""The share of the words of a question, but for those that compare, that must stand in a table or
list, in its headings or at the head of its paper."""

NAMING_CELLS = 3
"""The first cells of a row that may name it."""

DEGREE_NOUN = re.compile(
    rf"(?:{MAXIMUM.pattern}|{MINIMUM.pattern})\s+(?!(?:of|than|or|and|the|in|for|on|is|are|per|when|at)\b)"
    r"(?P<noun>[^\W\d_]+(?:\s+(?!(?:of|than|or|and|the|in|for|on|is|are)\b)[^\W\d_]+)?)",
    re.I,
)
"""What there is more or less of: "the longer guarantee"."""

GENERAL_NOUNS = frozenset(["time", "period", "duration"])
"""Nouns that say only in what something is counted: "guarantees its work for the longest time"."""

MONEY = frozenset(["money"])
"""The same for a sum: "for the least money"."""

PREDICATE = re.compile(
    r"\W*(?:which|who|what)\b.*?\b(?P<rest>(?:\w{3,}(?:s|es)|has|have|is|are) .*?)"
    r"\s+(?:for\s+)?(?:the\s+)?(?:longest|shortest|longer|shorter)\b",
    re.I,
)
FIRST_TO = re.compile(
    r"\W*(?:wh(?:ich|at)\s+\w+|who)\s+(?!(?:is|are|was|were|comes?)\b)(?P<rest>\S.*?)\s+(?:the\s+)?"
    r"(?:first|last|earliest|latest|soonest|earlier|later|sooner)\W*\Z",
    re.I,
)
"""A question for the one that does something before or after the others."""

RUNS_OUT = re.compile(r"\b(?:runs? out|expires?|lapses?|ends?|is valid)\W*\Z", re.I)
"""What papers do on the last day of their validity."""

SOONER = re.compile(
    r"\b(?P<verb>delivers?|finish(?:es)?|completes?|repl(?:y|ies)|responds?|ships?|supply|supplies)\b"
    r".{0,40}?\b(?:faster|fastest|quicker|quickest|sooner|soonest|earlier|earliest)\b",
    re.I,
)
"""Who does something in less time: that is a length of time."""

CLASS_NOUN = re.compile(
    r"\b(?:which|whose|what(?!\s+(?:is|are|was|were|does|do)\b))\s+(?:of\s+)?(?:(?:our|the|my|your|these|those|two|three)\s+)*"
    r"(?P<noun>[^\W\d_]{3,})",
    re.I,
)
"""What is compared: "which offer"."""

KIND_WORDS = 3
"""How many words may name what is compared: "the two large refrigerated vans"."""

ENTRY = re.compile(r"(?m)^[ \t]*(?:[-•*–] )?(?P<label>[^:\n\t|]{2,50}):[ \t]+(?P<rest>\S[^\n]*)")
"""A line that says what it is about: "Model 3: 70 litres, 95 W"."""

FAST = re.compile(r"\w*(?:fast|quick|soon)(?:er|est)", re.I)
SPEEDS = stem_set("speed velocity")
CLAUSE = re.compile(r"[^,;]+(?:,\d[^,;]*)*")
LENGTHS = frozenset([*DURATION_DAYS, "km", "m", "cm", "mm"])
TIME = re.compile(r"\b(?:long|short)(?:er|est)?\b|length of time", re.I)


@dataclass(frozen=True)
class ComparedValue:
    """What is compared, its value, and the sentence that states it."""

    name: str
    value: float
    unit: str
    sentence: Sentence


def attribute_question(question: str) -> str:
    """The question for the value that is compared.

    >>> attribute_question("Which offer has the longer guarantee?")
    'What is the guarantee?'
    >>> attribute_question("Which is cheaper, the oak or the pine?")
    'What is the total price?'
    """
    question = FURTHER_PART.sub("", question)
    noun = DEGREE_NOUN.search(question)
    if noun and noun["noun"].split()[0].lower() in MONEY:
        return "What is the total price?"
    if noun and noun["noun"].lower() not in GENERAL_NOUNS:
        return f"What is the {noun['noun']}?"
    predicate = PREDICATE.match(question) if noun else None
    if predicate:
        return f"How long: {predicate['rest'].strip()}?"
    first = FIRST_TO.match(question)
    if first and RUNS_OUT.search(first["rest"]):
        return "Until what day is it valid?"
    if first and not SOONER.search(question):
        return f"On what day: {first['rest']}?"
    soon = SOONER.search(question)
    if soon:
        return f"What is the time to {_infinitive(soon['verb'].lower())}?"
    words = set(terms(question))
    if FAST.search(question) and words & (DOCUMENT_NOUNS | PARTY_WORDS):
        return "How long does it take?"
    for line in lines_of("DEGREES"):
        degrees, attribute = line.split("|")
        if words & set(degrees.split()):
            return f"What is the {attribute.strip()}?"
    return question


def _infinitive(verb: str) -> str:
    """
    >>> [_infinitive(each) for each in ("finishes", "replies", "delivers", "ship")]
    ['finish', 'reply', 'deliver', 'ship']
    """
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb.removesuffix("es") if verb.endswith("shes") else verb.removesuffix("s")


def topic_words(evidence: QuestionEvidence) -> list[str]:
    """The words of a comparison that say of what: not those that compare, nor what is counted."""
    degrees = [
        match.group() for each in (MAXIMUM, MINIMUM) for match in each.finditer(evidence.question)
    ]
    said = stem_set(" ".join([*degrees, *MONEY]))
    return [each for each in evidence.terms.weights if each not in said]


def is_about(evidence: QuestionEvidence, place: BlockPlace) -> bool:
    """Whether a block is about what the question compares: its paper has the names, and it has half
    of the other words in itself, above it or at the head of its paper."""
    passage = place.passage
    if evidence.presence(passage, evidence.things) < 1:
        return False
    wanted = topic_words(evidence)
    text = passage.text[place.block.start : place.block.end]
    held = table_stems(place) | stem_set(f"{passage.head} {text}")
    shared = [each for each in wanted if evidence.terms.match(each, held)]
    enough = ABOUT if evidence.shares_words(passage) else 0.0
    return not wanted or (bool(shared) and len(shared) >= enough * len(wanted))


def column_values(evidence: QuestionEvidence) -> list[ComparedValue]:
    """The values of the column that the question names, row by row."""
    best: list[ComparedValue] = []
    best_match = COLUMN
    asked = evidence.terms_of(attribute_question(evidence.question))
    for place in _tables_about(evidence):
        for column, header in enumerate(place.block.header):
            about = stem_set(f"{place.block.heading} {place.passage.title}")
            match = evidence.terms.matched_share((1.0, stem_set(header.text)), (0.5, about))
            own = _share((evidence.terms, asked), header.text)
            kind = _rows_of_kind(evidence, place)
            match = max(match, own) + bool(kind)
            values = _values_in(place, column, kind)
            if own > 0 and match > best_match and len(values) > 1:
                best, best_match = values, match
    return best


def _tables_about(evidence: QuestionEvidence) -> Iterator[BlockPlace]:
    for place in evidence.blocks:
        headed = place.block.kind is BlockShape.TABLE and place.block.header
        if headed and is_about(evidence, place):
            yield place


def _share(questions: Sequence[QuestionTerms], text: str) -> float:
    return max(each.matched_share((1.0, stem_set(text))) for each in questions)


def _rows_of_kind(evidence: QuestionEvidence, place: BlockPlace) -> list[TableRow]:
    """The rows of which a cell says that they are what is compared: "which van" in a table of
    vehicles."""
    noun = CLASS_NOUN.search(evidence.question)
    words = evidence.question[noun.start("noun") :].split() if noun else []
    for count in range(1, 1 + min(KIND_WORDS, len(words))):  # "refrigerated vans", "vans"
        kind = stem_set(" ".join(words[:count]))
        rows = [row for row in place.block.rows if any(stem_set(c.text) == kind for c in row.cells)]
        if 1 < len(rows) < len(place.block.rows):
            return rows
    return []


def _values_in(place: BlockPlace, column: int, kind: Sequence[TableRow]) -> list[ComparedValue]:
    """The values of a column, of the rows of one kind if there are any; sums are not compared."""
    found = [
        _cell_value(place, row, column)
        for row, _ in table_rows(place.block)
        if (not kind or row in kind) and not TOTAL_ROWS.match(row_label(row))
    ]
    values = [each for each in found if each]
    return values if len(kinds_of_unit(values)) < 2 else []


def _cell_value(
    place: BlockPlace, row: TableRow, column: int, name: str = ""
) -> ComparedValue | None:
    """The value of one cell, under the name of its row or another one."""
    header = place.block.header
    if len(row.cells) < len(header):
        return None
    cell = row.cells[column]
    value = value_in(cell.text)
    if value is None or (column == 0 and value[1] != "date"):
        return None
    label = row_label(row)
    answer = CellAnswer(row, label, header[column], cell, 1.0, True, True)
    sentence = (
        cell_answer_sentence(place.passage, answer).model_copy(update={"item": True})
        if column
        else row_answer_sentence(place.passage, place.block, row, item=True)
    )
    return ComparedValue(name or label, *value, sentence)


def value_in(text: str) -> tuple[float, str] | None:
    """The day or the amount that a cell gives."""
    day = next((each.gregorian for each in find_dates(text) if each.gregorian), None)
    if day:
        return float(day.toordinal()), "date"
    amounts = quantities(text)
    return (amounts[0].comparable, amounts[0].unit) if amounts else None


def row_values(evidence: QuestionEvidence) -> list[ComparedValue]:
    """The values of the row that the question names, column by column."""
    asked = evidence.terms_of(attribute_question(evidence.question))
    best: list[ComparedValue] = []
    best_match = COLUMN
    for place in _tables_about(evidence):
        header = place.block.header
        for row in place.block.rows if len(header) > 2 else ():
            match = asked.matched_share((1.0, stem_set(row_label(row))))
            found = [
                _cell_value(place, row, at, head.text)
                for at, head in enumerate(header)
                if at and head.text
            ]
            values = [each for each in found if each and each.unit != "date"]
            if match > best_match and len(values) > 1:
                best, best_match = values, match
    return best


def values_by_name(evidence: QuestionEvidence, names: Sequence[str]) -> list[ComparedValue]:
    """The values of the things that the question names, where one table or list has them all."""
    asked = (evidence.terms_of(attribute_question(evidence.question)), evidence.terms)
    best: list[ComparedValue] = []
    best_match = 0.0
    for place in evidence.blocks:
        if evidence.presence(place.passage, evidence.things) < 1:
            continue
        for match, values in (
            *_of_columns(asked, place, names),
            *_of_rows(asked, place, names),
            *_of_entries(evidence, place, names),
        ):
            alike = len(values) == len(names) and len(kinds_of_unit(values)) < 2
            alike = alike and (not FAST.search(evidence.question) or says_how_fast(values))
            if alike and match > best_match:
                best, best_match = values, match
    return best


def says_how_fast(values: Sequence[ComparedValue]) -> bool:
    """Whether the values are lengths of time, or are called speeds."""
    called = (stem_set(each.sentence.text) for each in values)
    timed = all(each.unit in DURATION_DAYS for each in values)
    return timed or all(not SPEEDS.isdisjoint(each) for each in called)


def _calls(name: str, text: str) -> bool:
    """Whether a text names a thing: its code, or all its words."""
    codes = [each for each in find_named_things(f"of {name}") if any(map(str.isdigit, each.text))]
    if codes:
        return all(is_in(each, text) for each in codes)
    words = set(content_stems(stems(name)))
    return bool(words) and words <= stem_set(text)


def _place_called(name: str, labels: Sequence[Sequence[str]]) -> int | None:
    """Which of these a name calls: the one that is called just so before one with further words,
    "K-5" before "K-5 Long"."""
    whole = stem_set(name)
    exact = (
        at for at, texts in enumerate(labels) if any(stem_set(each) == whole for each in texts)
    )
    if (found := next(exact, None)) is not None:
        return found
    calls = (at for at, texts in enumerate(labels) if any(_calls(name, each) for each in texts))
    return next(calls, None)


Values = tuple[float, list[ComparedValue]]


def _of_columns(
    asked: Sequence[QuestionTerms], place: BlockPlace, names: Sequence[str]
) -> Iterator[Values]:
    """The cells below the columns that are called by the names, in each row that is asked for."""
    header = place.block.header
    columns = [_place_called(name, [[each.text] for each in header]) or 0 for name in names]
    if 0 in columns or len(set(columns)) < len(names):
        return
    for row in place.block.rows:
        found = [_cell_value(place, row, at, n) for at, n in zip(columns, names, strict=True)]
        yield _share(asked, row_label(row)), [each for each in found if each]


def _of_rows(
    asked: Sequence[QuestionTerms], place: BlockPlace, names: Sequence[str]
) -> Iterator[Values]:
    """The cells of the rows that are called by the names, below each column that is asked for."""
    header = place.block.header
    labels = [[cell.text for cell in row.cells[:NAMING_CELLS]] for row in place.block.rows]
    called = [_place_called(name, labels) for name in names]
    rows = [place.block.rows[at] if at is not None else None for at in called]
    if not header or None in rows or rows[0] == rows[1]:
        return
    for column in range(1, len(header)):
        found = [
            _cell_value(place, row, column, name)
            for row, name in zip(rows, names, strict=True)
            if row
        ]
        only = COLUMN if len(header) == 2 else 0.0
        yield max(only, _share(asked, header[column].text)), [each for each in found if each]


def _of_entries(
    evidence: QuestionEvidence, place: BlockPlace, names: Sequence[str]
) -> Iterator[Values]:
    """The values in the lines that begin with the names."""
    found: list[ComparedValue] = []
    for name in names:
        lines = (each for each in _entries(place) if _calls(name, each[0].text))
        for label, line in lines:
            said = _value_of_entry(evidence, label, line)
            if said:
                found.append(_entry_value(place, name, line, said[1]))
                break
    yield COLUMN, found


def _entries(place: BlockPlace) -> Iterator[tuple[PassagePiece, PassagePiece]]:
    """The lines of a block that begin with what they are about, each after that label."""
    if place.block.header or place.block.kind is BlockShape.HEADING:
        return
    text = place.passage.text
    for match in ENTRY.finditer(text, place.block.start, place.block.end):
        label = PassagePiece(match.start("label"), match.end("label"), match["label"].strip())
        yield label, PassagePiece(match.start(), match.end(), match.group())


def _value_of_entry(
    evidence: QuestionEvidence, label: PassagePiece, line: PassagePiece
) -> tuple[frozenset[str], Quantity] | None:
    """The words of the question and the amount in the part of a line that has most of them."""
    question = evidence.question
    units = question_units(f"{question} {attribute_question(question)}")
    units |= LENGTHS if TIME.search(attribute_question(question)) else frozenset()
    wanted = topic_words(evidence)
    best: tuple[frozenset[str], Quantity] | None = None
    for clause in CLAUSE.findall(line.text[label.end - line.start :]):
        amounts = [each for each in quantities(clause) if not units or each.unit in units]
        words = frozenset(e for e in wanted if evidence.terms.match(e, stem_set(clause)))
        if amounts and (best is None or len(words) > len(best[0])):
            best = words, amounts[0]
    return best


def _entry_value(
    place: BlockPlace, name: str, line: PassagePiece, amount: Quantity
) -> ComparedValue:
    sentence = item_sentence(place.passage, line.start, line.end)
    return ComparedValue(name, amount.comparable, amount.unit, sentence)


def entry_values(evidence: QuestionEvidence) -> list[ComparedValue]:
    """The values of things that stand one below the other, each in its line, where the lines have
    the same words of the question."""
    best: list[ComparedValue] = []
    most = 0
    for place in evidence.blocks:
        if not is_about(evidence, place):
            continue
        said = [
            (label, line, found)
            for label, line in _entries(place)
            if (found := _value_of_entry(evidence, label, line)) and found[0]
        ]
        shared = max((len(words) for _, _, (words, _) in said), default=0)
        own = [each for each in said if len(each[2][0]) == shared]
        values = [_entry_value(place, label.text, line, amount) for label, line, (_, amount) in own]
        if len(values) > 1 and shared > most and len(kinds_of_unit(values)) < 2:
            best, most = values, shared
    return best


def kinds_of_unit(values: Sequence[ComparedValue]) -> set[str]:
    """What the values are measured in; days and months are both lengths of time."""
    return {"time" if each.unit in DURATION_DAYS else each.unit for each in values if each.unit}
