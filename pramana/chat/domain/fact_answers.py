"""The sentence or the cell that answers a question for a fact, and how sure that is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.chat.contracts.blocks import BlockShape
from pramana.chat.contracts.passages import PassageReading
from pramana.chat.domain.answer_sentences import Words
from pramana.chat.domain.certainty import read_sentences
from pramana.chat.domain.evidence import ABSENT, MOST_OF_IT, BlockPlace, QuestionEvidence
from pramana.chat.domain.fact_candidate import RANK_WEIGHT, WORDS_WEIGHT, FactCandidate
from pramana.chat.domain.named_answers import named_candidates
from pramana.chat.domain.named_things import (
    YEAR,
    NamedThing,
    ThingKind,
    is_in,
    named_things,
    sibling_identifiers,
)
from pramana.chat.domain.negation import is_negated
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.quantities import has_other_unit, question_units
from pramana.chat.domain.question_analysis import (
    CONTRASTS,
    AnswerKind,
    QuestionTerms,
    contains_kind,
)
from pramana.chat.domain.question_shapes import AnswerShape
from pramana.chat.domain.table_answers import (
    CellAnswer,
    find_cell,
    names_in,
    stem_set,
    table_rows,
)
from pramana.chat.prompts.compose import NumberedPassage
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import terms as words_of

OWN_LANGUAGE, SURE = 0.85, 0.5
"""What is left of an answer in another language where one in the question's own is so sure, or
shares most of its words: such papers are likelier to answer."""

BEHIND, FAR_BEHIND = 0.5, 0.2
"""What is left of it where a paper in the question's own language has more of its words, and by how
much more."""

ASKED_ABOVE = 0.2
"""What a sentence gains of the doubt about it below a heading that asks the question."""

WRONG_KIND = 0.75
"""What is left of a chance when a number or a date is asked for and there is none."""

DENIED = 0.7
"""What is left when the sentence denies what the question takes for granted."""

OTHER_CELL = 0.5
"""What is left of a reading when row and column lead to another cell of its table."""

READ_ROW = 0.2
"""What a cell gains when the reading model points at its row too."""

SURE_CELL = 0.5
"""The share of the question that row, column and headings must match to answer by themselves."""

OTHER_NAME = 0.25
"""How much more of the question the name of another row must have to be the one that is meant."""

NO_ATTRIBUTE = 0.6
"""What is left of a sentence that names the thing, and no word of what is asked about it."""

CONTRASTED = 0.45
"""What is left of a sentence that names another of a group than the question: "gold", "silver"."""

ELSEWHERE = 0.6
"""What is left of a sentence where another one of its passage has the identifier asked about."""

NO_SUCH = 0.6
"""What is left where the answer cannot be told to be one of what is asked for."""

WHICH_NOUN = re.compile(
    r"\A\W*(?:on|in|at|from|to|by|of|for|with|under)?\s*which (?P<noun>\w+) ", re.I
)

FULL_NAME = re.compile(r"\W*(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-Z][a-z]+ [A-Z][a-z]+ [a-z]")
"""A sentence whose subject is a person: "Samira Noor takes leave"."""


def fact_candidates(evidence: QuestionEvidence, question: str | None = None) -> list[FactCandidate]:
    """Everything that may answer, the best first; a passage gives at most one of each kind."""
    asked = question or evidence.question
    things = named_things(asked)
    candidates = [
        *named_candidates(evidence, asked, things),
        *_cells(evidence, asked, things),
        *_read_words(evidence, asked, things),
    ]
    corrected = [_corrected(each, candidates) for each in candidates]
    in_order = _own_language_first(evidence, evidence.terms_of(asked), corrected)
    return sorted(in_order, key=lambda each: -each.score)


def _own_language_first(
    evidence: QuestionEvidence, terms: QuestionTerms, candidates: Sequence[FactCandidate]
) -> list[FactCandidate]:
    """The candidates; those in another language are doubted where papers in the question's own
    answer it or are about its matter."""
    own = {each.number for each in evidence.passages if evidence.shares_words(each)}
    sure = any(each.certainty >= SURE and each.passage.number in own for each in candidates)
    nearest = max((evidence.coverage(evidence.passage(each), terms) for each in own), default=0.0)
    left = OWN_LANGUAGE if sure or evidence.is_about(terms) else 1.0

    def share_left(passage: NumberedPassage) -> float:
        behind = nearest - evidence.coverage(passage, terms)
        return min(left, BEHIND) if nearest >= MOST_OF_IT and behind >= FAR_BEHIND else left

    return [
        each if each.passage.number in own else _doubted(each, 1 - share_left(each.passage))
        for each in candidates
    ]


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
            sentence = each.sentence
            certainty = each.certainty * evidence.presence(passage, things)
            certainty *= _subject_doubt(evidence, question, things, sentence, terms)
            certainty *= _answer_doubt(evidence, question, sentence, each.reading, terms)
            cell = _cell_of_reading(sentence, each.reading)
            if evidence.shares_words(passage):
                cell = _named_row(terms, sentence, cell)
            if cell is not None and _is_of_another(sentence, cell, things):
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


def _subject_doubt(
    evidence: QuestionEvidence,
    question: str,
    things: Sequence[NamedThing],
    sentence: PassageSentence,
    terms: QuestionTerms,
) -> float:
    """What is left of a sentence that is about something else than the question."""
    left = 1.0
    if names_contrast(question, sentence):
        left *= CONTRASTED
    if any(_names_another(each, sentence) for each in things):
        left *= ABSENT[ThingKind.IDENTIFIER]
    if _is_about_another_person(evidence, sentence, things):
        left *= ABSENT[ThingKind.NAME]
    if _is_said_elsewhere(evidence, sentence, things, terms):
        left *= ELSEWHERE
    same = evidence.shares_words(evidence.passage(sentence.number))
    return left * NO_ATTRIBUTE if same and _lacks_attribute(terms, things, sentence) else left


def _answer_doubt(
    evidence: QuestionEvidence,
    question: str,
    sentence: PassageSentence,
    reading: PassageReading,
    terms: QuestionTerms,
) -> float:
    """What is left of a reading that is not of the kind asked for, or that is denied."""
    left = 1.0
    wanted = terms.kind in (AnswerKind.NUMBER, AnswerKind.TIME)
    if wanted and not contains_kind(terms.kind, sentence.text, terms.words):
        left *= WRONG_KIND
    words = evidence.passage(sentence.number).text[reading.start : reading.end]
    if has_other_unit(question_units(question), words):
        left *= WRONG_KIND
    if _names_no_such(evidence, question, sentence, words):
        left *= NO_SUCH
    decides = evidence.plan.shape is AnswerShape.YES_NO
    if not decides and is_negated(_before(sentence, reading)) and not is_negated(question):
        left *= DENIED
    return left


def _names_no_such(
    evidence: QuestionEvidence, question: str, sentence: PassageSentence, words: str
) -> bool:
    """Whether "which floor" is asked, no word of the passage is about floors, and the answer is
    neither a name nor a number, which could be one."""
    asked = WHICH_NOUN.search(question)
    passage = evidence.passage(sentence.number)
    if asked is None or not evidence.shares_words(passage) or re.search(r"[\d०-९A-Z]", words):
        return False
    held = evidence.passage_stems(passage) | stem_set(f"{passage.title} {passage.section}")
    noun = content_stems(stems(asked["noun"]))
    known = [each for each in noun if each in evidence.terms.weights]
    return bool(known) and not any(evidence.terms.match(each, held) for each in known)


def names_contrast(question: str, sentence: PassageSentence) -> bool:
    """Whether a sentence names another of a group than the question does: "gold" for "silver"."""
    asked, held = frozenset(words_of(question)), frozenset(words_of(sentence.text))
    for family in CONTRASTS:
        wanted = asked & family
        if wanted and held & family and not held & wanted and not sentence.above & wanted:
            return True
    return False


def _lacks_attribute(
    terms: QuestionTerms, things: Sequence[NamedThing], sentence: PassageSentence
) -> bool:
    """Whether a sentence has no word of the question but the names in it."""
    named = frozenset(each for thing in things for each in stems(thing.text))
    asked = [each for each in terms.weights if each not in named]
    held = sentence.stems | sentence.above
    return bool(named and asked) and not any(terms.match(each, held) for each in asked)


def _names_another(thing: NamedThing, sentence: PassageSentence) -> bool:
    """Whether a sentence is about another identifier of the same make, or another year."""
    if is_in(thing, sentence.text):
        return False
    if thing.kind is ThingKind.YEAR:
        return YEAR.search(sentence.text) is not None
    coded = thing.kind is ThingKind.IDENTIFIER and " " not in thing.text
    return coded and bool(sibling_identifiers(thing.text, [sentence.text]))


def _is_about_another_person(
    evidence: QuestionEvidence, sentence: PassageSentence, things: Sequence[NamedThing]
) -> bool:
    """Whether a sentence begins with a full name, and the names asked for are not around it."""
    names = [each for each in things if each.kind is ThingKind.NAME]
    if not names or not FULL_NAME.match(sentence.text):
        return False
    near = [
        each.text
        for each in evidence.sentences_of(sentence.number)
        if abs(each.place - sentence.place) <= 1
    ]
    passage = evidence.passage(sentence.number)
    text = "\n".join([passage.title, passage.section, *near])
    return not any(is_in(each, text) for each in names)


def _is_said_elsewhere(
    evidence: QuestionEvidence,
    sentence: PassageSentence,
    things: Sequence[NamedThing],
    terms: QuestionTerms,
) -> bool:
    """Whether another sentence of the passage has the identifier that is asked about, and a number
    or a day as the question wants, while this one and what it stands under do not name it."""
    if terms.kind not in (AnswerKind.NUMBER, AnswerKind.TIME):
        return False
    passage, own = evidence.passage(sentence.number), evidence.sentences_of(sentence.number)
    here = f"{passage.title}\n{passage.section}\n{sentence.text}\n"
    if sentence.block is not None and sentence.block.kind is BlockShape.TABLE:
        here += names_in(sentence.block)
    return any(
        not is_in(thing, here)
        and any(
            is_in(thing, each.text) and contains_kind(terms.kind, each.text, ()) for each in own
        )
        for thing in things
        if thing.kind is ThingKind.IDENTIFIER
    )


def _before(sentence: PassageSentence, reading: PassageReading) -> str:
    """The words of the sentence before the reading, back to the last pause."""
    head = sentence.text[: max(0, reading.start - sentence.start)]
    return re.split(r"[,;:.]", head)[-1]


def _cell_of_reading(sentence: PassageSentence, reading: PassageReading) -> CellAnswer | None:
    """The cell that the reading points at, if it stands in a table."""
    block = sentence.block
    if block is None or block.kind is not BlockShape.TABLE:
        return None
    for row, headers in table_rows(block):
        for at, cell in enumerate(row.cells):
            if cell.text and cell.start <= reading.start < cell.end:
                label = next((c.text for c in row.cells if c.text and c != cell), "")
                return CellAnswer(row, label, headers[at], cell, 0.0, True, False)
    return None


def _named_row(
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
        if not cell.names_column and len(cell.row.cells) > 2:
            continue
        if not _is_meant(evidence, place, cell, terms):
            continue
        sentence = evidence.sentence_at(place.passage, cell.row.start)
        if sentence is None:
            continue
        certainty = min(0.95, cell.coverage) * evidence.presence(place.passage, things)
        if _is_of_another_day(question, cell):
            certainty *= ABSENT[ThingKind.YEAR]
        score = certainty + WORDS_WEIGHT * cell.coverage + RANK_WEIGHT / (1 + place.rank)
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
