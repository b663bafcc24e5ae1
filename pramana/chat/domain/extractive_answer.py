"""An answer made of the sources' own sentences: which of them answer the question.

A sentence scores by the question's words it contains, with rare words counting more. Words in the
sentences next to it or in headings above it count in part, because a text does not repeat what it
is about. A sentence scores higher if it contains the kind of thing asked for, and if search ranked
its passage first. The constants were chosen on halves of two question sets; small changes to them
make no difference.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pramana.chat.contracts.passages import BlockShape
from pramana.chat.domain.answer_sentences import flat, quote_sentence
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.follow_ups import refers_back
from pramana.chat.domain.passage_sentences import PassageSentence, passage_sentences
from pramana.chat.domain.question_analysis import (
    AnswerKind,
    QuestionTerms,
    analyse_question,
    asks_for_summary,
    contains_kind,
)
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.prompts.compose import ComposeMode, NumberedPassage, Sentence
from pramana.language.stems import FUNCTION_STEMS

MAX_SENTENCES = 3
BEFORE, AFTER, ABOVE = 0.4, 0.3, 0.5
"""What a match in the sentence before, in the one after, and in the headings counts for."""

KIND, RANK = 0.15, 0.2
"""What the right kind of content, and a passage that search put first, add to a score."""

MIN_MATCH = 0.2
"""The share of the question's weight that must be in or around the best sentence; below it nothing
is answered. This refuses 97 % of passages taken at random, and 5 % of the right ones."""

SAME_PASSAGE, OTHER_PASSAGE = 0.65, 0.97
"""The share of the best score that a further sentence needs: in the best sentence's own passage,
and in another one."""

SUMMARY_SENTENCES = 2
"""How many of its first sentences stand for a whole text."""


@dataclass(frozen=True)
class ScoredSentence:
    sentence: PassageSentence
    score: float


def select_sentences(
    question: str, passages: Sequence[NumberedPassage], mode: ComposeMode = "sources"
) -> list[PassageSentence]:
    """The sentences that answer, the best first; none when nothing does."""
    sentences = passage_sentences(passages)
    if mode == "selection" and asks_for_summary(question):
        return [each for each in sentences if not each.is_heading][:SUMMARY_SENTENCES]
    terms = analyse_question(question, [each.stems for each in sentences])
    informative = [each for each in sentences if _is_informative(each, terms)]
    scored = [ScoredSentence(each, _score(terms, each)) for each in informative]
    best = max(scored, key=lambda each: each.score, default=None)
    if best is None or _surrounding_match(terms, best.sentence) < MIN_MATCH:
        return []
    completing = [each for each in informative if _completes(best.sentence, each, terms.kind)]
    others = [each for each in _runners_up(scored, best) if each not in completing]
    further = [*completing, *others][: MAX_SENTENCES - 1]
    return [best.sentence, *sorted(further, key=lambda each: (each.rank, each.place))]


def _is_informative(sentence: PassageSentence, terms: QuestionTerms) -> bool:
    """Whether it says anything that the question did not; headings are never answers."""
    new = sentence.stems - terms.weights.keys() - FUNCTION_STEMS
    return not sentence.is_heading and bool(new)


def _score(terms: QuestionTerms, sentence: PassageSentence) -> float:
    match = terms.matched_share(
        (1.0, sentence.stems),
        (BEFORE, sentence.before),
        (AFTER, sentence.after),
        (ABOVE, sentence.above),
    )
    fits = terms.kind is not AnswerKind.OTHER and contains_kind(
        terms.kind, sentence.text, terms.words
    )
    return match + KIND * fits + RANK / (1 + sentence.rank)


def _surrounding_match(terms: QuestionTerms, sentence: PassageSentence) -> float:
    """The share of the question's weight in a sentence and around it, all places counting fully."""
    places = (sentence.stems, sentence.before, sentence.after, sentence.above)
    return terms.matched_share(*((1.0, stems) for stems in places))


def _runners_up(scored: Sequence[ScoredSentence], best: ScoredSentence) -> list[PassageSentence]:
    """Sentences nearly as good as the best, best first.

    Passages overlap, so the same sentence may come twice; it is listed once.
    """
    seen = {best.sentence.text}
    close = []
    for each in sorted(scored, key=lambda each: -each.score):
        same_passage = each.sentence.number == best.sentence.number
        needed = SAME_PASSAGE if same_passage else OTHER_PASSAGE
        if each.score >= needed * best.score and each.sentence.text not in seen:
            seen.add(each.sentence.text)
            close.append(each.sentence)
    return close


def _completes(best: PassageSentence, other: PassageSentence, kind: AnswerKind) -> bool:
    """Whether a sentence completes the best one.

    The sentence before says who "he" or what "it" is; the ones after it say why something is so.
    """
    if other.number != best.number:
        return False
    if other.place == best.place - 1:
        return refers_back(best.text)
    explains = kind is AnswerKind.REASON and not contains_kind(kind, best.text, ())
    return explains and best.place < other.place < best.place + MAX_SENTENCES


MOST_WORDS = 170
MOST_SENTENCES = 12
SELECTION_SENTENCES = 3
SHORTEST, LONGEST = 4, 45
"""Words of a sentence that may stand for its section."""

DECISION = re.compile(
    r"\b(?:resolved|approved|decided|agreed|must|shall|replaces?|changed?|will|from|until|total|"
    r"instead|new|first|opened?|signed|announced?|increased?|reduced?)\b|निर्णय|स्वीकृत|गर्ने|भयो|गरियो",
    re.I,
)
DIGIT = re.compile(r"\d")
FORMAL, TASKS = pattern_of("FORMAL_LINES"), pattern_of("TASK_HEADINGS")
OPENING, DECIDING, COUNTING = 1.0, 0.6, 0.5
"""What a sentence gains by opening its part, by telling a decision or a change, and by a figure."""


def summarise(evidence: QuestionEvidence, *, selection: bool = False) -> list[Sentence]:
    """The telling sentences of the document that is asked about, in its order, from as many of
    its sections as possible."""
    document = evidence.passages[0].document if evidence.passages else ""
    own = [
        each
        for each in _with_run_in_titles(evidence)
        if evidence.passage(each.number).document == document and _may_stand(evidence, each)
    ]
    chosen = _spread(own, SELECTION_SENTENCES if selection else MOST_SENTENCES)
    told = [quote_sentence(evidence.passage(each.number), each) for each in chosen]
    return _with_title(told, evidence)


def _with_title(sentences: list[Sentence], evidence: QuestionEvidence) -> list[Sentence]:
    """The sentences, the first after the name of their document."""
    title = evidence.passages[0].title if evidence.passages else ""
    if not sentences or not title or flat(title) in sentences[0].text:
        return sentences
    first = sentences[0].model_copy(update={"text": f"{title}: {sentences[0].text}"})
    return [first, *sentences[1:]]


def _with_run_in_titles(evidence: QuestionEvidence) -> list[PassageSentence]:
    """The sentences; a few words that begin a paragraph as its title stay with the next one."""
    found: list[PassageSentence] = []
    title: PassageSentence | None = None
    for each in evidence.sentences:
        if title is not None and _part(title) == _part(each):
            text = evidence.passage(each.number).text[title.start : each.end]
            each = replace(each, start=title.start, text=text, stems=title.stems | each.stems)
        title = None
        if _is_run_in_title(each):
            title = each
        else:
            found.append(each)
    return found


def _is_run_in_title(sentence: PassageSentence) -> bool:
    short = len(sentence.text.split()) <= SHORTEST and not sentence.is_heading
    return short and sentence.text.rstrip().endswith(".") and _part(sentence)[1] == sentence.start


def _may_stand(evidence: QuestionEvidence, sentence: PassageSentence) -> bool:
    words = len(sentence.text.split())
    block = sentence.block
    aside = block is not None and (block.kind is BlockShape.TABLE or TASKS.search(block.heading))
    formal = FORMAL.match(sentence.text) is not None
    fits = SHORTEST <= words <= LONGEST and not aside and not formal
    return fits and evidence.is_usable(sentence)


def _spread(sentences: Sequence[PassageSentence], most: int) -> list[PassageSentence]:
    """The most telling sentences: one of each part before a second one, and of parts below one
    heading no more than of others."""
    parts: dict[tuple[int, int], list[PassageSentence]] = {}
    seen: set[str] = set()
    for sentence in sentences:
        text = flat(sentence.text)
        if text not in seen:
            seen.add(text)
            parts.setdefault(_part(sentence), []).append(sentence)
    sections: dict[object, list[list[PassageSentence]]] = {}
    for part in parts.values():
        ranked = sorted(part, key=_information, reverse=True)
        heading = part[0].block.path[:1] if part[0].block else ()
        sections.setdefault(tuple(heading), []).append(ranked)
    few = len(parts) <= most  # each of them has its say, in their order
    queue = [
        (nth, 0 if few else place, 0.0 if few else -_information(sentence)[0], sentence)
        for own in sections.values()
        for place, ranked in enumerate(sorted(own, key=lambda each: -_information(each[0])[0]))
        for nth, sentence in enumerate(ranked)
    ]
    chosen: list[PassageSentence] = []
    words = 0
    for *_, sentence in sorted(queue, key=lambda each: each[:3]):
        words += len(sentence.text.split())
        if words <= MOST_WORDS and len(chosen) < most:
            chosen.append(sentence)
    return sorted(chosen, key=lambda each: (each.number, each.place))


def _part(sentence: PassageSentence) -> tuple[int, int]:
    """Where the paragraph or item begins that a sentence stands in."""
    pieces = sentence.block.pieces if sentence.block else ()
    start = next((each.start for each in pieces if each.start <= sentence.start < each.end), 0)
    return sentence.number, start


def _information(sentence: PassageSentence) -> tuple[float, int]:
    """How much a sentence tells: its place in its section, decisions and figures."""
    score = DECIDING if DECISION.search(sentence.text) else 0.0
    score += COUNTING if DIGIT.search(sentence.text) else 0.0
    score += OPENING if _part(sentence)[1] == sentence.start else 0.0
    return score, -sentence.place
