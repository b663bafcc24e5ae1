"""How sure it is that a sentence answers a question, from its reading and the words they share.

The weights were fitted on 1,000 questions about short passages of manuals, contracts, bills and
notices in English and Nepali that the reading model never saw; four in ten of them are near misses.
In long passages, as search brings them, margins are lower, so the bias was chosen on 237 of those:
at .5, 82 % of the answers are kept, 3 % of other passages and 30 % of the near misses pass, before
what the question names is looked for.
"""

from dataclasses import replace

from pramana.chat.contracts.passages import BlockShape, PassageReading
from pramana.chat.domain.candidate_doubts import lacks_attribute
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.foreign_sentences import (
    ReadSentence,
    bounded,
    chance_of,
    read_foreign_sentences,
)
from pramana.chat.domain.named_things import find_named_things
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.quantities import has_other_unit, has_unit, question_units
from pramana.chat.domain.question_analysis import (
    AnswerKind,
    QuestionTerms,
    contains_kind,
)
from pramana.chat.domain.table_answers import stem_set
from pramana.chat.prompts.compose import NumberedPassage

BIAS, MARGIN, OWN_WORDS, PASSAGE_WORDS = 0.3, 0.168, 2.5, -1.05
"""Words of the question in the sentence itself speak for it. Words that are only elsewhere in the
passage speak against it: the passage is about the thing, and says something else of it."""


def answer_certainty(margin: float, own: float, passage: float) -> float:
    """The chance that a sentence answers, in 0..1.

    `own` and `passage` are the shares of the question's weight in the sentence and in its passage.

    >>> answer_certainty(5, 0.8, 0.9) > 0.7 > 0.3 > answer_certainty(-8, 0.1, 0.6)
    True
    """
    return chance_of(BIAS + MARGIN * bounded(margin) + OWN_WORDS * own + PASSAGE_WORDS * passage)


NAMED_ABOVE = 0.8
"""What a name of the question counts for that the document begins with, as letters and contracts
name their parties."""


TITLED = 0.5
"""What a word counts for that only the document or a chapter is called by: "Harbour House"."""

NO_UNITS: frozenset[str] = frozenset()
MORE_OF_IT, SURELY = 0.3, 0.85
"""How much more of the question another sentence must have to be read beside the pointed one, and
the chance from which on the reader, who saw both, is believed."""


def read_sentences(
    evidence: QuestionEvidence,
    question: str,
    passage: NumberedPassage,
    reading: PassageReading,
    terms: QuestionTerms,
) -> list[ReadSentence]:
    """The sentence that a reading lies in; of a passage in another language the best of several."""
    sentence = _sentence_of(evidence, passage, reading)
    if evidence.shares_words(passage):
        if sentence is None:
            return []
        pointed = reading_certainty(evidence, passage, sentence, reading, terms)
        units = question_units(question)
        misses = has_other_unit(units, passage.text[reading.start : reading.end])
        others = _agreeing(evidence, passage, sentence, terms, units if misses else NO_UNITS)
        others = others or _with_attribute(evidence, question, passage, sentence, terms)
        if reading.probability >= SURELY and not misses:
            others = []
        return [
            ReadSentence(sentence, reading, pointed),
            *(
                ReadSentence(each, alone, reading_certainty(evidence, passage, each, alone, terms))
                for each, alone in zip(
                    others, evidence.readings_alone(question, others), strict=True
                )
            ),
        ]
    return read_foreign_sentences(evidence, question, passage, reading, sentence, terms)[:1]


def _agreeing(
    evidence: QuestionEvidence,
    passage: NumberedPassage,
    pointed: PassageSentence,
    terms: QuestionTerms,
    units: frozenset[str],
) -> list[PassageSentence]:
    """The sentence of a passage that has much more of the question than the one the reader points
    at: "at most 40" may be of something else. With units, the best sentence that has one of them:
    an altitude is given in metres."""
    shares = {
        each: terms.matched_share((1.0, each.stems))
        for each in evidence.sentences_of(passage.number)
        if evidence.is_usable(each)
        and contains_kind(terms.kind, each.text, terms.words)
        and (each.block is None or each.block.kind is not BlockShape.TABLE)
        and (not units or has_unit(units, each.text))
    }
    best = max(shares, key=lambda each: shares[each], default=None)
    own = terms.matched_share((1.0, pointed.stems))
    return [best] if best and (units or shares[best] >= own + MORE_OF_IT) else []


def _with_attribute(
    evidence: QuestionEvidence,
    question: str,
    passage: NumberedPassage,
    pointed: PassageSentence,
    terms: QuestionTerms,
) -> list[PassageSentence]:
    """The first sentence that has a word of what is asked, where the one that the reader points at
    has none but names and units: "Free days: 7" is no time that it takes."""
    things, title = find_named_things(question), stem_set(passage.title)
    if terms.kind is not AnswerKind.NUMBER or not lacks_attribute(terms, things, pointed, title):
        return []
    units = question_units(question)
    return [
        each
        for each in evidence.sentences_of(passage.number)
        if evidence.is_usable(each)
        and contains_kind(terms.kind, each.text, terms.words)
        and (not units or has_unit(units, each.text))
        and not lacks_attribute(terms, things, each, title)
    ][:1]


def _sentence_of(
    evidence: QuestionEvidence, passage: NumberedPassage, reading: PassageReading
) -> PassageSentence | None:
    """The sentence that a reading lies in; several that it spans are taken as one."""
    first = evidence.sentence_at(passage, reading.start)
    touched = [
        each
        for each in evidence.sentences
        if each.number == passage.number
        and each.start < reading.end
        and reading.start < each.end
        and evidence.is_usable(each)
    ]
    if len(touched) > 1 and touched[-1].block == touched[0].block:
        joined = passage.text[touched[0].start : touched[-1].end]
        stems = frozenset().union(*(each.stems for each in touched))
        return replace(touched[0], text=joined, stems=stems, end=touched[-1].end)
    usable = [each for each in (*touched, first) if each and evidence.is_usable(each)]
    return usable[0] if usable else None


def reading_certainty(
    evidence: QuestionEvidence,
    passage: NumberedPassage,
    sentence: PassageSentence,
    reading: PassageReading,
    terms: QuestionTerms,
) -> float:
    """How sure a reading is, from its margin and the words of the question."""
    around = evidence.passage_stems(passage) | sentence.above
    head = evidence.head_stems(passage)
    *path, heading = passage.section.split("›")
    titles = stem_set(f"{passage.title} {' '.join(path)}") - stem_set(heading)
    here = sentence.stems | (sentence.above - titles)
    own = terms.matched_share((1.0, here), (NAMED_ABOVE, head), (TITLED, sentence.above))
    own = max(own, evidence.match_beyond_topic(sentence, terms))
    whole = terms.matched_share((1.0, around), (NAMED_ABOVE, head))
    return answer_certainty(reading.margin, own, whole)
