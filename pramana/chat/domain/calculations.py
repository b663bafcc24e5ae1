"""Answers that are reckoned: how many there are, what they come to together, and by how much two
differ. Every number that is reckoned with is quoted."""

import re
from collections.abc import Sequence

from pramana.chat.contracts.passages import BlockShape
from pramana.chat.domain.answer_sentences import item_sentence, row_answer_sentence
from pramana.chat.domain.document_totals import comparable_totals
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.domain.messages import DIFFERENCE_WORD, SUM_WORD, localise
from pramana.chat.domain.named_things import is_in
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.quantities import Quantity, quantities, question_units
from pramana.chat.domain.question_words import families_of, pattern_of
from pramana.chat.domain.row_answers import ListedRows, table_stems, tables
from pramana.chat.domain.table_answers import stem_set
from pramana.chat.prompts.compose import Quote, Sentence
from pramana.language.stems import content_stems, stems

COUNTED = re.compile(
    r"\bhow many (?P<what>[\w' -]{3,60}?) (?:are|were|is|was|does|do|did|have|has|can|on|in)\b",
    re.I,
)
"""What a question counts: "how many fault codes does …"."""

CURRENCIES = {"gbp": "GBP", "eur": "EUR", "usd": "USD", "npr": "NPR", "inr": "INR"}
TOGETHER = pattern_of("TOGETHER")
KINDS = frozenset(form for family in families_of("DOCUMENT_KINDS") for form in family)
MOST_COUNTED = 40
STATED = 0.65
"""How sure a fact must be for nothing to be counted: the text states the number."""

PRESENT = re.compile(r"\W*(?:present|attend\w+|participants?|उपस्थित\w*)\s*:\s*", re.I)
NAME_BREAK = re.compile(r"[,;]\s+(?:and\s+)?|\s+and\s+|\s+र\s+")
SAME_UNIT = 2
MOST_UNMATCHED = 2
"""Words of a question that may be nowhere around what is counted: "does the manual list"."""


def answer_with_count(evidence: QuestionEvidence) -> list[Sentence]:
    """How many there are of what a list or table holds, with each of them."""
    asked = COUNTED.search(evidence.question)
    if asked is None:
        return []
    what = frozenset(content_stems(stems(asked["what"])))
    stated = any(each.certainty >= STATED for each in fact_candidates(evidence))
    if not what or stated or question_units(evidence.question):
        return []
    return _count_present(evidence) or _count_rows(evidence, what) or _count_items(evidence, what)


def _with_count(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The number of the sentences, then the sentences."""
    if not 1 < len(sentences) <= MOST_COUNTED:
        return []
    quotes = [each.quotes[0] for each in sentences]
    return [Sentence(text=f"{len(sentences)}:", quotes=quotes), *sentences]


def _count_rows(evidence: QuestionEvidence, what: frozenset[str]) -> list[Sentence]:
    """The rows of the table that is called what is counted; those that the question describes."""
    terms = evidence.terms
    for place in tables(evidence):
        names = table_stems(place)
        called = all(terms.match(each, names) for each in what if each in terms.weights)
        present = evidence.presence(place.passage, evidence.things) == 1
        if not called or not present or not place.block.header:
            continue
        rest = [each for each in terms.weights if not terms.match(each, names)]
        held = [
            (row, stem_set(" ".join(cell.text for cell in row.cells))) for row in place.block.rows
        ]
        telling = [each for each in rest if any(terms.match(each, own) for _, own in held)]
        rows = [row for row, own in held if all(terms.match(each, own) for each in telling)]
        if len(rest) - len(telling) <= MOST_UNMATCHED:
            return _with_count(ListedRows(place, rows, 1.0).sentences())
    return []


def _count_items(evidence: QuestionEvidence, what: frozenset[str]) -> list[Sentence]:
    """The items of the list whose heading names what is counted."""
    for place in evidence.blocks:
        named = stem_set(f"{place.block.heading} {' '.join(place.block.path)}")
        held = place.block.kind is BlockShape.LIST and what <= named
        if held and evidence.presence(place.passage, evidence.things) == 1:
            return _with_count(
                [item_sentence(place.passage, each.start, each.end) for each in place.block.pieces]
            )
    return []


def _count_present(evidence: QuestionEvidence) -> list[Sentence]:
    """How many a line names that begins with "Present:"."""
    asked = stem_set(evidence.question)
    if asked.isdisjoint(stem_set("present attended attend participants उपस्थित")):
        return []
    for each in evidence.sentences:
        label = PRESENT.match(each.text)
        if label and evidence.presence(evidence.passage(each.number), evidence.things) == 1:
            names = [part for part in NAME_BREAK.split(each.text[label.end() :]) if part.strip()]
            return [_count_sentence(each, f"{len(names)}: {each.text}", names)]
    return []


def _count_sentence(sentence: PassageSentence, text: str, parts: Sequence[str]) -> Sentence:
    """A sentence that rests on these parts of another."""
    quotes = [Quote(source=sentence.number, words=part.strip(" .")) for part in parts]
    return Sentence(text=" ".join(text.split()), quotes=quotes)


def answer_with_sum(evidence: QuestionEvidence) -> list[Sentence]:
    """What several documents come to together."""
    words = set(evidence.terms.words)
    plural = any(f"{kind}s" in words for kind in KINDS)
    if not plural or not TOGETHER.search(evidence.question):
        return []
    totals = comparable_totals(evidence)
    if len(totals) < SAME_UNIT or len({each.unit for each in totals if each.unit}) > 1:
        return []
    unit = next((each.unit for each in totals if each.unit), "")
    together = amount_text(sum(each.value for each in totals), unit)
    text = f"{localise(SUM_WORD, evidence.question)}: {together}."
    quotes = [each.sentence.quotes[0] for each in totals]
    return [*(each.titled_sentence for each in totals), Sentence(text=text, quotes=quotes)]


def amount_text(value: float, unit: str) -> str:
    """
    >>> amount_text(2715.97, "gbp"), amount_text(38, "")
    ('GBP 2,715.97', '38')
    """
    number = f"{value:,.2f}" if abs(value - round(value)) > 0.001 else f"{round(value):,}"
    if unit in CURRENCIES:
        return f"{CURRENCIES[unit]} {number}"
    return f"{number} {unit}".strip()


def difference_sentence(
    question: str, values: tuple[float, float], unit: str, quotes: list[Quote]
) -> Sentence:
    """By how much two quoted values differ."""
    difference = amount_text(abs(values[0] - values[1]), unit)
    return Sentence(text=f"{localise(DIFFERENCE_WORD, question)}: {difference}.", quotes=quotes)


def answer_with_change(evidence: QuestionEvidence, certainty: float) -> list[Sentence]:
    """The sentence that gives both amounts of one thing, and by how much they differ."""
    for candidate in fact_candidates(evidence):
        amounts = _same_unit(quantities(candidate.sentence.text))
        if len(amounts) == SAME_UNIT and candidate.certainty >= certainty:
            answer = candidate.answer()
            values = amounts[0].value, amounts[1].value
            unit, question = amounts[0].unit, evidence.question
            return [answer, difference_sentence(question, values, unit, answer.quotes)]
    return []


def _same_unit(amounts: Sequence[Quantity]) -> list[Quantity]:
    units = [each.unit for each in amounts if each.unit]
    unit = next((each for each in units if units.count(each) == SAME_UNIT), None)
    return [each for each in amounts if unit and each.unit == unit]


def answer_with_row_difference(evidence: QuestionEvidence) -> list[Sentence]:
    """Two cells of the row that the question names, of which it names one column, and their
    difference: "by how much did the shop exceed its target"."""
    for place in tables(evidence):
        header = place.block.header
        for row in place.block.rows:
            named = any(is_in(each, row.cells[0].text) for each in evidence.things)
            if not named or len(row.cells) != len(header):
                continue
            amounts = {
                at: found[0]
                for at, cell in enumerate(row.cells)
                if (found := quantities(cell.text))
            }
            asked = {at: _share_asked(evidence, header[at].text) for at in amounts if at}
            one = max(asked, key=lambda at: asked[at], default=0)
            others = [at for at in asked if at != one]
            if one and asked[one] and others:
                alike = [at for at in others if _is_alike(header[one].text, header[at].text)]
                other = min(alike or others, key=lambda at: (abs(at - one), -at))
                answer = row_answer_sentence(place.passage, place.block, row)
                values = amounts[one].value, amounts[other].value
                unit = amounts[one].unit or amounts[other].unit
                last = difference_sentence(evidence.question, values, unit, answer.quotes)
                return [answer, last]
    return []


def _is_alike(one: str, other: str) -> bool:
    """Whether two columns are measured in the same: "target kg" and "collected kg"."""
    return not stem_set(one).isdisjoint(stem_set(other))


def _share_asked(evidence: QuestionEvidence, name: str) -> float:
    return evidence.terms.matched_share((1.0, stem_set(name)))
