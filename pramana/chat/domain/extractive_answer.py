"""An answer made of the sources' own sentences: which of them answer the question.

A sentence scores by the question's words it contains, with rare words counting more. Words in the
sentences next to it or in headings above it count in part, because a text does not repeat what it
is about. A sentence scores higher if it contains the kind of thing asked for, and if search ranked
its passage first. The constants were chosen on halves of two question sets; small changes to them
make no difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.chat.domain.follow_ups import refers_back
from pramana.chat.domain.passage_sentences import PassageSentence, passage_sentences
from pramana.chat.domain.question_analysis import (
    AnswerKind,
    QuestionTerms,
    analyse_question,
    asks_for_summary,
    contains_kind,
)
from pramana.chat.prompts.compose import ComposeMode, NumberedPassage
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
