"""What speaks against a sentence as an answer: it is about something else, of another kind, denied,
or said of another entry than the question names."""

import re
from collections.abc import Sequence

from pramana.chat.contracts.blocks import BlockShape
from pramana.chat.contracts.passages import PassageReading
from pramana.chat.domain.evidence import ABSENT, QuestionEvidence
from pramana.chat.domain.named_things import (
    YEAR,
    NamedThing,
    ThingKind,
    is_in,
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
from pramana.chat.domain.table_answers import names_in, stem_set
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import terms as words_of

WRONG_KIND = 0.75
"""What is left of a chance when a number or a date is asked for and there is none."""

OTHER_WORDS = 0.85
"""What is left when the words that the reader points at are no number or date, though the sentence
has one."""

HARDLY_ANY, FAR_OFF = 0.25, 0.85
"""The share of the question in a passage below which it is about something else, and what is left
then."""

DENIED = 0.7
"""What is left when the sentence denies what the question takes for granted."""

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


def subject_doubt(
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


def answer_doubt(
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
    passage = evidence.passage(sentence.number)
    words = passage.text[reading.start : reading.end]
    if wanted and not contains_kind(terms.kind, words, ()):
        left *= OTHER_WORDS
    if evidence.shares_words(passage) and evidence.coverage(passage, terms) < HARDLY_ANY:
        left *= FAR_OFF
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
