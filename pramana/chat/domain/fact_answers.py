"""The sentence or the cell that answers a question for a fact, and how sure that is."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pramana.chat.contracts.passages import (
    BlockShape,
    PassageBlock,
    PassageReading,
    TableRow,
)
from pramana.chat.domain.answer_sentences import RANK_WEIGHT, WORDS_WEIGHT, FactCandidate, Words
from pramana.chat.domain.candidate_certainty import read_sentences, reading_certainty
from pramana.chat.domain.candidate_doubts import (
    answer_doubt,
    subject_doubt,
    with_asked_value,
    with_end,
)
from pramana.chat.domain.document_statements import stated_candidates
from pramana.chat.domain.evidence import ABSENT, MOST_OF_IT, BlockPlace, QuestionEvidence
from pramana.chat.domain.named_things import (
    NamedThing,
    ThingKind,
    find_named_things,
    is_in,
)
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.question_analysis import AnswerKind, QuestionTerms
from pramana.chat.domain.question_shapes import families_like
from pramana.chat.domain.table_answers import (
    CellAnswer,
    find_cell,
    names_in,
    row_label,
    stem_set,
    table_rows,
)
from pramana.chat.prompts.compose import NumberedPassage
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stems

OWN_LANGUAGE, SURE = 0.85, 0.5
"""What is left of an answer in another language where one in the question's own is so sure, or
shares most of its words: such papers are likelier to answer."""

BEHIND, FAR_BEHIND = 0.5, 0.2
"""What is left of it where a paper or a sentence in the question's own language has more of its
words, and by how much more."""

ASKED_ABOVE = 0.2
"""What a sentence gains of the doubt about it below a heading that asks the question."""

CITED, CITED_FIRST = 0.25, 0.1
"""What an answer gains of the doubt about it where the last answer quotes its paper, and the
question goes on from there; and what it gains before others that are as sure."""

OTHER_CELL = 0.5
"""What is left of a reading when row and column lead to another cell of its table."""

OTHER_PAPER = 0.6
"""What a candidate loses whose paper is called by another word for the kind that is asked about."""

READ_ROW = 0.2
"""What a cell gains when the reading model points at its row too."""

SURE_CELL = 0.5
"""The share of the question that row, column and headings must match to answer by themselves."""

WHOLLY_NAMED, EXACT = 0.9, 0.05
"""The share of the question that names row and column of a cell exactly, and what such a cell gains
before a sentence: "A dog over 30 kg costs a fifth more" says less than the price of a dog."""

OTHER_NAME = 0.25
"""How much more of the question the name of another row must have to be the one that is meant."""


def fact_candidates(evidence: QuestionEvidence, question: str | None = None) -> list[FactCandidate]:
    """Everything that may answer, the best first; a passage gives at most one of each kind."""
    asked = question or evidence.question
    things = find_named_things(asked)
    candidates = [
        *stated_candidates(evidence, asked, things),
        *_cells(evidence, asked, things),
        *_read_words(evidence, asked, things),
    ]
    candidates = _of_named_kind(evidence, evidence.terms_of(asked), candidates)
    corrected = [_corrected(each, candidates) for each in candidates]
    in_order = _own_language_first(evidence, evidence.terms_of(asked), corrected)
    return sorted(map(_favour_cited, in_order), key=lambda each: -each.score)


def _of_named_kind(
    evidence: QuestionEvidence, terms: QuestionTerms, candidates: list[FactCandidate]
) -> list[FactCandidate]:
    """The candidates; where a paper is called by the question's own word for its kind ("lease"),
    those of papers called by another such word ("agreement") are doubted."""
    kinds = {each: family for each in terms.weights for family in families_like([each])}
    titles = {each.number: stem_set(each.title) for each in evidence.passages}
    called = {word for word in kinds if any(word in title for title in titles.values())}

    def is_of_another(number: int) -> bool:
        title = titles[number]
        return bool(called) and not called & title and any(kinds[each] & title for each in called)

    return [
        _doubted(each, OTHER_PAPER) if is_of_another(each.passage.number) else each
        for each in candidates
    ]


def _favour_cited(candidate: FactCandidate) -> FactCandidate:
    """A candidate, surer where a short question goes on from an answer of the same paper."""
    if not candidate.passage.cited:
        return candidate
    gain = CITED * (1 - candidate.certainty)
    score = candidate.score + gain + CITED_FIRST
    return replace(candidate, certainty=candidate.certainty + gain, score=score)


def _own_language_first(
    evidence: QuestionEvidence, terms: QuestionTerms, candidates: Sequence[FactCandidate]
) -> list[FactCandidate]:
    """The candidates; those in another language are doubted where papers in the question's own
    answer it or are about its matter."""
    own = {each.number for each in evidence.passages if evidence.shares_words(each)}
    sure = any(each.certainty >= SURE and each.passage.number in own for each in candidates)
    left = language_doubt(evidence, terms, sure=sure)
    about = (evidence.lexical_match(s, terms) for s in evidence.sentences if s.number in own)
    nearest = max(about, default=0.0)

    def share_left(candidate: FactCandidate) -> float:
        sentence, whole = candidate.sentence, left(candidate.passage)
        if candidate.passage.number in own or nearest < MOST_OF_IT:
            return whole
        behind = nearest - terms.translated_share((1.0, sentence.stems | sentence.above))
        return min(whole, BEHIND) if behind >= FAR_BEHIND else whole

    return [_doubted(each, 1 - share_left(each)) for each in candidates]


def language_doubt(
    evidence: QuestionEvidence, terms: QuestionTerms, *, sure: bool
) -> Callable[[NumberedPassage], float]:
    """What is left of an answer from each passage; `sure` says whether one in the question's own
    language is known."""
    own = {each.number for each in evidence.passages if evidence.shares_words(each)}
    nearest = max((evidence.coverage(evidence.passage(each), terms) for each in own), default=0.0)
    left = OWN_LANGUAGE if sure or evidence.is_about(terms) else 1.0

    def share_left(passage: NumberedPassage) -> float:
        if passage.number in own:
            return 1.0
        behind = nearest - evidence.coverage(passage, terms)
        return min(left, BEHIND) if nearest >= MOST_OF_IT and behind >= FAR_BEHIND else left

    return share_left


def _doubted(candidate: FactCandidate, share: float) -> FactCandidate:
    """A candidate that loses a share of its chance."""
    lost = candidate.certainty * share
    return replace(candidate, certainty=candidate.certainty - lost, score=candidate.score - lost)


def _corrected(candidate: FactCandidate, candidates: Sequence[FactCandidate]) -> FactCandidate:
    """A reading in a table, doubted where the question names another row or column of it."""
    if candidate.cell is None or candidate.cell.coverage:
        return candidate
    named = [
        each
        for each in candidates
        if each.cell is not None
        and each.cell.coverage
        and each.sentence.block == candidate.sentence.block
        and each.cell.cell != candidate.cell.cell
    ]
    return _doubted(candidate, 1 - OTHER_CELL) if named else candidate


def _read_words(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """The words that the reading model points at, in their sentences."""
    terms = evidence.terms_of(question)
    for rank, (passage, reading) in enumerate(
        zip(evidence.passages, evidence.readings(question), strict=False)
    ):
        for each in read_sentences(evidence, question, passage, reading, terms):
            sentence, read = each.sentence, each.certainty
            cell = _cell_of_reading(sentence, each.reading)
            if cell is not None:
                meant = _cell_in_question(evidence, terms, things, sentence, cell)
                own = evidence.sentence_at(passage, meant.row.start)
                if own is not None and meant.row != cell.row and evidence.shares_words(passage):
                    read = reading_certainty(evidence, passage, own, each.reading, terms)
                    sentence = own
                cell = meant
            certainty = read * evidence.presence(passage, things)
            certainty *= subject_doubt(evidence, question, things, sentence, terms)
            certainty *= answer_doubt(evidence, question, sentence, each.reading, terms)
            certainty = with_asked_value(certainty, question, sentence)
            if terms.kind is AnswerKind.TIME:
                certainty = with_end(certainty, question, sentence.text)
            if cell is not None and _is_of_another(sentence, cell, things):
                certainty *= ABSENT[ThingKind.IDENTIFIER]
            block = sentence.block
            if cell and block and _is_of_a_part(question, terms, things, block, cell.row):
                certainty *= ABSENT[ThingKind.IDENTIFIER]
            if cell is not None and _is_of_another_day(question, cell):
                certainty *= ABSENT[ThingKind.YEAR]
            if evidence.is_asked_above(passage, terms):
                certainty += ASKED_ABOVE * (1 - certainty)
            match = evidence.lexical_match(sentence, terms)
            match = max(match, evidence.match_beyond_topic(sentence, terms))
            score = certainty + WORDS_WEIGHT * match + RANK_WEIGHT / (1 + rank)
            place = cell.cell if cell else each.reading
            words = Words(place.start, place.end)
            yield FactCandidate(passage, sentence, words, certainty, score, cell)


def _cell_of_reading(sentence: PassageSentence, reading: PassageReading) -> CellAnswer | None:
    """The cell that the reading points at, if it stands in a table."""
    block = sentence.block
    if block is None or block.kind is not BlockShape.TABLE:
        return None
    for row, headers in table_rows(block):
        for at, cell in enumerate(row.cells):
            if cell.text and cell.start <= reading.start < cell.end:
                others = replace(row, cells=tuple(c for c in row.cells if c.text and c != cell))
                return CellAnswer(row, row_label(others), headers[at], cell, 0.0, True, False)
    return None


def _cell_in_question(
    evidence: QuestionEvidence,
    terms: QuestionTerms,
    things: Sequence[NamedThing],
    sentence: PassageSentence,
    cell: CellAnswer,
) -> CellAnswer:
    """The cell of a reading, or the one beside it in the column or the row that the question
    names."""
    if evidence.shares_words(evidence.passage(sentence.number)):
        cell = _cell_by_row_name(terms, sentence, cell) or cell
    named = [each for each in things if each.kind is ThingKind.IDENTIFIER]
    if sentence.block is None or not named or not _is_of_another(sentence, cell, things):
        return cell
    for row, headers in table_rows(sentence.block):
        for other, header in zip(row.cells, headers, strict=True):
            if (
                other.text
                and row == cell.row
                and header
                and all(is_in(n, header.text) for n in named)
            ):
                return replace(cell, header=header, cell=other)
    return cell


def _cell_by_row_name(
    terms: QuestionTerms, sentence: PassageSentence, cell: CellAnswer | None
) -> CellAnswer | None:
    """The cell of a reading, or the one of its column in the row that the question names: rows with
    alike names mislead the reading model."""
    block = sentence.block
    if cell is None or block is None or cell.header is None or cell.cell == cell.row.cells[0]:
        return cell
    at = cell.row.cells.index(cell.cell)
    rows = [row for row in block.rows if len(row.cells) > at and row.cells[at].text]
    shares = [terms.matched_share((1.0, stem_set(row.cells[0].text))) for row in rows]
    best = max(zip(shares, rows, strict=True), key=lambda each: each[0], default=None)
    own = terms.matched_share((1.0, stem_set(cell.row.cells[0].text)))
    if best is None or best[0] < own + OTHER_NAME or shares.count(best[0]) > 1:
        return cell
    row = best[1]
    return replace(cell, row=row, label=row.cells[0].text, cell=row.cells[at])


def _is_of_another(
    sentence: PassageSentence, cell: CellAnswer, things: Sequence[NamedThing]
) -> bool:
    """Whether the table names what the question names, but in another row or column."""
    block = sentence.block
    if block is None:
        return False
    whole = names_in(block)
    own = "\n".join([cell.header.text if cell.header else "", *(c.text for c in cell.row.cells)])
    identifiers = [each for each in things if each.kind is ThingKind.IDENTIFIER]
    return any(is_in(each, whole) and not is_in(each, own) for each in identifiers)


def _is_of_a_part(
    question: str,
    terms: QuestionTerms,
    things: Sequence[NamedThing],
    block: PassageBlock,
    row: TableRow,
) -> bool:
    """Whether a row is about something that belongs to the thing: "Door seal RX-9" is no RX-9.

    It is where several rows name the thing beside other words, or where the question calls the
    thing by another word than the row: "RX-9 pump". A row with more of the question is meant.
    """
    for thing in things:
        if thing.kind is not ThingKind.IDENTIFIER:
            continue
        beside = {
            each.start: held
            for each in block.rows
            if (held := frozenset().union(*(_words_beside(thing, c.text) for c in each.cells)))
        }
        own = beside.get(row.start, frozenset())
        if own and not any(terms.match(each, own) for each in terms.weights):
            called = _words_beside(thing, _around(thing, question))
            if len(set(beside.values())) > 1 or called & terms.weights.keys():
                return True
    return False


def _words_beside(thing: NamedThing, text: str) -> frozenset[str]:
    """The words of a text that names the thing, but for its name; none where it does not."""
    if not is_in(thing, text):
        return frozenset()
    others = content_stems(stems(text))
    return frozenset(each for each in others if each.isalpha()) - stem_set(thing.text)


def _around(thing: NamedThing, question: str) -> str:
    """What a question names, with the word after it."""
    found = re.search(rf"{re.escape(thing.text)}(?: [^\W\d]\w+)?", question)
    return found.group() if found else ""


def _is_of_another_day(question: str, cell: CellAnswer) -> bool:
    """Whether the row is called by one day, and the question names others."""
    asked = {each.gregorian for each in find_dates(question)}
    held = [each.gregorian for each in find_dates(cell.label)]
    return bool(asked) and len(held) == 1 and held[0] not in asked


def _cells(
    evidence: QuestionEvidence, question: str, things: Sequence[NamedThing]
) -> Iterator[FactCandidate]:
    """The best cell of each table that matches the question well enough."""
    terms = evidence.terms_of(question)
    for place in evidence.blocks:
        above = f"{place.passage.title} {place.passage.section}"
        cell = find_cell(terms, things, question, place.block, above)
        if cell is None or not cell.names_row:
            continue
        if _is_read(evidence, question, place, cell):
            cell = replace(cell, coverage=min(1.0, cell.coverage + READ_ROW))
        if cell.coverage < SURE_CELL:
            continue
        if not cell.names_column and sum(bool(each.text) for each in cell.row.cells) > 2:
            continue
        if not _is_meant(evidence, place, cell, terms):
            continue
        sentence = evidence.sentence_at(place.passage, cell.row.start)
        if sentence is None:
            continue
        certainty = min(0.95, cell.coverage) * evidence.presence(place.passage, things)
        if _is_of_a_part(question, terms, things, place.block, cell.row):
            certainty *= ABSENT[ThingKind.IDENTIFIER]
        if _is_of_another_day(question, cell):
            certainty *= ABSENT[ThingKind.YEAR]
        score = certainty + WORDS_WEIGHT * cell.coverage + RANK_WEIGHT / (1 + place.rank)
        score += EXACT * (cell.names_column and cell.coverage >= WHOLLY_NAMED)
        words = Words(cell.cell.start, cell.cell.end)
        # What the row is called by says nothing by itself: "T3".
        row = cell.row if cell.cell == cell.row.cells[0] and not cell.names_column else None
        yield FactCandidate(place.passage, sentence, words, certainty, score, cell, row)


def _is_meant(
    evidence: QuestionEvidence, place: BlockPlace, cell: CellAnswer, terms: QuestionTerms
) -> bool:
    """Whether row and column have a word of the question; in another language a name that sounds
    like one is not enough."""
    header = cell.header.text if cell.header else ""
    held = stem_set(" ".join([place.passage.section, header, *(c.text for c in cell.row.cells)]))
    return evidence.shares_words(place.passage) or terms.is_meant_in(held)


def _is_read(
    evidence: QuestionEvidence, question: str, place: BlockPlace, cell: CellAnswer
) -> bool:
    """Whether the reading model points at the same row."""
    for passage, reading in zip(evidence.passages, evidence.readings(question), strict=False):
        if passage.number == place.passage.number:
            return cell.row.start <= reading.start < cell.row.end
    return False
