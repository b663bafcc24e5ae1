"""From when to when a claim held, from its verb, its tense and the times beside it."""

from collections.abc import Sequence
from datetime import datetime

from pramana.language.times import Cue, TimeFound, find_times
from pramana.memory.domain.reading.clauses import Clause, Tense
from pramana.memory.domain.reading.values import Aspect, Held, Token


def times_of(clause: Clause, at: datetime) -> list[TimeFound]:
    """The times of a sentence that belong to this clause, and to no clause within it."""
    sentence = clause.verb.sent
    found = find_times(sentence.text, at, ahead=_looks_ahead(clause))
    verbs = {clause.verb.i, clause.head.i}
    return [each for each in found if _verb_of(each, sentence) & verbs]


def _looks_ahead(clause: Clause) -> bool:
    return clause.tense is Tense.FUTURE or (
        clause.tense is Tense.PRESENT and "VBG" in (clause.verb.tag_, clause.head.tag_)
    )


def _verb_of(found: TimeFound, sentence: Token) -> set[int]:
    span = sentence.char_span(found.start, found.end, alignment_mode="expand")
    token = span.root if span is not None else sentence.root
    while token.pos_ not in ("VERB", "AUX") and token.head is not token:
        token = token.head
    joined = {token.i}
    while token.dep_ == "conj" and token.head is not token:
        token = token.head  # "was born and raised in 1990" tells the time of both
        joined.add(token.i)
    return joined


def held(clause: Clause, aspect: Aspect, times: Sequence[TimeFound], at: datetime) -> Held:
    """When it held. What is told in the present holds at the moment of telling.

    The past tense of a state says that it is over by then, though not since when. A denial is the
    same: whoever knows the fact learns that it does not hold now.
    """
    since = _first(times, Cue.SINCE) or _first(times, Cue.FOR)
    until, when = _first(times, Cue.UNTIL), _first(times, Cue.AT)
    aspect = clause.aspect or aspect
    if aspect is Aspect.END:
        return Held(since, until or when or at)
    if clause.negated:
        return Held(None, at)
    if aspect is Aspect.START:
        return Held(when or since or at, until)
    if clause.tense is Tense.PAST:
        if _first(times, Cue.FOR):
            since = _first(times, Cue.SINCE)  # for three years, but not the last three
        return Held(since or when, until or at)
    return Held(since or when or at, until)


def _first(times: Sequence[TimeFound], cue: Cue) -> datetime | None:
    return next((each.begins for each in times if each.cue is cue), None)
