"""An answer put together without a model, in the shape that its question asks for.

The reading model says which words of a passage answer, and how surely; the rules of
`extractive_answer` stand in for it where it is missing. What the question names must be in the
source. If nothing is sure enough, there is no sentence, and chat says so.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from pramana.chat.contracts.passages import ReadPassages
from pramana.chat.domain.amendments import (
    NUMBERED_LINE,
    amendments,
    changes_beside,
    is_same_matter,
)
from pramana.chat.domain.answer_sentences import (
    MARKER,
    FactCandidate,
    flat,
    quote_sentence,
    row_answer_sentence,
)
from pramana.chat.domain.calculations import (
    answer_with_change,
    answer_with_count,
    answer_with_row_difference,
    answer_with_sum,
)
from pramana.chat.domain.candidate_doubts import value_after
from pramana.chat.domain.comparison_answers import DIFFERENCES, answer_with_comparison
from pramana.chat.domain.document_identity import day_of
from pramana.chat.domain.document_statements import DEFINITION
from pramana.chat.domain.document_totals import answer_with_measured_total
from pramana.chat.domain.enumerations import COMMA, LAST_ITEM
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.extractive_answer import select_sentences, summarise
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.domain.filter_answers import answer_with_filter
from pramana.chat.domain.follow_ups import (
    BARE,
    refers_back,
    topic_words,
)
from pramana.chat.domain.list_answers import (
    answer_with_definition,
    answer_with_items,
    answer_with_marked_steps,
    answer_with_steps,
    answer_with_tasks,
    list_around,
)
from pramana.chat.domain.named_things import DIGITS, ThingKind
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.quantities import quantities
from pramana.chat.domain.question_analysis import AnswerKind, contains_kind
from pramana.chat.domain.question_limits import question_limits
from pramana.chat.domain.question_parts import parts_of, subjects_of
from pramana.chat.domain.question_shapes import AnswerShape, asks_what_in_german
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.domain.ranked_lists import task_terms
from pramana.chat.domain.row_answers import answer_with_cells
from pramana.chat.domain.several_documents import (
    answer_of_each,
    answers_that_disagree,
    asks_for_state,
    document_label,
    is_series,
)
from pramana.chat.domain.yes_no_answers import answer_with_decision
from pramana.chat.prompts.compose import ComposeMode, NumberedPassage, Quote, Sentence
from pramana.language.scripts import main_script

CERTAINTY = 0.5
"""The chance of being right that an answer must have."""

YES_NO = 0.75
"""The share of the certainty that is enough for yes or no. No words of a text are such an answer,
so the reading model is less sure."""

OTHER_DOCUMENT = 0.65
"""The share of the best certainty that another document's answer needs to be shown beside it."""

FILTERED = (AnswerShape.FACT, AnswerShape.LIST, AnswerShape.COMPARISON)
"""Shapes whose questions may name a limit: "which … before May"."""

TASKED = (AnswerShape.FACT, AnswerShape.LIST, AnswerShape.PROCEDURE)
"""Shapes whose questions may be about what a meeting left to do."""

MOST_WORDS = 90
MOST_DOCUMENTS = 3

DECIDED = re.compile(r"\W*(?:is|are|was|were|do|does|did|has|have)\b", re.I)
"""A comparison that is also a question for yes or no: "Is the first cheaper than …?"."""

SELECTED = 0.7
"""The share of the certainty that is enough in a selection: what is asked is about it."""

SURE_STEP, TASK_SHARE = 0.85, 0.4
"""The chance from which on one sentence is believed to tell how something is done, and the share of
the task that any other must say."""

NAMES_SEVERAL, NOT_A_LIST = 0.2, 0.4
"""What a sentence that names several things gains of the doubt about it where a list is asked for,
and what the meaning of a term loses there."""

ONE_STEP = 1.3
"""How much surer one sentence must be where steps are asked for and none were found."""

ABOUT_ALL = frozenset(
    ["here", "hold", "holds", "apply", "applies", "concern", "concerns", "affect", "affects"]
)
"""Words of questions about a selection as a whole: "from when does this apply?"."""

BARE_QUESTION = re.compile(r"\b(?:how (?:often|long|much|many|far|old)|when|where|why|who)\b", re.I)
"""Questions that say only of what kind the answer is."""

AGED, AGES = pattern_of("ASKED_AGES"), pattern_of("AGES")
"""Questions for an age, and how texts say one: a number alone is none."""

REASONS = 2
"""Sentences after one that repeats the question which may say why."""


Answerer = Callable[[QuestionEvidence], list[Sentence]]


def compose_answer(
    question: str,
    passages: Sequence[NumberedPassage],
    read: ReadPassages | None,
    *,
    selection: bool = False,
    certainty: float = CERTAINTY,
) -> list[Sentence]:
    """The sentences of the answer, each with its quotes; none when nothing answers."""
    evidence = QuestionEvidence(question, passages, read)
    if not passages:
        return []
    shape = evidence.plan.shape
    if shape is AnswerShape.SUMMARY and (cells := answer_with_cells(evidence)):
        return cells
    if shape is AnswerShape.SUMMARY or (selection and not asks_for_something(evidence)):
        return summarise(evidence, selection=selection)
    ways = (way(evidence) for way in _ways(evidence, shape))
    found = next((answer for answer in ways if answer), [])
    return (
        found
        or answer_with_number(evidence, certainty)
        or _answer_in_a_sentence(evidence, certainty, selection=selection)
    )


def _ways(evidence: QuestionEvidence, shape: AnswerShape) -> Iterator[Answerer]:
    """The ways to answer that fit the shape of a question, in the order in which they are tried."""
    yield answer_with_clause
    yield answers_that_disagree
    if shape is AnswerShape.FACT:
        yield answer_with_measured_total
        yield answer_with_cells
    if shape is AnswerShape.LIST:
        yield answer_with_definition
    limited = question_limits(evidence.question) is not None
    if shape in TASKED and not limited:
        yield answer_with_tasks
    if shape in FILTERED:
        yield answer_with_filter
    if shape in TASKED and limited:
        yield answer_with_tasks
    if shape is AnswerShape.PROCEDURE:
        yield answer_with_steps
        yield answer_with_marked_steps
    if shape is AnswerShape.LIST and len(parts_of(evidence.question)) == 1:
        yield answer_with_items
    if DIFFERENCES.search(evidence.question):
        yield answer_with_row_difference
    if shape is AnswerShape.COMPARISON:
        yield answer_with_comparison
        yield answer_of_each


def asks_for_something(evidence: QuestionEvidence) -> bool:
    """Whether a question about a selection says by itself what it wants: "so what do I do?" is
    about all of it."""
    own = [word for word in topic_words(evidence.question) if word not in BARE | ABOUT_ALL]
    return bool(own) or evidence.terms.kind is not AnswerKind.OTHER


def answer_with_number(evidence: QuestionEvidence, certainty: float) -> list[Sentence]:
    """What no text states and can be reckoned: a count, a sum, a difference."""
    if together := answer_with_sum(evidence):
        return together
    if DIFFERENCES.search(evidence.question):
        return answer_with_change(evidence, certainty)
    return answer_with_count(evidence)


def _answer_in_a_sentence(
    evidence: QuestionEvidence, certainty: float, *, selection: bool
) -> list[Sentence]:
    """The sentence that decides, or the one that states the fact."""
    if not evidence.can_read:
        return answer_by_rules(evidence, selection=selection)
    enough = certainty * SELECTED if selection else certainty
    if evidence.plan.shape is AnswerShape.PROCEDURE:
        enough = min(1.0, enough * ONE_STEP)
    own = set(topic_words(BARE_QUESTION.sub("", evidence.question)))
    if selection and not own - ABOUT_ALL:
        return _first_of_kind(evidence) or (summarise(evidence, selection=True) if own else [])
    decided = DECIDED.match(evidence.question) and not asks_what_in_german(evidence.question)
    if evidence.plan.shape is AnswerShape.YES_NO or decided:
        return answer_with_decision(evidence, enough * YES_NO)
    return answer_with_facts(evidence, enough)


def _first_of_kind(evidence: QuestionEvidence) -> list[Sentence]:
    """The first sentence of a selection that holds what "when?" or "how often?" asks for."""
    terms, aged = evidence.terms, AGED.search(evidence.question) is not None
    for each in evidence.sentences:
        said = MARKER.sub("", each.text)
        fits = contains_kind(terms.kind, said, terms.words) and (not aged or AGES.search(said))
        if evidence.is_statement(each) and fits:
            return [quote_sentence(evidence.passage(each.number), each)]
    return []


def answer_by_rules(evidence: QuestionEvidence, *, selection: bool) -> list[Sentence]:
    """The sentences that share most with the question, where no reading model is there."""
    mode: ComposeMode = "selection" if selection else "sources"
    return [
        quote_sentence(evidence.passage(each.number), each)
        for each in select_sentences(evidence.question, evidence.passages, mode)
    ]


def answer_with_facts(evidence: QuestionEvidence, certainty: float) -> list[Sentence]:
    """The fact that is asked for; each part of a question in parts gets its own."""
    sentences: list[Sentence] = []
    bests: list[FactCandidate] = []
    parts = parts_of(evidence.question)
    subjects = subjects_of(evidence.question) if len(parts) == 1 else []
    if all(_sure_candidates(evidence, each, certainty) for each in subjects):
        parts = subjects or parts
    for part in parts:
        found = _sure_candidates(evidence, part, certainty)
        if not found:
            continue
        best = found[0]
        bests.append(best)
        if len(parts) > 1 and (changes := changes_beside(evidence, best)):
            sentences += [each.answer() for each in (best, *changes)]
            continue
        whole = list_around(evidence, best)
        if whole and part == evidence.question:
            return whole
        others = amendments(evidence, best) or _from_other_documents(evidence, best, found)
        if others:
            sentences += answers_by_date(evidence, [best, *others])
        else:
            sentences += _completed(evidence, best)
    return _row_ofparts_of(parts, bests) or _unique(sentences)


def _row_ofparts_of(parts: Sequence[str], bests: Sequence[FactCandidate]) -> list[Sentence]:
    """The whole row, where several things are asked about what it names and not each of them has a
    cell of its own: "Who mended it, and what was broken?"."""
    rows = {(each.passage.number, each.cell.row.start) for each in bests if each.cell}
    cells = {each.cell.cell.start for each in bests if each.cell}
    block = bests[0].sentence.block if bests else None
    first = bests[0].cell if bests else None
    same = len(rows) == 1 and all(each.cell for each in bests)
    if len(parts) < 2 or not same or len(cells) == len(parts) or not block or not first:
        return []
    return [row_answer_sentence(bests[0].passage, block, first.row)] if block.header else []


def _sure_candidates(
    evidence: QuestionEvidence, question: str, certainty: float
) -> list[FactCandidate]:
    candidates = fact_candidates(evidence, question)
    if evidence.plan.shape is AnswerShape.LIST:
        candidates = sorted(map(_as_list, candidates), key=lambda each: -each.score)
    if evidence.plan.shape is AnswerShape.PROCEDURE:
        candidates = [each for each in candidates if _says_task(evidence, each)]
    return [each for each in candidates if each.certainty >= certainty]


def _says_task(evidence: QuestionEvidence, candidate: FactCandidate) -> bool:
    """Whether one sentence may be the answer to a question for steps: it says enough of the task,
    or the reading model is sure of it. "Take a backup" does not say how to print one."""
    if candidate.certainty >= SURE_STEP or not evidence.shares_words(candidate.passage):
        return True
    sentence = candidate.sentence
    held = sentence.stems | sentence.above
    return task_terms(evidence.terms).matched_share((1.0, held)) >= TASK_SHARE


def _as_list(candidate: FactCandidate) -> FactCandidate:
    """A candidate, surer where it names several things, as a question for all of them wants; and
    doubted where it only says what a term means."""
    text, lost = candidate.sentence.text, 0.0
    if DEFINITION.search(text):
        lost = NOT_A_LIST * candidate.certainty
    elif candidate.cell is None and (LAST_ITEM.search(text) or len(COMMA.findall(text)) > 1):
        lost = -NAMES_SEVERAL * (1 - candidate.certainty)
    return replace(candidate, certainty=candidate.certainty - lost, score=candidate.score - lost)


def _completed(evidence: QuestionEvidence, best: FactCandidate) -> list[Sentence]:
    """The answer with the sentence before it, if it refers back, those after it that explain, or
    the value that follows it."""
    answer = best.answer()
    if value := value_after(evidence, best.sentence, evidence.terms):
        return [answer, quote_sentence(best.passage, value)]
    own = [each for each in evidence.sentences if each.number == best.passage.number]
    around = [each for each in own if -1 <= each.place - best.sentence.place <= REASONS]
    extra = [
        quote_sentence(best.passage, each)
        for each in around
        if evidence.is_usable(each) and _completes(evidence, best.sentence, each)
    ]
    return [answer, *extra]


def _completes(evidence: QuestionEvidence, best: PassageSentence, other: PassageSentence) -> bool:
    """Whether another sentence belongs to the answer. A reason that is asked for often follows the
    sentence that only repeats the question, and is not always marked as one."""
    if other.place <= best.place:
        return other.place < best.place and refers_back(best.text)
    kind = evidence.terms.kind
    return kind is AnswerKind.REASON and not contains_kind(kind, best.text, ())


def _from_other_documents(
    evidence: QuestionEvidence, best: FactCandidate, candidates: Sequence[FactCandidate]
) -> list[FactCandidate]:
    """What other documents say to the same question, where they say something else."""
    others: list[FactCandidate] = []
    documents = {best.passage.document}
    values = _values(best)
    named = evidence.presence(best.passage, evidence.things)
    for each in candidates:
        new = each.passage.document not in documents and bool(each.passage.document)
        sure = each.certainty >= OTHER_DOCUMENT * best.certainty
        comparable = main_script(each.passage.text) is main_script(best.passage.text)
        comparable = comparable and evidence.presence(each.passage, evidence.things) >= named
        comparable = comparable and is_same_matter(evidence, best, each)
        if new and sure and comparable and _values(each) and not _values(each) <= values:
            documents.add(each.passage.document)
            others.append(each)
    return others[: MOST_DOCUMENTS - 1]


def answers_by_date(
    evidence: QuestionEvidence, candidates: Sequence[FactCandidate]
) -> list[Sentence]:
    """What each document says, with its name and its date; the latest first, as it may replace
    what the others say. What holds now or comes next is for the latest of papers that follow one
    another, as minutes do."""
    undated = date.min

    def moment(candidate: FactCandidate) -> date:
        return day_of(candidate.passage.dated) or undated

    dates = [moment(each) for each in candidates]
    in_order = sorted(candidates, key=moment, reverse=True) if undated not in dates else candidates
    if asks_for_state(evidence.question) and len({*dates} - {undated}) == len(candidates):
        series = all(is_series(each.passage) for each in candidates)
        in_order = in_order[:1] if series else in_order
    return [_dated_answer(each) for each in in_order]


def _dated_answer(candidate: FactCandidate) -> Sentence:
    passage, sentence = candidate.passage, candidate.answer()
    name, dated = document_label(passage), passage.dated
    name = f"{name} ({dated})" if dated and dated not in name else name
    return sentence.model_copy(update={"text": f"{name}: {sentence.text}", "item": True})


def _values(candidate: FactCandidate) -> set[float]:
    words = candidate.passage.text[candidate.words.start : candidate.words.end]
    return {each.comparable for each in quantities(words)}


def _unique(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Each sentence once, and no more than an answer may have words."""
    kept: list[Sentence] = []
    words = 0
    for sentence in sentences:
        inside = any(flat(sentence.text) in flat(each.text) for each in kept)
        words += len(sentence.text.split())
        if inside or (kept and words > MOST_WORDS):
            continue
        kept.append(sentence)
    return kept


def answer_with_clause(evidence: QuestionEvidence) -> list[Sentence]:
    """What a clause says that the question calls by its number, with its own subclauses."""
    clause = next((each for each in evidence.things if each.kind is ThingKind.CLAUSE), None)
    if clause is None:
        return []
    others = [each for each in evidence.things if each != clause]
    found = [
        (evidence.presence(passage, others), -rank, passage, match.start())
        for rank, passage in enumerate(evidence.passages)
        for match in NUMBERED_LINE.finditer(passage.text.translate(DIGITS))
        if match["number"] == clause.text.rstrip(".")
    ]
    if not found:
        return []
    _, _, passage, start = max(found, key=lambda each: each[:2])
    words = passage.text[start : _clause_end(passage.text, start, clause.text)].strip()
    if len(words.split()) > MOST_WORDS:
        words = words[: [match.end() for match in re.finditer(r"\S+", words)][MOST_WORDS - 1]]
    return [Sentence(text=flat(words), quotes=[Quote(source=passage.number, words=words)])]


def _clause_end(text: str, start: int, number: str) -> int:
    """Where the next clause begins that is not part of this one."""
    for match in NUMBERED_LINE.finditer(text.translate(DIGITS), start + 1):
        if match.start() > start and not match["number"].startswith(f"{number.rstrip('.')}."):
            return match.start()
    return len(text)
