"""When a claim held: read from its verb, its tense and the time expressions in its clause."""

from collections.abc import Sequence
from datetime import datetime

from pramana.language.times import Cue, TimeExpression, find_times
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading.claims import Aspect, Token
from pramana.memory.domain.reading.clauses import Clause, Tense


def clause_times(clause: Clause, at: datetime) -> list[TimeExpression]:
    """The time expressions of a sentence that belong to this clause and not to one within it."""
    sentence = clause.verb.sent
    times = find_times(sentence.text, at, ahead=_looks_ahead(clause))
    verbs = {clause.verb.i, clause.head.i}
    return [each for each in times if _governing_verbs(each, sentence) & verbs]


def _looks_ahead(clause: Clause) -> bool:
    return clause.tense is Tense.FUTURE or (
        clause.tense is Tense.PRESENT and "VBG" in (clause.verb.tag_, clause.head.tag_)
    )


def _governing_verbs(time: TimeExpression, sentence: Token) -> set[int]:
    """The verb that a time belongs to, and the verbs it is coordinated with."""
    span = sentence.char_span(time.start, time.end, alignment_mode="expand")
    token = span.root if span is not None else sentence.root
    while token.pos_ not in ("VERB", "AUX") and token.head is not token:
        token = token.head
    verbs = {token.i}
    while token.dep_ == "conj" and token.head is not token:
        token = token.head  # "was born and raised in 1990" dates both
        verbs.add(token.i)
    return verbs


def clause_interval(
    clause: Clause, aspect: Aspect, times: Sequence[TimeExpression], at: datetime
) -> Interval:
    """When the clause's relation held. In the present tense, it holds at the time of speaking.

    The past tense of a state means that it is over by then, but not since when. A denial means the
    same.
    """
    since = _first_time(times, Cue.SINCE) or _first_time(times, Cue.FOR)
    until, when = _first_time(times, Cue.UNTIL), _first_time(times, Cue.AT)
    aspect = clause.aspect or aspect
    if aspect is Aspect.END:
        return Interval(since, until or when or at)
    if clause.negated:
        return Interval(None, at)
    if aspect is Aspect.START:
        return Interval(when or since or at, until)
    if clause.tense is Tense.PAST:
        if _first_time(times, Cue.FOR):
            since = _first_time(times, Cue.SINCE)  # "for three years", but not the last three
        return Interval(since or when, until or at)
    return Interval(since or when or at, until)


def _first_time(times: Sequence[TimeExpression], cue: Cue) -> datetime | None:
    return next((each.begins for each in times if each.cue is cue), None)
