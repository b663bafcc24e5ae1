"""What later papers change: the clause of an agreement, or a value that no longer holds."""

import re
from dataclasses import replace

from pramana.chat.domain.answer_sentences import FactCandidate, Words, flat
from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.named_things import DIGITS, clause_pattern
from pramana.chat.domain.quantities import quantities
from pramana.chat.domain.question_analysis import AnswerKind, contains_kind
from pramana.chat.domain.question_words import pattern_of
from pramana.language.stems import stems

SAME_MATTER = 0.7
"""The share of the question's words in the best answer that another document's must have too."""

CHANGED_MATTER = 0.3
"""The same share for a sentence that names the value itself as the one it replaces."""

EVERY = re.compile(r"\A(?:every|each|after|within|at|in|by|for)\s+", re.I)
VALUE_WORDS = 3
"""Words of a value that another sentence may name as the old one."""

NUMBERED_LINE = re.compile(r"(?m)^[^\S\n]*(?P<number>[0-9०-९]+(?:\.[0-9०-९]+)*)[.)]?\s+\S")
AMENDED = pattern_of("AMENDMENTS")
CHANGED_CLAUSE = re.compile(
    r"\b(?:clause|section|article|paragraph|rule)\s+(?P<number>\d+(?:\.\d+)*)", re.I
)


def amendments(evidence: QuestionEvidence, best: FactCandidate) -> list[FactCandidate]:
    """The sentences of other documents that change what answers: they call its clause by the
    number, "In clause 4.2, 30 days is replaced by 20 days", or name its value as the old one."""
    number = NUMBERED_LINE.match(best.sentence.text.translate(DIGITS))
    called = clause_pattern(number["number"]) if number else None
    old = _replaced_value(best)
    found: list[FactCandidate] = []
    for each in evidence.sentences:
        passage = evidence.passage(each.number)
        other = passage.document != best.passage.document
        if not other or not AMENDED.search(each.text) or not evidence.is_statement(each):
            continue
        words = Words(each.start, each.end)
        change = FactCandidate(passage, each, words, best.certainty, best.score)
        text = each.text.translate(DIGITS)
        own = NUMBERED_LINE.match(text)  # the number of the sentence itself is no call
        calls = called is not None and called.search(text, own.end() - 1 if own else 0)
        replaces = old is not None and old.search(flat(each.text))
        if calls or (replaces and is_same_matter(evidence, best, change, CHANGED_MATTER)):
            found.append(change)
    return found


def changes_beside(evidence: QuestionEvidence, best: FactCandidate) -> list[FactCandidate]:
    """What else a paper changes in the clause that the best answer says it changes: the day of a
    break stands in one sentence, and its notice in the next."""
    clause = CHANGED_CLAUSE.search(best.sentence.text)
    if clause is None or not AMENDED.search(best.sentence.text):
        return []
    called = clause_pattern(clause["number"])
    return [
        replace(best, sentence=each, words=Words(each.start, each.end), cell=None, stated=None)
        for each in evidence.sentences_of(best.passage.number)
        if each != best.sentence
        and evidence.is_statement(each)
        and AMENDED.search(each.text)
        and (named := CHANGED_CLAUSE.search(each.text))
        and called.search(named.group())
    ]


def _replaced_value(best: FactCandidate) -> re.Pattern[str] | None:
    """How a sentence names the value of an answer as the one that no longer holds: "ten in place
    of four"."""
    value = EVERY.sub("", flat(best.passage.text[best.words.start : best.words.end]))
    if len(value.split()) > VALUE_WORDS or not contains_kind(AnswerKind.NUMBER, value, ()):
        return None
    figure = quantities(value)[0] if quantities(value) else None
    short = re.escape(value[: figure.end].strip()) if figure and not figure.start else r"(?!)"
    said = rf"(?<![\w.,])(?:{re.escape(value)}|{short}(?= to \d))(?![\w]|[.,]\d)"
    before = r"(?:from|not|in place of|instead of|rather than|replac(?:es|ing)|supersedes)"
    after = r"(?:is|are|was|were) (?:replaced|changed|raised|lowered|increased|reduced|superseded)"
    return re.compile(rf"\b{before} (?:the )?{said}|{said}(?: \w+)? {after}\b", re.I)


def is_same_matter(
    evidence: QuestionEvidence,
    best: FactCandidate,
    other: FactCandidate,
    most: float = SAME_MATTER,
) -> bool:
    """Whether another sentence has most of the question's words that the best one has: two values
    disagree only if they are of the same thing."""
    terms = evidence.terms
    held = [each.sentence.stems | each.sentence.above for each in (best, other)]
    held[1] |= frozenset(stems(f"{other.passage.title} {other.passage.head}"))
    shared = {stem: weight for stem, weight in terms.weights.items() if terms.match(stem, held[0])}
    both = sum(weight for stem, weight in shared.items() if terms.match(stem, held[1]))
    return both >= most * sum(shared.values())
