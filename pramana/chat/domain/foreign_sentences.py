"""Sentences in another language than the question: each is read by itself, since the reading model
finds the words but doubts them in a long passage.

The weights were fitted on 270 long passages that were not trained on: at .5, 71 % of the answers
are kept and 13 % of the other passages pass, where the reading of the whole passage alone kept
66 %. The vector of the sentence added nothing.
"""

import math
from dataclasses import dataclass

from pramana.chat.contracts.passages import PassageReading
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.question_analysis import QuestionTerms
from pramana.chat.prompts.compose import NumberedPassage
from pramana.language.stems import stems

MOST_MARGIN = 40.0
FOREIGN_BIAS, ALONE, FOREIGN_WORDS, POINTED, FOREIGN_MARGIN = -1.78, 0.17, 3.43, 1.37, 0.1

SHORT_LINE = 4
"""Words of a line that may be a name above what its bearer is."""

FOREIGN_SENTENCES = 2
"""Sentences of a passage in another language that are read beside the one the reader points at."""


@dataclass(frozen=True)
class ReadSentence:
    """A sentence with the words that the reading model points at, and the chance by these."""

    sentence: PassageSentence
    reading: PassageReading
    certainty: float


def foreign_certainty(alone: float, own: float, whole: float | None) -> float:
    """The same for a passage in another language, where words are shared by their meaning only.

    `alone` is the margin of the sentence read by itself, and `whole` that of the whole passage,
    where its reading lies in the sentence.

    >>> foreign_certainty(3, 0.2, 4) > 0.6 > 0.3 > foreign_certainty(-9, 0.3, None)
    True
    """
    pointed = 0.0 if whole is None else POINTED + FOREIGN_MARGIN * bounded(whole)
    return chance_of(FOREIGN_BIAS + ALONE * bounded(alone) + FOREIGN_WORDS * own + pointed)


def bounded(margin: float) -> float:
    return max(-MOST_MARGIN, min(MOST_MARGIN, margin))


def chance_of(sum_of_evidence: float) -> float:
    return 1 / (1 + math.exp(-sum_of_evidence))


def read_foreign_sentences(
    evidence: QuestionEvidence,
    question: str,
    passage: NumberedPassage,
    reading: PassageReading,
    pointed: PassageSentence | None,
    terms: QuestionTerms,
) -> list[ReadSentence]:
    """Sentences in another language, each read by itself; the likeliest first.

    They are the one that the reading of the passage lies in, and those with most of the question's
    words by their meaning.
    """
    names = frozenset(each for thing in evidence.things for each in stems(thing.text))
    topic = evidence.translated_topic(passage, terms)
    shares = {
        each: _foreign_share(terms, each, names, topic)
        for each in (*evidence.sentences_of(passage.number), *([pointed] if pointed else []))
    }
    others = [
        each
        for each in evidence.sentences_of(passage.number)
        if shares[each]
        and evidence.is_usable(each)
        and (not pointed or each.start != pointed.start)
    ]
    nearest = sorted(others, key=lambda each: -shares[each])[:FOREIGN_SENTENCES]
    chosen = [*([pointed] if pointed else []), *nearest]
    found = []
    for each, alone in zip(chosen, evidence.readings_alone(question, chosen), strict=True):
        whole = reading.margin if each is pointed else None
        words = reading if each is pointed else alone
        found.append(
            ReadSentence(each, words, foreign_certainty(alone.margin, shares[each], whole))
        )
    return sorted(found, key=lambda each: -each.certainty)


def _foreign_share(
    terms: QuestionTerms, sentence: PassageSentence, names: frozenset[str], topic: frozenset[str]
) -> float:
    """The share of the question in a sentence by the meaning of its words, but for those that the
    document begins with. The line below a short one belongs to it: a name and an office."""
    held = sentence.stems | sentence.above
    if len(sentence.text.split()) <= SHORT_LINE:
        held |= sentence.after
    known = frozenset(each for each in topic if not terms.match(each, held))
    return terms.translated_share((1.0, held), names=names | known)
