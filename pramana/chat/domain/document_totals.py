"""What a paper comes to: the line with its total.

Totals are compared only if they are of the same kind: a net total of one paper says nothing beside
the gross total of another.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pramana.chat.contracts.passages import BlockShape, TableRow
from pramana.chat.domain.answer_sentences import row_words
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.quantities import Quantity, quantities
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.domain.table_answers import stem_set
from pramana.chat.prompts.compose import NumberedPassage, Quote, Sentence
from pramana.language.calendar import find_dates

WHOLE, SUM_LINE = pattern_of("WHOLE"), pattern_of("TOTAL_ROWS")
MEASURES = frozenset(["kg", "g", "t", "km", "m", "cm", "mm", "l"])
LABEL = re.compile(r"[^\d€£$₹]{0,60}")
NET, GROSS, TOTAL, TAX = (
    pattern_of("NET_TOTALS"),
    pattern_of("GROSS_TOTALS"),
    pattern_of("TOTALS"),
    pattern_of("TAXES"),
)


TAX_SIDE = re.compile(
    r"\b(?:with(?:out)?|before|incl\w*\.?|excl\w*\.?|inclusive of|exclusive of|plus)"
    r"\s+(?:vat|tax|gst)\b"
    r"|\b(?:vat|tax|gst) (?:included|excluded|incl\.?|excl\.?)",
    re.I,
)
PAYS = re.compile(
    r"\b(?:pay|pays|paid|bill|invoice|owe|owed|due|offer|quotation|amount|sum)\b", re.I
)
"""On which side of the tax an amount is; and words of questions for what a paper comes to."""

BALANCE = re.compile(r"\bbalance\b", re.I)
OWED = re.compile(r"\b(?:balance|pay\w*|paid|due|ow(?:e|es|ed|ing)|left|remain\w*|still)\b", re.I)
"""What is left to pay of a bill is no total, unless the question asks for it."""


class TotalKind(StrEnum):
    NET = "net"
    PLAIN = "plain"
    GROSS = "gross"


@dataclass(frozen=True)
class DocumentTotal:
    """The total of one document, with the line that states it."""

    passage: NumberedPassage
    kind: TotalKind
    value: float
    unit: str
    start: int
    """Where the line begins in its passage."""
    sentence: Sentence

    @property
    def titled_sentence(self) -> Sentence:
        """The line after the name of its document."""
        text = f"{self.passage.display_name}: {self.sentence.text}"
        return self.sentence.model_copy(update={"text": text, "item": True})


def asks_for_total(question: str) -> bool:
    """
    >>> asks_for_total("What is the total of the bill?"), asks_for_total("Who sent the bill?")
    (True, False)
    """
    if TOTAL.search(question):
        return True
    taxed = GROSS.search(question) or NET.search(question)
    rest = TAX_SIDE.sub(" ", question)  # "the price of a lamp without tax" is that of the lamp
    alone = rest == question or not rest.strip(" ?")
    return taxed is not None and (alone or PAYS.search(rest) is not None)


def answer_with_measured_total(evidence: QuestionEvidence) -> list[Sentence]:
    """The line that sums up a list of measures: "Total gross weight: 339 kg" under the crates."""
    if not WHOLE.search(evidence.question):
        return []
    asked = evidence.terms.weights.keys() - stem_set(" ".join(WHOLE.findall(evidence.question)))
    for passage in evidence.passages:
        if evidence.presence(passage, evidence.things) < 1:
            continue
        lines = [line.strip() for line in passage.text.split("\n")]
        for line in filter(SUM_LINE.match, lines):
            measures = _measures(line)
            summed = [other for other in lines if other != line and measures & _measures(other)]
            named = [each for each in asked if evidence.terms.match(each, stem_set(line))]
            if len(summed) > 1 and len(named) > 1:
                quote = Quote(source=passage.number, words=line)
                return [Sentence(text=" ".join(line.split()), quotes=[quote])]
    return []


def _measures(line: str) -> frozenset[str]:
    return MEASURES.intersection(each.unit for each in quantities(line))


def asks_for_tax(question: str) -> bool:
    """Whether a question is about the tax itself and not about a total with it or without."""
    asked = NET.sub(" ", GROSS.sub(" ", question))
    return TAX.search(asked) is not None


def document_totals(evidence: QuestionEvidence) -> dict[str, DocumentTotal]:
    """The total of each document, net where the question asks for that, otherwise with tax."""
    net = NET.search(evidence.question) is not None and not GROSS.search(evidence.question)
    order = (
        (TotalKind.NET, TotalKind.PLAIN)
        if net
        else (TotalKind.GROSS, TotalKind.PLAIN, TotalKind.NET)
    )
    owed = OWED.search(evidence.question) is not None
    found: dict[str, DocumentTotal] = {}
    for kind in order:
        for total in _totals(evidence, kind):
            document = total.passage.document
            if BALANCE.search(total.sentence.text) and not owed:
                continue
            known = found.get(document)
            last = known is None or (known.kind is kind and (owed or not _is_left(known, total)))
            if document and last:
                found[document] = total
    return found


def _is_left(known: DocumentTotal, later: DocumentTotal) -> bool:
    """Whether a sum below the total of a paper is what is left of it after deductions."""
    return bool(TOTAL.search(known.sentence.text)) and not TOTAL.search(later.sentence.text)


def comparable_totals(evidence: QuestionEvidence) -> list[DocumentTotal]:
    """The totals that can be compared: a net one stands beside net ones only."""
    totals = list(document_totals(evidence).values())
    taxed = [each for each in totals if each.kind is not TotalKind.NET]
    return taxed if len(taxed) > 1 else totals if not taxed else []


def _totals(evidence: QuestionEvidence, kind: TotalKind) -> Iterator[DocumentTotal]:
    for place in evidence.blocks:
        if place.block.kind is BlockShape.TABLE:
            for row in place.block.rows:
                yield from _row_total(place, row, kind)
    for each in evidence.sentences:
        amount = total_amount(each.text, kind)
        prose = each.block is None or each.block.kind is not BlockShape.TABLE
        if amount and prose and evidence.is_statement(each):
            passage = evidence.passage(each.number)
            quote = Quote(source=passage.number, words=each.text)
            sentence = Sentence(text=" ".join(each.text.split()), quotes=[quote])
            yield DocumentTotal(passage, kind, amount.value, amount.unit, each.start, sentence)


def _row_total(place: BlockPlace, row: TableRow, kind: TotalKind) -> Iterator[DocumentTotal]:
    words = row_words(place.passage, row)
    line = " ".join(cell.text for cell in row.cells if cell.text)
    amount = total_amount(line, kind)
    if amount:
        name, *rest = (cell.text.strip() for cell in row.cells if cell.text)
        said = f"{name.rstrip(': ')}: {' '.join(rest)}" if rest else name
        sentence = Sentence(
            text=f"{said.rstrip('. ')}.", quotes=[Quote(source=place.passage.number, words=words)]
        )
        yield DocumentTotal(place.passage, kind, amount.value, amount.unit, row.start, sentence)


def total_amount(line: str, kind: TotalKind) -> Quantity | None:
    """The amount of a line that states such a total: the last one in it.

    >>> amount = total_amount("Total including VAT 20 % GBP 17,100.00", TotalKind.GROSS)
    >>> amount and (amount.value, amount.unit)
    (17100.0, 'gbp')
    """
    label = LABEL.match(line.lstrip("|*- \t"))
    name = label.group() if label else ""
    if not name or len(line.split()) > MOST_WORDS or kind_of_total(name) is not kind:
        return None
    days = find_dates(line)
    amounts = [
        each
        for each in quantities(line)
        if each.unit not in NO_MONEY
        and not any(d.start <= each.start < d.end for d in days)
        and (each.unit or not ACCOUNT.search(line))
    ]
    return amounts[-1] if amounts else None


MOST_WORDS = 16
"""Words of a line that states a total; longer ones are about something else."""

ACCOUNT = pattern_of("BANK_ACCOUNTS")
"""Lines that say into which account a sum is paid: their numbers are no sums."""

NO_MONEY = frozenset(
    ["%", "day", "week", "month", "year", "hour", "minute", "kg", "g", "km", "m", "cm", "mm", "l"]
)
"""Units of numbers that are no sum of money."""


def kind_of_total(label: str) -> TotalKind | None:
    """
    >>> [kind_of_total(each) for each in ("Sub-total", "Amount payable", "VAT", "Total")]
    [<TotalKind.NET: 'net'>, <TotalKind.GROSS: 'gross'>, None, <TotalKind.PLAIN: 'plain'>]
    """
    gross, net = GROSS.search(label), NET.search(label)
    if gross and not (net and net.start() < gross.start()):
        return TotalKind.GROSS
    if net:
        return TotalKind.NET
    tax = TAX.match(label.lstrip())
    return TotalKind.PLAIN if TOTAL.search(label) and not tax else None
