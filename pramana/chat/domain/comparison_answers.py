"""Comparisons: the value of each thing that is compared, and which is more or less."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pramana.chat.contracts.passages import BlockShape, TableRow
from pramana.chat.domain.answer_sentences import (
    FactCandidate,
    cell_answer_sentence,
    row_answer_sentence,
)
from pramana.chat.domain.calculations import difference_sentence
from pramana.chat.domain.document_statements import asks_for_total, comparable_totals
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.domain.named_things import ThingKind, is_in
from pramana.chat.domain.quantities import DURATION_DAYS, quantities
from pramana.chat.domain.question_shapes import DOCUMENT_NOUNS, alternatives, families_like
from pramana.chat.domain.question_words import lines_of, pattern_of
from pramana.chat.domain.table_answers import CellAnswer, row_label, stem_set, table_rows
from pramana.chat.prompts.compose import Quote, Sentence
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import terms

MAXIMUM, MINIMUM = pattern_of("MAXIMUM"), pattern_of("MINIMUM")
SURE = 0.45
"""The chance that each side's value must have; two that agree in unit confirm each other."""

MOST_VALUES = 8
TOPIC = 0.6
"""The share of the question's words that a document must have to be one of those compared."""

DIFFERENCES = pattern_of("DIFFERENCES")

COLUMN = 0.3
"""The share of the question that must name the column to compare."""

TOTAL_ROWS = pattern_of("TOTAL_ROWS")

DEGREE_NOUN = re.compile(
    rf"(?:{MAXIMUM.pattern}|{MINIMUM.pattern})\s+(?!(?:of|than|or|and|the|in|for|on|is|are|per|when|at)\b)"
    r"(?P<noun>[^\W\d_]+(?:\s+(?!(?:of|than|or|and|the|in|for|on|is|are)\b)[^\W\d_]+)?)",
    re.I,
)
"""What there is more or less of: "the longer guarantee"."""

GENERAL_NOUNS = frozenset(["time", "period", "duration"])
"""Nouns that say only in what something is counted: "guarantees its work for the longest time"."""

PREDICATE = re.compile(
    r"\W*(?:which|who|what)\b.*?\b(?P<rest>(?:\w{3,}(?:s|es)|has|have|is|are) .*?)"
    r"\s+(?:for\s+)?(?:the\s+)?(?:longest|shortest|longer|shorter)\b",
    re.I,
)
ARTICLES = re.compile(r"\A(?:(?:that|those|the one) (?:of|in|from) )?(?:(?:the|a|an) )?", re.I)
FIRST_TO = re.compile(
    r"\W*(?:wh(?:ich|at)\s+\w+|who)\s+(?!(?:is|are|was|were|comes?)\b)(?P<rest>\S.*?)\s+(?:the\s+)?"
    r"(?:first|last|earliest|latest|soonest|earlier|later|sooner)\W*\Z",
    re.I,
)
"""A question for the one that does something before or after the others."""

DATED = re.compile(r"\b(?:date|day|deadline)\b", re.I)
CLASS_NOUN = re.compile(
    r"\b(?:which|whose|what(?!\s+(?:is|are|was|were|does|do)\b))\s+(?:of\s+)?(?:(?:our|the|my|your|these|those|two|three)\s+)*"
    r"(?P<noun>[^\W\d_]{3,})",
    re.I,
)
"""What is compared: "which offer"."""


def attribute_question(question: str) -> str:
    """The question for the value that is compared.

    >>> attribute_question("Which offer has the longer guarantee?")
    'What is the guarantee?'
    >>> attribute_question("Which is cheaper, the oak or the pine?")
    'What is the total price?'
    """
    noun = DEGREE_NOUN.search(question)
    if noun and noun["noun"].lower() not in GENERAL_NOUNS:
        return f"What is the {noun['noun']}?"
    predicate = PREDICATE.match(question) if noun else None
    if predicate:
        return f"How long: {predicate['rest'].strip()}?"
    first = FIRST_TO.match(question)
    if first:
        return f"On what day: {first['rest']}?"
    words = set(terms(question))
    for line in lines_of("DEGREES"):
        degrees, attribute = line.split("|")
        if words & set(degrees.split()):
            return f"What is the {attribute.strip()}?"
    return question


@dataclass(frozen=True)
class ComparedValue:
    """What is compared, its value, and the sentence that states it."""

    name: str
    value: float
    unit: str
    sentence: Sentence


def answer_with_comparison(evidence: QuestionEvidence) -> list[Sentence]:
    """Both values and the verdict; nothing where they cannot be compared."""
    named = alternatives(evidence.question)
    if not named and _asks_for_documents(evidence) and (values := _document_values(evidence)):
        return _with_verdict(evidence, values)
    if named:
        known = [each for one in named if (each := _value_of(evidence, one, named))]
        if len(known) == 2 and len(_kinds_of_unit(known)) < 2:
            return _with_verdict(evidence, known)
        if rows := _rows_beside(evidence, named):
            return rows
    values = _column_values(evidence) or _row_values(evidence) or _document_values(evidence)
    meant = [each for each in values if any(is_in(one, each.name) for one in evidence.things)]
    if 0 < len(meant) < len(values):  # "the most a room in Galway may cost" names its row
        coded = any(each.kind is ThingKind.IDENTIFIER for each in evidence.things)
        return [] if coded else [each.sentence for each in meant]
    return _with_verdict(evidence, values) if len(values) > 1 else []


def _with_verdict(evidence: QuestionEvidence, values: Sequence[ComparedValue]) -> list[Sentence]:
    """The values, which of them it is, and by how much two differ if that is asked."""
    question = evidence.question
    sentences = [*(each.sentence for each in values[:MOST_VALUES]), *_verdict(question, values)]
    if len(values) == 2 and DIFFERENCES.search(question):
        both = values[0].value, values[1].value
        quotes = [each.sentence.quotes[0] for each in values]
        unit = values[0].unit if values[0].unit not in DURATION_DAYS else "day"
        sentences.append(difference_sentence(question, both, unit, quotes))
    return sentences


def _asks_for_documents(evidence: QuestionEvidence) -> bool:
    """Whether documents are compared: "which offer", or "who" where several firms made one."""
    words = evidence.terms.words
    return bool(words & DOCUMENT_NOUNS) or "who" in words


def _value_of(evidence: QuestionEvidence, name: str, both: tuple[str, str]) -> ComparedValue | None:
    """The value of one alternative: the question is asked with the other one left out.

    Where that leads to nothing, only the value is asked for.
    """
    bare = _bare(name)
    if _compares_totals(evidence.question):
        for total in comparable_totals(evidence) if bare[:1].isupper() else ():
            if stem_set(bare) <= stem_set(f"{total.passage.title} {total.passage.head}"):
                return ComparedValue(bare, total.value, total.unit, total.titled_sentence)
    other = both[1] if name == both[0] else both[0]
    whole = re.sub(
        rf",?\s*(?:or|and|vs\.?|versus|than|वा|कि|र)?\s*{re.escape(other)}", " ", evidence.question
    )
    asked = f"{attribute_question(evidence.question)[:-1]} of {bare}?"
    candidates = [*fact_candidates(evidence, whole), *fact_candidates(evidence, asked)]
    for candidate in candidates:
        stands = set(content_stems(stems(bare))) <= stem_set(_words_about(candidate))
        value = _quantity(candidate, attribute_question(evidence.question))
        if candidate.certainty >= SURE and stands and value is not None:
            return ComparedValue(bare, value[0], value[1], candidate.answer())
    return None


def _rows_beside(evidence: QuestionEvidence, names: tuple[str, str]) -> list[Sentence]:
    """The whole rows of two things that one table has, where no single value is compared."""
    wanted = [_bare(name) for name in names]
    for place in evidence.blocks:
        if place.block.kind is not BlockShape.TABLE or not place.block.header:
            continue
        rows = [
            next((row for row in place.block.rows if stem_set(row_label(row)) == each), None)
            for each in map(stem_set, wanted)
        ]
        if all(rows) and rows[0] != rows[1]:
            return [
                row_answer_sentence(place.passage, place.block, row, item=True)
                for row in rows
                if row
            ]
    return []


def _bare(name: str) -> str:
    return ARTICLES.sub("", name.strip())


def _words_about(candidate: FactCandidate) -> str:
    """What names a value: its sentence and title, or the row and the column of its cell."""
    cell = candidate.cell
    if cell is None:
        return f"{candidate.sentence.text} {candidate.passage.title} {candidate.passage.head}"
    names = [cell.header.text if cell.header else "", cell.label, *(c.text for c in cell.row.cells)]
    others = [name for name in names if name != cell.cell.text]
    return " ".join([*others[:2], candidate.passage.title] if cell.header else others)


def _compares_totals(question: str) -> bool:
    """Whether what is compared is what papers come to."""
    attribute = attribute_question(question)
    return asks_for_total(question) or asks_for_total(attribute)


def _quantity(candidate: FactCandidate, question: str) -> tuple[float, str] | None:
    """The amount, or the day where days are compared: a day is no amount."""
    words = candidate.passage.text[candidate.words.start : candidate.words.end]
    if candidate.cell is not None:
        words = candidate.cell.cell.text
    text = candidate.sentence.text
    days = [each.gregorian for each in find_dates(words) if each.gregorian]
    if DATED.search(question):
        return (float(days[0].toordinal()), "date") if days else None
    if days or (find_dates(text) and not quantities(words)):
        return None
    found = quantities(words) or quantities(text)
    return (found[0].comparable, found[0].unit) if found else None


def _column_values(evidence: QuestionEvidence) -> list[ComparedValue]:
    """The values of the column that the question names, row by row."""
    best: list[ComparedValue] = []
    best_match = COLUMN
    asked = evidence.terms_of(attribute_question(evidence.question))
    for place in evidence.blocks:
        if place.block.kind is not BlockShape.TABLE or not place.block.header:
            continue
        for column, header in enumerate(place.block.header):
            about = stem_set(f"{place.block.heading} {place.passage.title}")
            match = evidence.terms.matched_share((1.0, stem_set(header.text)), (0.5, about))
            own = max(
                each.matched_share((1.0, stem_set(header.text))) for each in (evidence.terms, asked)
            )
            kind = _rows_of_kind(evidence, place)
            match = max(match, own) + bool(kind)
            values = _values_in(place, column, kind)
            if own > 0 and match > best_match and len(values) > 1:
                best, best_match = values, match
    return best


def _rows_of_kind(evidence: QuestionEvidence, place: BlockPlace) -> list[TableRow]:
    """The rows of which a cell says that they are what is compared: "which van" in a table of
    vehicles."""
    noun = CLASS_NOUN.search(evidence.question)
    kind = stem_set(noun["noun"]) if noun else frozenset()
    rows = [
        row
        for row in place.block.rows
        if kind and any(stem_set(cell.text) == kind for cell in row.cells)
    ]
    return rows if 1 < len(rows) < len(place.block.rows) else []


def _values_in(place: BlockPlace, column: int, kind: Sequence[TableRow]) -> list[ComparedValue]:
    """The values of a column, of the rows of one kind if there are any; sums are not compared."""
    values = []
    for row, headers in table_rows(place.block):
        if len(row.cells) < len(place.block.header) or (kind and row not in kind):
            continue
        if TOTAL_ROWS.match(row_label(row)):
            continue
        cell = row.cells[column]
        value = _value_in(cell.text)
        if value is None or (column == 0 and value[1] != "date"):
            continue
        label = row_label(row)
        answer = CellAnswer(row, label, headers[column], cell, 1.0, True, True)
        sentence = (
            cell_answer_sentence(place.passage, answer).model_copy(update={"item": True})
            if column
            else row_answer_sentence(place.passage, place.block, row, item=True)
        )
        values.append(ComparedValue(label, *value, sentence))
    return values if len(_kinds_of_unit(values)) < 2 else []


def _value_in(text: str) -> tuple[float, str] | None:
    """The day or the amount that a cell gives."""
    day = next((each.gregorian for each in find_dates(text) if each.gregorian), None)
    if day:
        return float(day.toordinal()), "date"
    amounts = quantities(text)
    return (amounts[0].comparable, amounts[0].unit) if amounts else None


def _document_values(evidence: QuestionEvidence) -> list[ComparedValue]:
    """What each document gives as its value, for questions across documents."""
    question = attribute_question(evidence.question)
    if _compares_totals(evidence.question) and (totals := _compared_totals(evidence)):
        return totals
    noun = CLASS_NOUN.search(evidence.question)
    if noun is None and "who" not in evidence.terms.words:
        return []
    kind = stem_set(noun["noun"]) if noun else ()
    wanted = [each for each in kind if each in evidence.terms.weights]
    about = {
        each.document: stem_set(f"{each.title} {each.section} {each.head} {each.text}")
        for each in evidence.passages
    }
    named = {
        document
        for document, held in about.items()
        if all(evidence.terms.match(each, held) for each in wanted)
    }
    kinds = {kind for document in named for kind in families_like(about[document])}
    values: dict[str, ComparedValue] = {}
    for candidate in fact_candidates(evidence, question):
        passage = candidate.passage
        value = _quantity(candidate, question)
        if passage.document in values or value is None or candidate.certainty < SURE:
            continue
        alike = not kinds.isdisjoint(families_like(about[passage.document]))
        if passage.document not in named and not alike:
            continue
        sentence = candidate.answer()
        text = f"{passage.display_name}: {sentence.text}"
        shown = sentence.model_copy(update={"text": text, "item": True})
        values[passage.document] = ComparedValue(passage.display_name, *value, shown)
    found = list(values.values())
    return found if len(found) > 1 and len(_kinds_of_unit(found)) < 2 else []


def _compared_totals(evidence: QuestionEvidence) -> list[ComparedValue]:
    """The totals of the documents that the question is about."""
    degrees = frozenset(
        stem for each in (MAXIMUM, MINIMUM) for stem in _degree_stems(evidence, each)
    )
    wanted = [each for each in evidence.terms.weights if each not in degrees]
    values = []
    for total in comparable_totals(evidence):
        passage = total.passage
        about = stem_set(f"{passage.title} {passage.section} {passage.head} {passage.text}")
        about |= frozenset(each for kind in families_like(about) for each in kind)
        shared = [each for each in wanted if evidence.terms.match(each, about)]
        if len(shared) >= TOPIC * len(wanted):
            values.append(
                ComparedValue(passage.display_name, total.value, total.unit, total.titled_sentence)
            )
    return values if len(values) > 1 and len(_kinds_of_unit(values)) < 2 else []


def _degree_stems(evidence: QuestionEvidence, degree: re.Pattern[str]) -> list[str]:
    return [each for match in degree.finditer(evidence.question) for each in stems(match.group())]


def _row_values(evidence: QuestionEvidence) -> list[ComparedValue]:
    """The values of the row that the question names, column by column."""
    asked = evidence.terms_of(attribute_question(evidence.question))
    best: list[ComparedValue] = []
    best_match = COLUMN
    for place in evidence.blocks:
        header = place.block.header
        if place.block.kind is not BlockShape.TABLE or len(header) < 3:
            continue
        for row in place.block.rows:
            match = asked.matched_share((1.0, stem_set(row_label(row))))
            values = [
                ComparedValue(
                    head.text,
                    amounts[0].comparable,
                    amounts[0].unit,
                    cell_answer_sentence(
                        place.passage, CellAnswer(row, row_label(row), head, cell, 1.0, True, True)
                    ).model_copy(update={"item": True}),
                )
                for head, cell in zip(header[1:], row.cells[1:], strict=False)
                if (amounts := quantities(cell.text)) and head.text
            ]
            if match > best_match and len(values) > 1:
                best, best_match = values, match
    return best


def _kinds_of_unit(values: Sequence[ComparedValue]) -> set[str]:
    """What the values are measured in; days and months are both lengths of time."""
    return {"time" if each.unit in DURATION_DAYS else each.unit for each in values if each.unit}


def _verdict(question: str, values: Sequence[ComparedValue]) -> list[Sentence]:
    """Which of them it is, with the quotes of all: a verdict rests on every value."""
    degrees = [(MAXIMUM.search(question), max), (MINIMUM.search(question), min)]
    found = [(match.start(), match.group(), pick) for match, pick in degrees if match]
    if not found or len({each.value for each in values}) < 2:
        return []
    _, word, pick = min(found, key=lambda each: each[0])
    chosen = pick(values, key=lambda each: each.value)
    quotes: list[Quote] = [quote for each in values for quote in each.sentence.quotes[:1]]
    return [Sentence(text=f"{chosen.name}: {word}.", quotes=quotes)]
