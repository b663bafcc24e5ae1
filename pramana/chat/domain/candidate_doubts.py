"""What speaks against a sentence as an answer: it is about something else than the question, or is
not of the kind that is asked for."""

import re
from collections.abc import Sequence

from pramana.chat.contracts.passages import BlockShape, PassageReading
from pramana.chat.domain.evidence import ABSENT, QuestionEvidence
from pramana.chat.domain.named_things import (
    YEAR,
    NamedThing,
    ThingKind,
    is_in,
    sibling_identifiers,
)
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.quantities import UNIT_NAMES, has_other_unit, question_units
from pramana.chat.domain.question_analysis import (
    CONTRASTS,
    AnswerKind,
    QuestionTerms,
    contains_kind,
)
from pramana.chat.domain.question_shapes import AnswerShape
from pramana.chat.domain.question_words import is_negated, pattern_of
from pramana.chat.domain.table_answers import names_in, stem_set
from pramana.chat.prompts.compose import NumberedPassage
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import terms as words_of

WRONG_KIND = 0.75
"""What is left of a chance when a number or a date is asked for and there is none."""

OTHER_WORDS = 0.65
"""What is left when the words that the reader points at are no number or date, though the sentence
has one. Of 360 such answers in our own passages 351 hold one."""

ONLY_BEGINS, SAYS_END = 0.45, 0.4
"""What is left of a sentence that says only when something began where its end is asked for, and
what one gains of the doubt about it that says when it ends."""

SAYS_VALUE = 0.3
"""What a sentence gains of the doubt about it that calls the value as the question does."""

ENDS, BEGINNINGS = pattern_of("ENDS"), pattern_of("BEGINNINGS")

VALUE_WORDS = 5
"""How many words may give the value of the sentence before them: "Default: 28 days"."""

HARDLY_ANY, FAR_OFF = 0.25, 0.85
"""The share of the question in a passage below which it is about something else, and what is left
then."""

DENIED = 0.7
"""What is left when the sentence denies what the question takes for granted."""

UNIT_STEMS = stem_set(" ".join(UNIT_NAMES))
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

VALUE_BEFORE = re.compile(
    r"(?P<value>[\u0900-\u0963]+ [\u0900-\u0963]+) (?:कति|के|कहिले)(?![\u0900-\u0963])"
)
"""The words before "how much" in Nepali, which name the value that is asked for."""

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
    passage = evidence.passage(sentence.number)
    same = evidence.shares_words(passage)
    lacking = same and lacks_attribute(terms, things, sentence, stem_set(passage.title))
    lacking = lacking or _lacks_asked_value(evidence, question, sentence, terms)
    return left * NO_ATTRIBUTE if lacking else left


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
    held = contains_kind(terms.kind, sentence.text, terms.words)
    if wanted and not held and value_after(evidence, sentence, terms) is None:
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


def with_end(certainty: float, question: str, text: str) -> float:
    """The chance of a sentence where the question asks when something ends.

    >>> lease = "This lease is made on 3 May 2024."
    >>> round(with_end(0.8, "When does the lease run out?", lease), 2)
    0.36
    """
    if not ENDS.search(question) or BEGINNINGS.search(question):
        return certainty
    if ENDS.search(text):
        return certainty + SAYS_END * (1 - certainty)
    return certainty * ONLY_BEGINS if BEGINNINGS.search(text) else certainty


def with_asked_value(certainty: float, question: str, sentence: PassageSentence) -> float:
    """The chance of a sentence that has all words of the value that a question in Devanagari asks
    for."""
    value = VALUE_BEFORE.search(question)
    asked = frozenset(content_stems(stems(value["value"]))) if value else frozenset()
    says = len(asked) > 1 and asked <= sentence.stems
    return certainty + SAYS_VALUE * (1 - certainty) if says else certainty


def value_after(
    evidence: QuestionEvidence, sentence: PassageSentence, terms: QuestionTerms
) -> PassageSentence | None:
    """The few words after a sentence that give the number or the day which it only describes:
    "The longest loan, in days. Default: 28."."""
    wanted = terms.kind in (AnswerKind.NUMBER, AnswerKind.TIME)
    if not wanted or contains_kind(terms.kind, sentence.text, terms.words):
        return None
    for each in evidence.sentences_of(sentence.number):
        near = each.start >= sentence.end and each.block == sentence.block
        if near and evidence.is_usable(each):
            short = len(each.text.split()) <= VALUE_WORDS
            fits = short and contains_kind(terms.kind, each.text, terms.words)
            return each if fits else None
    return None


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


def lacks_attribute(
    terms: QuestionTerms,
    things: Sequence[NamedThing],
    sentence: PassageSentence,
    title: frozenset[str],
) -> bool:
    """Whether a sentence has no word of the question but the names in it and those that its
    document is called by: "the Vapo series"."""
    named = frozenset(each for thing in things for each in stems(thing.text)) | UNIT_STEMS
    asked = [each for each in terms.weights if each not in named and not terms.match(each, title)]
    held = sentence.stems | sentence.above
    return bool(things and asked) and not any(terms.match(each, held) for each in asked)


def _lacks_asked_value(
    evidence: QuestionEvidence, question: str, sentence: PassageSentence, terms: QuestionTerms
) -> bool:
    """Whether a sentence has no word of the value that a question in Devanagari asks for, and
    another one has all of them: of "… को लागत अनुमान कति हो?" both."""
    value = VALUE_BEFORE.search(question)
    if value is None:
        return False
    asked = frozenset(content_stems(stems(value["value"]))) & terms.weights.keys()
    if not asked or asked & (sentence.stems | sentence.above):
        return False
    return any(asked <= each.stems for each in evidence.sentences if evidence.is_statement(each))


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
    identifiers = [each for each in things if each.kind is ThingKind.IDENTIFIER]
    return any(
        not is_in(thing, here)
        and (
            _is_row_elsewhere(evidence, thing, passage)
            or any(
                is_in(thing, each.text) and contains_kind(terms.kind, each.text, ()) for each in own
            )
        )
        for thing in identifiers
    )


def _is_row_elsewhere(
    evidence: QuestionEvidence, thing: NamedThing, passage: NumberedPassage
) -> bool:
    """Whether a table of the same paper names an identifier that a passage does not name at all:
    "program 5" has its row, and the page on stopping is about every program."""
    if is_in(thing, passage.text):
        return False
    return any(
        place.passage.document == passage.document
        and place.passage.number != passage.number
        and place.block.kind is BlockShape.TABLE
        and is_in(thing, names_in(place.block))
        for place in evidence.blocks
    )


def _before(sentence: PassageSentence, reading: PassageReading) -> str:
    """The words of the sentence before the reading, back to the last pause."""
    head = sentence.text[: max(0, reading.start - sentence.start)]
    return re.split(r"[,;:.]", head)[-1]
