"""Places that name several things in a row: a sentence with commas, a line "Present: …", sentences
that count "first, second, third", or that give one date or amount after another.

Each is read by itself with the question, so a list is found by what it is a list of.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from pramana.chat.contracts.passages import BlockShape, PassageBlock, PassageReading
from pramana.chat.domain.answer_sentences import (
    item_sentence,
    quote_sentence,
    row_answer_sentence,
)
from pramana.chat.domain.candidate_certainty import answer_certainty
from pramana.chat.domain.candidate_doubts import subject_doubt
from pramana.chat.domain.document_statements import DEFINITION
from pramana.chat.domain.document_totals import NO_MONEY
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.fact_answers import language_doubt
from pramana.chat.domain.foreign_sentences import foreign_certainty
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.quantities import quantities
from pramana.chat.domain.question_words import families_of, leaves_out, pattern_of
from pramana.chat.prompts.compose import NumberedPassage, Quote, Sentence
from pramana.language.calendar import find_dates
from pramana.language.scripts import Script, main_script
from pramana.language.stems import stems

CLAUSE_NUMBER = re.compile(r"\W*[\d०-९]+\.[\d०-९]+")
COMMA = re.compile(r"[,;]\s")
LAST_ITEM = re.compile(r"(?:[,;]\s[^,;]*)?\s(?:and|or|र|तथा|वा|एवं|und|et)\s[^,;]*\Z", re.I)
MANY_BREAKS = 3
"""How the items of a list inside a sentence are told apart: by "and" before the last, or by many
commas. An address has few, and no "and"."""

MOST_READ, MOST_ITEMS, LONGEST_ITEM = 8, 40, 18
"""How many such places are read by themselves, the items that one may have, and the words of an
average item."""

RIGHT_KIND, WRONG_KIND = 0.4, 0.5
"""What a place gains of the doubt about it whose items are of the kind asked for, and what is left
of one whose items are not."""

DENIED, BOTH_LEAVE_OUT = 0.6, 0.3
"""What is left of a place that says what is left out where the question does not, or the other way
round; and what it gains of the doubt where both do."""

NAME = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-ZÀ-Þ][a-zß-ÿ’'][\w’'-]*"
    r"(?: (?:& )?[A-ZÀ-Þ][a-zß-ÿ’'.][\w’'.-]*)+"
)
DAY = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|(?:आइत|सोम|मङ्गल|मंगल|बुध|बिही|शुक्र|शनि)बार|[०-९\d]{1,2} गते",
    re.I,
)
INCOMPLETE = pattern_of("INCOMPLETE")
ORDINALS = families_of("ORDINALS")


class ListedKind(StrEnum):
    """What the items are that a question asks for."""

    PERSON = "person"
    DAY = "day"
    AMOUNT = "amount"
    ANY = "any"


ASKED = {
    ListedKind.PERSON: pattern_of("ASKED_PEOPLE"),
    ListedKind.DAY: pattern_of("ASKED_DAYS"),
    ListedKind.AMOUNT: pattern_of("ASKED_AMOUNTS"),
}


@dataclass(frozen=True)
class Enumeration:
    """A part of a passage that names several things, and the chance that these are asked for."""

    passage: NumberedPassage
    parts: tuple[PassageSentence, ...]
    """A sentence, sentences in a row, or the items of a list or the rows of a table."""
    place: BlockPlace | None = None
    """The whole list or table."""
    certainty: float = 0.0

    @property
    def whole(self) -> PassageSentence:
        """The parts as one sentence, after the line that introduces them."""
        first, last = self.parts[0], self.parts[-1]
        text = self.passage.text[first.start : last.end]
        held = frozenset[str]().union(*(each.stems for each in self.parts))
        above = f"{line_above(self.place)}\n" if self.place else ""
        return replace(first, text=above + text, stems=held | frozenset(stems(above)), end=last.end)

    def sentences(self) -> list[Sentence]:
        if self.place is not None:
            return block_sentences(self.place)
        if len(self.parts) > 1:
            lead = self.parts[:1] if _begins_with(self.parts[1], 0) else ()
            items = self.parts[len(lead) :]
            return [
                *(quote_sentence(self.passage, each) for each in lead),
                *(item_sentence(self.passage, each.start, each.end) for each in items),
            ]
        part, block = self.parts[0], self.parts[0].block
        rows = [row for row in block.rows if row.start == part.start] if block else []
        if block and rows:
            return [row_answer_sentence(self.passage, block, rows[0])]
        return [quote_sentence(self.passage, part)]


def block_sentences(place: BlockPlace) -> list[Sentence]:
    """Every item of a list or row of a table, after the line above it if that says that these are
    not all."""
    passage, block = place.passage, place.block
    above = line_above(place)
    said = []
    if above and INCOMPLETE.search(above):  # "the tools, among others:"
        said.append(Sentence(text=above, quotes=[Quote(source=passage.number, words=above)]))
    if block.kind is BlockShape.TABLE:
        rows = (row_answer_sentence(passage, block, row, item=True) for row in block.rows)
        return [*said, *rows]
    return [*said, *(item_sentence(passage, each.start, each.end) for each in block.pieces)]


def line_above(place: BlockPlace) -> str:
    """The line before a list or table: its title, or the sentence that introduces it."""
    return place.passage.text[: place.block.start].rstrip().rsplit("\n", 1)[-1].strip("#*_ ")


def item_kind(question: str) -> ListedKind:
    """
    >>> item_kind("Who are the wardens?").value, item_kind("On which days is it due?").value
    ('person', 'day')
    """
    return next((kind for kind, words in ASKED.items() if words.search(question)), ListedKind.ANY)


def count_of_kind(kind: ListedKind, text: str) -> int:
    """How many people, days or amounts a text names.

    >>> count_of_kind(ListedKind.DAY, "on 1 March and 1 June")
    2
    """
    if kind is ListedKind.PERSON:
        return len(NAME.findall(text))
    if kind is ListedKind.DAY:
        return max(len(DAY.findall(text)), len(find_dates(text)))
    return len([each for each in quantities(text) if each.unit and each.unit not in NO_MONEY])


def enumerations(evidence: QuestionEvidence) -> list[Enumeration]:
    """The places that may name what the question asks for, with their chances, the best first."""
    if not evidence.can_read:
        return []
    ranked = read_places(evidence, list(_places(evidence, item_kind(evidence.question))))
    ranked.sort(key=lambda each: -each.certainty)
    if ranked and len(ranked[0].parts) == 1:  # it may be one of several in a row or in a list
        first = ranked[0].parts[0]
        longer = [each for each in ranked[1:] if first in each.parts][:1]
        ranked = [*longer, *(each for each in ranked if each not in longer)]
    return ranked


def read_places(evidence: QuestionEvidence, places: Sequence[Enumeration]) -> list[Enumeration]:
    """Those places that have most of the question, with their chances: each is read by itself."""
    nearest = sorted(places, key=lambda each: -_match(evidence, each.whole))[:MOST_READ]
    wholes = [each.whole for each in nearest]
    readings = evidence.readings_alone(evidence.question, wholes)
    left = language_doubt(evidence, evidence.terms, sure=False)
    return [
        replace(place, certainty=_chance(evidence, whole, reading) * left(place.passage))
        for place, whole, reading in zip(nearest, wholes, readings, strict=True)
    ]


def _places(evidence: QuestionEvidence, kind: ListedKind) -> Iterator[Enumeration]:
    for place in evidence.blocks:
        if _is_list(place.block):
            own = evidence.sentences_of(place.passage.number)
            parts = tuple(each for each in own if each.block == place.block)
            if any(map(evidence.is_usable, parts)):
                yield Enumeration(place.passage, parts, place)
    for passage in evidence.passages:
        usable = [e for e in evidence.sentences_of(passage.number) if evidence.is_usable(e)]
        own = [each for each in usable if not (each.block and each.block.header)]
        yield from (Enumeration(passage, (each,)) for each in own if _names_several(each, kind))
        for _, group in groupby(own, key=lambda each: each.block and each.block.path):
            yield from (Enumeration(passage, run) for run in _runs(list(group), kind))


def _is_list(block: PassageBlock) -> bool:
    """Whether a block is a list of things or a table with columns. Items of many words are clauses,
    and lines of a form are no items."""
    if block.kind is BlockShape.TABLE:
        return bool(block.header) and 1 < len(block.rows) <= MOST_ITEMS
    if defines_terms(block) or is_clauses(block):
        return False
    words = [len(piece.text.split()) for piece in block.pieces]
    short = sum(words) <= LONGEST_ITEM * len(words)
    return block.kind is BlockShape.LIST and 1 < len(words) <= MOST_ITEMS and short


def is_clauses(block: PassageBlock) -> bool:
    """Whether a list is the clauses of a contract: "4.1 …", "4.2 …"."""
    return all(CLAUSE_NUMBER.match(piece.text) for piece in block.pieces)


def defines_terms(block: PassageBlock) -> bool:
    """Whether the items of a list say what words mean: they are of no kind that is asked for."""
    defined = sum(DEFINITION.search(piece.text) is not None for piece in block.pieces)
    return defined > 1 and 2 * defined > len(block.pieces)


def _names_several(sentence: PassageSentence, kind: ListedKind) -> bool:
    text = sentence.text
    if len(COMMA.findall(text)) >= MANY_BREAKS or LAST_ITEM.search(text):
        return True
    return kind is not ListedKind.ANY and count_of_kind(kind, text) >= MANY_BREAKS


def _runs(
    sentences: Sequence[PassageSentence], kind: ListedKind
) -> Iterator[tuple[PassageSentence, ...]]:
    """Sentences in a row that count, with the one before them; or that each give a day or an
    amount where these are asked for."""
    prose = [each for each in sentences if each.block and each.block.kind is BlockShape.PARAGRAPH]
    for at in range(len(prose)):
        length = 0
        while at + length < len(prose) and _begins_with(prose[at + length], length):
            length += 1
        if length > 1:
            yield tuple(prose[max(0, at - 1) : at + length])
    if kind in (ListedKind.DAY, ListedKind.AMOUNT):
        run = tuple(each for each in prose if count_of_kind(kind, each.text))
        if len(run) > 1:
            yield run


def _begins_with(sentence: PassageSentence, place: int) -> bool:
    """Whether a sentence begins with the word for its place: "Second, …"."""
    words = sentence.text.casefold().split(maxsplit=1)
    first = words[0].strip(",:;.()").removesuffix("ly") if words else ""
    return place < len(ORDINALS) - 1 and first in ORDINALS[place]


def _match(evidence: QuestionEvidence, whole: PassageSentence) -> float:
    held = (1.0, whole.stems | whole.above | whole.before)
    if evidence.shares_words(evidence.passage(whole.number)):
        return evidence.terms.matched_share(held)
    return evidence.terms.translated_share(held)


def _chance(evidence: QuestionEvidence, whole: PassageSentence, reading: PassageReading) -> float:
    """The chance that a place names what is asked for."""
    passage, terms, question = evidence.passage(whole.number), evidence.terms, evidence.question
    own = _match(evidence, whole)
    if evidence.shares_words(passage):
        around = evidence.passage_stems(passage) | whole.above | evidence.head_stems(passage)
        chance = answer_certainty(reading.margin, own, terms.matched_share((1.0, around)))
    else:
        chance = foreign_certainty(reading.margin, own, None)
    kind = item_kind(question)
    if kind is not ListedKind.ANY and count_of_kind(kind, whole.text) > 1:
        chance += RIGHT_KIND * (1 - chance)
    elif kind in (ListedKind.PERSON, ListedKind.DAY) and main_script(whole.text) is Script.LATIN:
        chance *= WRONG_KIND
    if leaves_out(question) != leaves_out(whole.text):
        chance *= DENIED
    elif leaves_out(question):
        chance += BOTH_LEAVE_OUT * (1 - chance)
    chance *= evidence.presence(passage, evidence.things)
    return chance * subject_doubt(evidence, question, evidence.things, whole, terms)
