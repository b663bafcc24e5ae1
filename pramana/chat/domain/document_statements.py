"""What a document states by itself about the thing that a question names: the entry of an
identifier, the row of a number, who sent a paper, when it is to be paid, what its terms mean.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from pramana.chat.contracts.passages import BlockShape, TableRow
from pramana.chat.domain.answer_sentences import (
    RANK_WEIGHT,
    WORDS_WEIGHT,
    FactCandidate,
    Words,
    flat,
)
from pramana.chat.domain.candidate_doubts import ENDS
from pramana.chat.domain.document_dates import DUE_DATE
from pramana.chat.domain.document_totals import (
    asks_for_tax,
    asks_for_total,
    document_totals,
)
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence
from pramana.chat.domain.named_things import NamedThing, ThingKind, identifier_pattern, is_in
from pramana.chat.domain.quantities import has_unit, question_units
from pramana.chat.domain.question_analysis import AnswerKind, QuestionTerms, contains_kind
from pramana.chat.domain.question_shapes import TOPIC, families_like
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.domain.table_answers import figures_in, stem_set
from pramana.chat.prompts.compose import Quote, Sentence
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stems

CERTAIN_ENTRY, LIKELY_ENTRY = 0.9, 0.6
"""How sure an entry is that begins with the identifier that is asked about: when the question is
about the entry as a whole, and when it asks for something in it."""

NAMED_TOTAL, TOTAL_WORDS, LEAST_WORDS = 0.9, 0.4, 0.3
"""How sure the total of a document is that the question names, the share of its other words that
need not be there, and the share without which the total is one of something else."""

DEFINITION = re.compile(
    r"[\"“‘'](?P<term>[^\"“”‘’\n]{2,60})[\"”’']\s+(?:means?|shall mean|refers? to)\b", re.I
)
DEFINED, ASKED_TERM = 0.8, 0.5
"""How a paper defines a term, the share of the question that must stand in such a paper, and the
share of the rest of it that the term must be."""

FROM_TO = re.compile(
    r"\b(?:begin\w*|start\w*|commenc\w*|runs?|from|between)\b.{0,60}?"
    r"\b(?:end\w*|expir\w*|until|till|to|and)\b|देखि.{0,60}?सम्म",
    re.I | re.S,
)
"""How an agreement says how long it lasts: "beginning on 1 May 2024, ending on 30 April 2029"."""

PARTY = re.compile(
    r"[A-Z]\w.{0,160}?\((?:here(?:in)?after,? )?(?:(?:called|referred to as|known as) )?"
    r"[\"“‘']?(?:[Tt]he )?(?P<role>[A-Z]\w+(?: [A-Z]\w+)?)[\"”’']?\)",
    re.S,
)
"""How an agreement names a party and says what it calls it: Bell Ltd ("the Landlord")."""

FIGURE_ROW = 0.8
"""How sure a row is that holds the number by which the question calls it: "extension 32"."""

ISSUERS, ASKED_DAYS = pattern_of("ISSUERS"), pattern_of("ASKED_DAYS")
ASKED_DUE_DATES = pattern_of("ASKED_DUE_DATES")
INVOICES = frozenset().union(*families_like(stem_set("invoice")))
LETTERHEAD = 40
"""Characters before the letterhead of a document, at most."""

ABOUT_WHOLE = pattern_of("ABOUT_WHOLE")
"""Questions about an entry as a whole: what it means, and what to do about it."""

WRONG_KIND = 0.75
"""What is left of a chance when a number or a date is asked for and there is none."""


def stated_candidates(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """What documents state by themselves about what the question names."""
    yield from _total_candidates(evidence, question, things)
    yield from _days_to_pay(evidence, question, things)
    yield from _issuers(evidence, question, things)
    yield from _entries(evidence, question, things)
    yield from definitions(evidence, question, things)
    yield from _parties(evidence, question, things)
    yield from _ends(evidence, question, things)
    for place in evidence.blocks:
        yield from _figure_rows(evidence, question, things, place)


def _total_candidates(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """The totals of documents, where the question asks for the total of the one that it names."""
    if not asks_for_total(question) or ASKED_DAYS.search(question):
        return
    terms = evidence.terms_of(question)
    for total in document_totals(evidence).values():
        passage = total.passage
        sentence = evidence.sentence_at(passage, total.start)
        named = evidence.presence(passage, things) if things else evidence.is_named(passage)
        about = evidence.passage_stems(passage) | stem_set(f"{passage.title} {passage.head}")
        if sentence is None or named < 1 or asks_for_tax(question):
            continue
        share = terms.matched_share((1.0, about))
        if share < LEAST_WORDS:
            continue
        certainty = NAMED_TOTAL * min(1.0, TOTAL_WORDS + share)
        words = Words(sentence.start, sentence.end)
        score = certainty + WORDS_WEIGHT + RANK_WEIGHT / (1 + sentence.rank)
        yield FactCandidate(passage, sentence, words, certainty, score, stated=total.sentence)


def _days_to_pay(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """The day by which the bill is to be paid that the question names."""
    if not things or not ASKED_DUE_DATES.search(question):
        return
    for sentence in evidence.sentences:
        label, passage = DUE_DATE.search(sentence.text), evidence.passage(sentence.number)
        days = [each for each in find_dates(sentence.text) if label and each.start >= label.end()]
        if not days or evidence.presence(passage, things) < 1:
            continue
        if INVOICES.isdisjoint(stem_set(f"{passage.title} {passage.head} {passage.text}")):
            continue
        words = Words(sentence.start + days[0].start, sentence.start + days[0].end)
        score = CERTAIN_ENTRY + WORDS_WEIGHT
        yield FactCandidate(passage, sentence, words, CERTAIN_ENTRY, score)


def _issuers(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """The letterhead of the document that the question names and asks the sender of."""
    identifiers = [each for each in things if each.kind is ThingKind.IDENTIFIER]
    if not identifiers or not ISSUERS.search(TOPIC.sub("", question)):
        return
    for passage in evidence.passages:
        own = evidence.sentences_of(passage.number)
        named = next((each for each in own if is_in(identifiers[0], each.text)), None)
        heads = passage.title in passage.text[: len(passage.title) + LETTERHEAD]
        if named is None or not heads or evidence.presence(passage, things) < 1:
            continue
        quotes = [Quote(source=passage.number, words=each) for each in (passage.title, named.text)]
        stated = Sentence(text=f"{passage.title}: {flat(named.text)}", quotes=quotes)
        words = Words(named.start, named.end)
        score = CERTAIN_ENTRY + 2 * WORDS_WEIGHT  # above the one whom a bill is sent to
        yield FactCandidate(passage, named, words, CERTAIN_ENTRY, score, stated=stated)


def definitions(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """The sentence that defines what the question calls by the paper's own term: "Rent Days"
    means …"""
    asked = evidence.terms_of(question)
    for sentence in evidence.sentences:
        defined = DEFINITION.search(sentence.text)
        term = content_stems(stems(defined["term"])) if defined else []
        if not term or not all(map(asked.says, term)):
            continue
        passage = evidence.passage(sentence.number)
        known = asked.matched_share((1.0, evidence.document_stems(passage)))
        fits = contains_kind(asked.kind, sentence.text, asked.words)
        about = stem_set(f"{passage.title} {passage.head}")
        fits = fits and _asks_for_term(asked, set(term), about)
        if fits and known >= DEFINED and evidence.is_statement(sentence):
            certainty = CERTAIN_ENTRY * evidence.presence(passage, things)
            words = Words(sentence.start, sentence.end)
            score = certainty + WORDS_WEIGHT
            yield FactCandidate(passage, sentence, words, certainty, score)


def _asks_for_term(asked: QuestionTerms, term: Collection[str], about: Collection[str]) -> bool:
    """Whether the term is what a question asks for: most of what it says beside the names of the
    paper. "The Shed" is only where something is."""
    rest = {stem: weight for stem, weight in asked.weights.items() if stem not in about}
    own = sum(weight for stem, weight in rest.items() if asked.match(stem, term))
    return own >= ASKED_TERM * sum(rest.values())


def _ends(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """The sentence that gives the first and the last day of the agreement that is asked about."""
    asked = evidence.terms_of(question)
    kinds = families_like(asked.weights)
    if asked.kind is not AnswerKind.TIME or not kinds or not ENDS.search(question):
        return
    for sentence in evidence.sentences:
        passage = evidence.passage(sentence.number)
        about = stem_set(f"{passage.title} {passage.head}")
        days = [each for each in find_dates(sentence.text) if each.gregorian]
        lasts = len(days) == 2 and FROM_TO.search(sentence.text) is not None
        if lasts and any(kind & about for kind in kinds) and evidence.is_statement(sentence):
            certainty = CERTAIN_ENTRY * evidence.presence(passage, things)
            words = Words(sentence.start + days[1].start, sentence.start + days[1].end)
            known = evidence.document_stems(passage)
            same = evidence.shares_words(passage)
            share = (asked.matched_share if same else asked.translated_share)((1.0, known))
            score = certainty + WORDS_WEIGHT * share
            yield FactCandidate(passage, sentence, words, certainty, score)


def _parties(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """The sentence of an agreement that names the party which the question calls by its role."""
    asked = evidence.terms_of(question)
    if asked.kind is not AnswerKind.NAME:
        return
    for sentence in evidence.sentences:
        roles = [stem_set(each["role"]) for each in PARTY.finditer(sentence.text)]
        if not any(role and role <= asked.weights.keys() for role in roles):
            continue
        passage = evidence.passage(sentence.number)
        known = asked.matched_share((1.0, evidence.document_stems(passage)))
        if known >= DEFINED and evidence.is_statement(sentence):
            certainty = CERTAIN_ENTRY * evidence.presence(passage, things)
            words = Words(sentence.start, sentence.end)
            yield FactCandidate(passage, sentence, words, certainty, certainty + WORDS_WEIGHT)


def _figure_rows(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing], place: BlockPlace
) -> Iterator[FactCandidate]:
    """The one row that holds the number by which a question for a name calls it."""
    asked = evidence.terms_of(question)
    if place.block.kind is not BlockShape.TABLE or asked.kind is not AnswerKind.NAME:
        return
    figures = figures_in(question, place.block)
    rows = [
        row
        for row in place.block.rows
        if figures and any(cell.text.strip() in figures for cell in row.cells)
    ]
    sentence = evidence.sentence_at(place.passage, rows[0].start) if len(rows) == 1 else None
    if sentence is not None:
        certainty = FIGURE_ROW * evidence.presence(place.passage, things)
        words = Words(rows[0].start, rows[0].end)
        score = certainty + WORDS_WEIGHT
        yield FactCandidate(place.passage, sentence, words, certainty, score, row=rows[0])


def _entries(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """Rows and items that begin with an identifier which the question asks the meaning of."""
    identifiers = [each for each in things if each.kind is ThingKind.IDENTIFIER]
    whole = ABOUT_WHOLE.search(question) is not None
    sure = CERTAIN_ENTRY if whole else LIKELY_ENTRY
    others = [each for each in things if each.kind is not ThingKind.IDENTIFIER]
    for thing in identifiers:
        pattern = identifier_pattern(thing.text)
        for place in evidence.blocks:
            for row in _rows_named(place, pattern):
                sentence = evidence.sentence_at(place.passage, row.start)
                if sentence is not None and (whole or _gives(evidence, question, things, row)):
                    certainty = sure * evidence.presence(place.passage, others)
                    words = Words(row.start, row.end)
                    score = certainty + WORDS_WEIGHT * (2 if whole else 1)  # above any of its cells
                    yield FactCandidate(place.passage, sentence, words, certainty, score, row=row)
            yield from _items_named(evidence, place, pattern, others, sure)
        if whole:
            yield from _lines_named(evidence, pattern, others)


def _gives(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing], row: TableRow
) -> bool:
    """Whether a row of a name and its value holds what the question asks about that name."""
    if len(row.cells) != 2:
        return False
    value, terms = row.cells[1].text, evidence.terms_of(question)
    named = frozenset(each for thing in things for each in stems(thing.text))
    held = frozenset(stems(value))
    words = [each for each in terms.weights if each not in named]
    return has_unit(question_units(question), value) or any(
        terms.match(each, held) for each in words
    )


def _rows_named(place: BlockPlace, pattern: re.Pattern[str]) -> Iterator[TableRow]:
    if place.block.kind is not BlockShape.TABLE:
        return
    for row in place.block.rows:
        if any(pattern.match(cell.text) for cell in row.cells[:2]):
            yield row


def _lines_named(
    evidence: QuestionEvidence, pattern: re.Pattern[str], others: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """Sentences that begin with the identifier, in a paragraph: "E7 – the lid is open"."""
    for sentence in evidence.sentences:
        prose = sentence.block is not None and sentence.block.kind is BlockShape.PARAGRAPH
        if prose and pattern.match(sentence.text) and evidence.is_statement(sentence):
            passage = evidence.passage(sentence.number)
            certainty = CERTAIN_ENTRY * evidence.presence(passage, others)
            words = Words(sentence.start, sentence.end)
            score = certainty + WORDS_WEIGHT
            yield FactCandidate(passage, sentence, words, certainty, score)


def _items_named(
    evidence: QuestionEvidence,
    place: BlockPlace,
    pattern: re.Pattern[str],
    others: Sequence[NamedThing],
    sure: float,
) -> Iterator[FactCandidate]:
    if place.block.kind is not BlockShape.LIST:
        return
    for piece in place.block.pieces:
        sentence = evidence.sentence_at(place.passage, piece.start)
        if sentence is not None and pattern.match(piece.text.lstrip("-*•– ")):
            certainty = sure * evidence.presence(place.passage, others)
            kind = evidence.terms.kind
            if not contains_kind(kind, piece.text, evidence.terms.words):
                certainty *= WRONG_KIND
            words = Words(piece.start, piece.end)
            score = certainty + WORDS_WEIGHT
            yield FactCandidate(place.passage, sentence, words, certainty, score)
