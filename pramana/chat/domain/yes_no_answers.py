"""Questions for yes or no: the sentence that decides, and "yes" or "no" where it does."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pramana.chat.contracts.passages import BlockShape
from pramana.chat.domain.answer_sentences import FactCandidate, Words, quote_sentence
from pramana.chat.domain.document_identity import day_of
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.domain.named_things import ThingKind, is_in
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.quantities import quantities
from pramana.chat.domain.question_analysis import SIMILAR, QuestionTerms
from pramana.chat.domain.question_words import (
    families_of,
    is_negated,
    lines_of,
    may_be_negated,
)
from pramana.chat.domain.several_documents import asks_for_state, is_series
from pramana.chat.domain.table_answers import stem_set
from pramana.chat.prompts.compose import Sentence
from pramana.language.scripts import contains_devanagari
from pramana.language.stems import stem

BESIDE, HEADING = 0.7, 0.6
"""What a word of the question counts for in the sentence before, and in the headings above."""

OF_FAMILY = 0.9
"""What a word counts for that decides the same matter: "excluded" for "included"."""

DECIDES, READ, LABEL = 0.12, 0.3, 0.6
"""What a sentence gains that denies, permits or requires; what it gains by the reading model; and
what is left of a line that only gives a name and a value."""

LATER = 0.7
"""The share of the best certainty that is enough where a later paper decides."""

MOST = 0.95
REACH = 2
"""How many sentences before it a sentence may go on from."""

LEFT_OUT = 0.3
"""The share of the question that the sentence before must add to be shown too."""

COMMON = 1.2
"""The weight of a word that so many sentences share that it tells none of them apart."""

LEAST_SHARE, LIKELY, SURELY = 0.4, 0.65, 0.85
"""The share of the question, beyond what the headings say, that a sentence must be about, and the
chances from which on the reading model is believed without it: of a sentence that permits or denies
something, and of any other."""

DECIDED_BELOW = 0.65
"""How sure a sentence is that names what is asked about where the decision stands below it."""

YES_SHARE, NO_SHARE = 0.75, 0.55
"""The share of the question that a clause must repeat for "yes" and for "no"."""

TASKS = [frozenset(map(stem, family)) for family in families_of("TASK_VERBS")]

CLAUSE = re.compile(r"[.;:।!?\n]|,\s|\b(?:but|while|whereas|however|तर)\b", re.I)
RESTRICTED = re.compile(
    r"\b(?:only|unless|except|until|subject to|as a rule|generally|normally|usually)\b|मात्र|बाहेक",
    re.I,
)
MODAL = re.compile(
    r"\b(?:may|must|shall|can|cannot|should|needs?|has to|have to)\b"
    r"|\b(?:allowed|permitted|required|entitled)\b"
    r"|(?:पर्छ|पर्नेछ|सकिन्छ|सक्ने|पाउँछ|पाउने|पाइन्छ|मिल्छ)",
    re.I,
)
GOES_ON = re.compile(
    r"(?:[\w. ]{1,20}:\s*)?(?:the|this|that|these|those|it|they|he|she|both|such)\b"
    r"|(?:यो|यी|त्यो|ती|उक्त|सो)\s",
    re.I,
)
"""A sentence that takes up what was said: "The request was refused."."""

DISCUSSED = re.compile(r"\b(?:asked|discuss(?:ed|ion)|questions?|whether)\b|छलफल", re.I)
"""What was said before the decision."""

DECISIONS_OF_BODIES = frozenset(map(stem, ("approved", "rejected", "स्वीकृत")))
"""Words of the matters that minutes decide."""

LABELLED = re.compile(r"[^.;:।]{1,40}:\s*\S[^.;।]*\.?\Z")
VERBAL = re.compile(
    r"\b(?:is|are|was|were|be|been|may|must|shall|can|will|does|do|has|have|not)\b", re.I
)


@dataclass(frozen=True)
class DecidingWords:
    """Words that answer one matter with yes, and those that answer it with no."""

    affirm: frozenset[str]
    deny: frozenset[str]

    @property
    def both(self) -> frozenset[str]:
        return self.affirm | self.deny


@cache
def deciding_words() -> tuple[DecidingWords, ...]:
    sides = (line.split("|") for line in lines_of("DECISIONS"))
    return tuple(
        DecidingWords(*(frozenset(map(stem, side.split())) for side in (yes, no)))
        for yes, no in sides
    )


def answer_with_decision(evidence: QuestionEvidence, certainty: float) -> list[Sentence]:
    """The sentence that decides, with the one before it where the matter is named only there, or
    the one after it where minutes give the decision."""
    candidates = [*deciding_sentences(evidence), *_read(evidence)]
    best = max(candidates, key=lambda each: each.score, default=None)
    if best is None or best.certainty < certainty:
        return []
    best = _latest(evidence, best, candidates)
    answer = best.answer()
    word = verdict(evidence, best.sentence)
    if word:
        answer = answer.model_copy(update={"text": f"{word}: {answer.text}"})
    beside = _preceding_mention(evidence, best.sentence) or _decision_after(evidence, best.sentence)
    return [answer, *([quote_sentence(best.passage, beside)] if beside else [])]


def _latest(
    evidence: QuestionEvidence, best: FactCandidate, candidates: Sequence[FactCandidate]
) -> FactCandidate:
    """The best answer, or that of a later paper that goes on from it where what holds by now is
    asked: later minutes decide what earlier ones left open."""
    day = day_of(best.passage.dated)
    if day is None or not asks_for_state(evidence.question) or not is_series(best.passage):
        return best
    later = [
        (own, each.score, each)
        for each in candidates
        if (own := day_of(each.passage.dated))
        and own > day
        and is_series(each.passage)
        and each.certainty >= LATER * best.certainty
    ]
    return max(later, key=lambda each: each[:2])[2] if later else best


def _read(evidence: QuestionEvidence) -> Iterator[FactCandidate]:
    """What the reading model points at, as far as it is about what is asked."""
    for each in fact_candidates(evidence):
        share = _share(evidence, each.sentence)
        asked = evidence.is_asked_above(each.passage, evidence.terms)
        decides = _can_decide(each.sentence) and not _is_label(each.sentence)
        likely = each.certainty >= (LIKELY if decides else SURELY)
        if share < LEAST_SHARE and not likely and evidence.shares_words(each.passage) and not asked:
            continue
        certainty = each.certainty * (LABEL if _is_label(each.sentence) else 1.0)
        score = certainty if decides and likely else certainty * (0.5 + share / 2)
        yield replace(each, certainty=certainty, score=score)


def deciding_sentences(evidence: QuestionEvidence) -> Iterator[FactCandidate]:
    """Sentences that say what is asked, or deny it."""
    pointed = _pointed(evidence)
    for sentence in evidence.sentences:
        share = _share(evidence, sentence)
        below = _is_decided_below(evidence, sentence)
        if (share < LEAST_SHARE and not below) or not evidence.is_statement(sentence):
            continue
        passage = evidence.passage(sentence.number)
        whole = _matched(evidence, sentence, evidence.terms.weights)
        read = pointed.get((sentence.number, sentence.place), 0.0)
        certainty = 0.4 * share + 0.4 * whole + READ * read
        certainty += DECIDES if _can_decide(sentence) else 0.0
        certainty *= evidence.presence(passage, evidence.things)
        certainty = min(certainty * (LABEL if _is_label(sentence) else 1.0), MOST)
        if below:
            certainty = max(certainty, DECIDED_BELOW)
        words = Words(sentence.start, sentence.end)
        score = certainty - 0.01 * sentence.rank
        yield FactCandidate(passage, sentence, words, certainty, score)


def _pointed(evidence: QuestionEvidence) -> dict[tuple[int, int], float]:
    """The sentences that the reading model points at, with its probability."""
    pointed = {}
    for passage, reading in zip(evidence.passages, evidence.readings(), strict=False):
        sentence = evidence.sentence_at(passage, reading.start)
        if sentence is not None:
            pointed[(passage.number, sentence.place)] = reading.probability
    return pointed


def _sentences_before(
    evidence: QuestionEvidence, sentence: PassageSentence
) -> list[PassageSentence]:
    """The sentences that this one may go on from, the nearest first: no heading lies between."""
    found: list[PassageSentence] = []
    for each in reversed(evidence.sentences_of(sentence.number)[: sentence.place]):
        if each.is_heading or len(found) == REACH:
            break
        found.append(each)
    return found


def _beside(evidence: QuestionEvidence, sentence: PassageSentence) -> frozenset[str]:
    """The words that a sentence may leave out because they stand just before it."""
    topic = [each for each in evidence.terms.weights if not _decision_family(each)]
    about = any(evidence.terms.match(each, sentence.stems) for each in topic)
    if _is_label(sentence) or not (about or GOES_ON.match(sentence.text)):
        return frozenset()
    return frozenset().union(*(each.stems for each in _sentences_before(evidence, sentence)))


def _share(evidence: QuestionEvidence, sentence: PassageSentence) -> float:
    """The share of what is asked that the sentence is about, beyond what its headings say."""
    terms = evidence.terms
    asked = {each: w for each, w in terms.weights.items() if not terms.match(each, sentence.above)}
    return _matched(evidence, sentence, asked or terms.weights)


def _matched(
    evidence: QuestionEvidence, sentence: PassageSentence, weights: Mapping[str, float]
) -> float:
    """The share of these words in a sentence, in those before it, and in the headings above."""
    beside, terms = _beside(evidence, sentence), evidence.terms
    matched = sum(
        weight
        * max(
            match_decision(terms, each, sentence.stems),
            BESIDE * match_decision(terms, each, beside),
            HEADING * terms.match(each, sentence.above),
        )
        for each, weight in weights.items()
    )
    total = sum(weights.values())
    return matched / total if total else 0.0


def _decision_family(word: str) -> frozenset[str]:
    """The words that decide the same matter as this one; none if it decides nothing."""
    return frozenset().union(*(each.both for each in deciding_words() if word in each.both))


def _task_family(word: str) -> frozenset[str]:
    """The words for the same task: "change" for "put in a new one"."""
    return frozenset().union(*(each for each in TASKS if word in each))


def match_decision(terms: QuestionTerms, word: str, held: frozenset[str]) -> float:
    """How well these stems match a word of the question; its opposite decides as well."""
    match = max(terms.match(word, held), 0.0 if _task_family(word).isdisjoint(held) else SIMILAR)
    return match if _decision_family(word).isdisjoint(held) else max(OF_FAMILY, match)


def _can_decide(sentence: PassageSentence) -> bool:
    """Whether a sentence denies, permits, requires, includes or approves something."""
    if may_be_negated(sentence.text) or MODAL.search(sentence.text):
        return True
    return any(not each.both.isdisjoint(sentence.stems) for each in deciding_words())


def _is_label(sentence: PassageSentence) -> bool:
    """Whether a line only gives a name and a value, which decides nothing by itself."""
    row = sentence.block is not None and sentence.block.kind is BlockShape.TABLE
    named = row or LABELLED.match(sentence.text) is not None
    return named and not _can_decide(sentence) and not VERBAL.search(sentence.text)


def verdict(evidence: QuestionEvidence, sentence: PassageSentence) -> str:
    """ "Yes", "No", or nothing where the sentence leaves it open."""
    question, terms = evidence.question, evidence.terms
    if is_negated(question):
        return ""
    clauses = [each for each in CLAUSE.split(sentence.text) if each and each.strip()]
    shares = [(_clause_share(evidence, stem_set(each), sentence), each) for each in clauses]
    share, clause = max(shares, key=lambda each: each[0], default=(0.0, ""))
    denied = is_negated(clause) != _is_opposite(terms, stem_set(clause))
    nepali = contains_devanagari(question)
    if denied and max(share, _share(evidence, sentence)) >= NO_SHARE:
        return "होइन" if nepali else "No"
    whole = max(share, _clause_share(evidence, sentence.stems, sentence))
    open_ = may_be_negated(sentence.text) or RESTRICTED.search(sentence.text)
    asked, stated = quantities(question), {each.value for each in quantities(sentence.text)}
    if denied or open_ or whole < YES_SHARE or any(each.value not in stated for each in asked):
        return ""
    return "हो" if nepali else "Yes"


def _clause_share(
    evidence: QuestionEvidence, held: frozenset[str], sentence: PassageSentence
) -> float:
    """The share of the question in a clause, by the same words: what it names may stand in the
    headings, and a word that is only alike ("open", "operator") decides nothing."""
    terms = evidence.terms
    named = stem_set(" ".join(each.text for each in evidence.things))
    matched = 0.0
    for each, weight in terms.weights.items():
        match = match_decision(terms, each, held)
        if each in named or weight < COMMON:
            match = max(match, terms.match(each, sentence.above))
        matched += weight if match >= OF_FAMILY else 0.0
    total = sum(terms.weights.values())
    return matched / total if total else 0.0


def _is_opposite(terms: QuestionTerms, held: frozenset[str]) -> bool:
    """Whether the clause uses the opposite of a word that the question uses."""
    asked = frozenset(terms.weights)
    for each in deciding_words():
        for own, other in ((each.affirm, each.deny), (each.deny, each.affirm)):
            if asked & own and held & other and not held & own:
                return True
    return False


def _preceding_mention(
    evidence: QuestionEvidence, sentence: PassageSentence
) -> PassageSentence | None:
    """The nearest sentence before that names what this one leaves out; None if it leaves none."""
    terms = evidence.terms
    own = terms.matched_share((1.0, sentence.stems), (1.0, sentence.above))
    for each in _sentences_before(evidence, sentence):
        both = terms.matched_share((1.0, sentence.stems | each.stems), (1.0, sentence.above))
        if evidence.is_usable(each) and both - own >= LEFT_OUT:
            return each
    return None


def _is_decided_below(evidence: QuestionEvidence, sentence: PassageSentence) -> bool:
    """Whether a sentence names everything that the question names, and minutes give the decision
    on it below: "She proposed a Tern 20. Discussion: … Resolved: approved."."""
    named = [each for each in evidence.things if each.kind is not ThingKind.YEAR]
    if not named or not all(is_in(each, sentence.text) for each in named):
        return False
    return _decision_after(evidence, sentence) is not None


def _decision_after(
    evidence: QuestionEvidence, sentence: PassageSentence
) -> PassageSentence | None:
    """The decision below what was asked for: "She asked for a boat. Agreed by five votes."."""
    family = frozenset().union(*(_decision_family(each) for each in evidence.terms.weights))
    if family.isdisjoint(DECISIONS_OF_BODIES) or not family.isdisjoint(sentence.stems):
        return None
    last = sentence
    for each in evidence.sentences_of(sentence.number)[sentence.place + 1 :][:REACH]:
        if not evidence.goes_on(last, each) or each.is_heading:
            return None
        asked = DISCUSSED.search(each.text) is not None
        if not asked and not family.isdisjoint(each.stems) and evidence.is_usable(each):
            return each
        last = each
    return None
