"""When a claim held: read from its verb, its tense and the time expressions in its clause."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from pramana.language.calendar import BIKRAM_SAMBAT_MONTHS
from pramana.language.times import Cue, TimeExpression
from pramana.memory.contracts.graph import CalendarSystem, Grain, Interval
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import Aspect, Token
from pramana.memory.domain.reading.clauses import Clause, Tense

LONGEST_DAY, LONGEST_MONTH = 7, 32
"""Days of the longest period that is stated as a day (a week) and as a month."""
BIKRAM_WORDS = re.compile(
    "|".join(re.escape(name) for names in BIKRAM_SAMBAT_MONTHS for name in names.split())
    + r"|गते|\b(?:B\.?S\b|20[789]\d)|२०[७८९][०-९]",
    re.IGNORECASE,
)


FROM_DATE = re.compile(
    r"\bfrom (?:the )?(?:\d|[A-Z][a-z]+ \d|[Mm]onday|next|tomorrow)", re.IGNORECASE
)
"""With the present tense this means a day to come: "From 1 March she is conductor"."""
END_OF = re.compile(r"\b(?:end|close) of (?:the )?$", re.IGNORECASE)
UP_TO_END = re.compile(
    r"\b(?:until|till|til|up to) (?:the )?(?:end|close) of (?:the )?$", re.IGNORECASE
)
COMING_VERBS = frozenset(
    (
        *("become", "start", "begin", "join", "take", "move", "leave", "turn", "finish", "stop"),
        *("end", "retire", "quit", "resign", "open", "close", "go"),
    )
)
"""Verbs whose present tense, with a date, means the future: "On 1 May she becomes CEO"."""
INSTALLING_VERBS = frozenset(("swear", "inaugurate", "induct", "ordain"))
"""Verbs whose present passive means the future: "She is sworn in on 1 May"."""


def clause_times(clause: Clause, at: datetime) -> list[TimeExpression]:
    """The time expressions of a sentence that belong to this clause and not to one within it."""
    sentence = clause.verb.sent
    ahead = _looks_ahead(clause) or (
        clause.tense is Tense.PRESENT and bool(FROM_DATE.search(sentence.text))
    )
    times = [_at_its_end(each, sentence.text) for each in _times_of(sentence.text, at, ahead)]
    if clause.tense is Tense.PRESENT and not ahead:
        times = [_still_to_come(each, sentence.text, at) for each in times]
    verbs = {clause.verb.i, clause.head.i}
    governed = [each for each in times if _governing_verbs(each, sentence) & verbs]
    return governed or [each for each in times if _follows_directly(each, clause)]


def _still_to_come(time: TimeExpression, text: str, at: datetime) -> TimeExpression:
    """What lasts "until 30 May" in the present tense lasts until the next one."""
    if time.cue is not Cue.UNTIL or time.begins > at:
        return time
    ahead = [_at_its_end(each, text) for each in find_chat_times(text, at, ahead=True)]
    return next((each for each in ahead if each.start == time.start), time)


SINCE = re.compile(r"\bsince (?:last |the )?$", re.IGNORECASE)


def _times_of(text: str, at: datetime, ahead: bool) -> list[TimeExpression]:
    """The times of a text. What holds "since Monday" began on the Monday before, always."""
    times = find_chat_times(text, at, ahead=ahead)
    if not ahead or "since" not in text.casefold():
        return times
    before = {each.start: each for each in find_chat_times(text, at)}
    return [
        before.get(each.start, each) if SINCE.search(text, 0, _begin(each)) else each
        for each in times
    ]


def _begin(time: TimeExpression) -> int:
    """Where a time begins without its own "since"."""
    since = "since "
    return time.start + (len(since) if time.text.casefold().startswith(since) else 0)


def _at_its_end(time: TimeExpression, text: str) -> TimeExpression:
    """ "The end of June" is its last day."""
    if not END_OF.search(text, 0, time.start) or (time.ends - time.begins).days < 2:
        return time
    cue = Cue.UNTIL if UP_TO_END.search(text, 0, time.start) else time.cue
    return replace(time, begins=time.ends - timedelta(days=1), cue=cue)


def _follows_directly(time: TimeExpression, clause: Clause) -> bool:
    """Whether a time stands after the verb with no comma and no other verb in between."""
    sentence = clause.verb.sent
    span = sentence.char_span(time.start, time.end, alignment_mode="expand")
    if span is None or span.start <= clause.verb.i:
        return False
    between = sentence.doc[clause.verb.i + 1 : span.start]
    return not any(token.text == "," or token.pos_ in ("VERB", "AUX") for token in between)


def _looks_ahead(clause: Clause) -> bool:
    if clause.tense is Tense.PRESENT and clause.verb.lemma_ in INSTALLING_VERBS:
        return True
    if clause.tense is Tense.PRESENT and clause.verb.lemma_ in COMING_VERBS:
        return clause.verb.tag_ in ("VBZ", "VBP", "VB", "VBG")
    return clause.tense is Tense.FUTURE or (
        clause.tense is Tense.PRESENT and "VBG" in (clause.verb.tag_, clause.head.tag_)
    )


def _governing_verbs(time: TimeExpression, sentence: Token) -> set[int]:
    """The verb that a time belongs to, and the verbs it is coordinated with."""
    span = sentence.char_span(time.start, time.end, alignment_mode="expand")
    token = span.root if span is not None else sentence.root
    while token.pos_ not in ("VERB", "AUX") and token.head.i != token.i:
        token = token.head
    verbs = {token.i}
    while token.dep_ == "conj" and token.head.i != token.i:
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
        return dated_interval(since, until or when, at, ends=True)
    if clause.negated:
        gone = _first_time(times, Cue.SINCE) if clause.tense is Tense.PERFECT else None
        return dated_interval(None, gone, at, ends=True)  # "hasn't worked there since May"
    if aspect is Aspect.START:
        return dated_interval(when or since, until, at)
    if clause.tense is Tense.PAST:
        if _first_time(times, Cue.FOR):
            since = _first_time(times, Cue.SINCE)  # "for three years", but not the last three
        return dated_interval(since or when, until, at, ends=True)
    return dated_interval(since or when, until, at)


def dated_interval(
    begins: TimeExpression | None,
    ends_at: TimeExpression | None,
    at: datetime,
    *,
    ends: bool = False,
) -> Interval:
    """The interval between two stated times. What is not stated counts as the time of speaking:
    the end of what is over (`ends`), else the beginning."""
    start = begins.begins if begins else None if ends else at
    end = ends_at.begins if ends_at else at if ends else None
    return Interval(
        start,
        end,
        time_grain(begins) if begins else Grain.UNKNOWN,
        time_grain(ends_at) if ends_at else Grain.UNKNOWN,
    )


def time_grain(time: TimeExpression) -> Grain:
    """How exactly a time expression states its date, by how long the period lasts."""
    days = (time.ends - time.begins).days
    return (
        Grain.DAY if days <= LONGEST_DAY else Grain.MONTH if days <= LONGEST_MONTH else Grain.YEAR
    )


def times_calendar(times: Sequence[TimeExpression]) -> CalendarSystem:
    """The calendar in which times are stated, by the names of their months and their year."""
    bikram = any(BIKRAM_WORDS.search(each.text) for each in times)
    return CalendarSystem.BIKRAM_SAMBAT if bikram else CalendarSystem.GREGORIAN


def _first_time(times: Sequence[TimeExpression], cue: Cue) -> TimeExpression | None:
    return next((each for each in times if each.cue is cue), None)


def first_time(times: Sequence[TimeExpression]) -> TimeExpression | None:
    """The first of some times that is no length of time: "for two years" begins nothing."""
    return next((each for each in times if each.cue is not Cue.FOR), None)
