"""Days on which a job or a home begins, where a message gives them apart from the claim itself."""

import re
from dataclasses import replace
from datetime import datetime

from pramana.language.times import TimeExpression
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import RelationClaim
from pramana.memory.domain.reading.dates import dated_interval, first_time
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage

FIRST_DAY = re.compile(
    r"\b(?:[Hh]e|[Ss]he|[Tt]hey|I)(?:['’]ll| will| am|['’]m|['’]s| is)?"
    r" (?:starts?|starting|begins?) (?:there |work )?"
    r"(?P<when>(?:on |next |from |in |tomorrow|today)[^.;!?\n]*)"
)
"""When a new job begins, said after it: "…, she starts on 1 June"."""
NEW_WORK = re.compile(r"\b(?:job|joins?|joined|joining|hired|accepted|landed|got in|place at)\b")
FIRST_DAY_RELATIONS = frozenset(("WORKS_AT", "TEACHES_AT", "HAS_POSITION", "STUDIES_AT"))


def with_first_day(claim: RelationClaim, message: SpokenMessage) -> RelationClaim:
    """The claim of a job with the day on which it begins, if the message gives that apart."""
    is_new = NEW_WORK.search(message.content, claim.start, claim.end)
    is_new = is_new if claim.relation in FIRST_DAY_RELATIONS else None
    match = FIRST_DAY.search(message.content, is_new.start()) if is_new else None
    time = first_time(find_chat_times(match["when"], message.at, ahead=True)) if match else None
    if time is None or claim.interval.start != message.at or claim.interval.end:
        return claim
    return replace(claim, interval=dated_interval(time, None, message.at))


STARTS_LATER = re.compile(
    r"\b(?:starting|beginning|effective|(?:he|she|they|who)(?: will)? (?:starts?|begins?"
    r"|takes? (?:over|office))|to (?:start|begin|take over|take office))\b"
    r"(?P<when>[^.;!?\n]{0,60})",
    re.IGNORECASE,
)
SAME_DAY = re.compile(r"\b(?:the|that|this) (?:very )?same day\b|\bthat (?:very )?day\b", re.I)
WAS = re.compile(r"\b(?:was|were|had|[a-z]{2,}ed)\b")


def office_first_day(before: str, sentence: str, at: datetime) -> TimeExpression | None:
    """The day to come on which an elected person begins, if the sentence gives one: "…, and she
    starts on 3 May". "The same day" is the day of the words before."""
    match = STARTS_LATER.search(sentence)
    if match is None:
        return None
    time = first_time(find_chat_times(match["when"], at, ahead=True))
    if time is not None or not SAME_DAY.search(match["when"]):
        return time
    last = [*SENTENCE.finditer(before.strip())][-1:]
    words = last[0].group() if last else ""
    times = find_chat_times(words, at, ahead=not WAS.search(words))
    return times[0] if len(times) == 1 else None


MOVED = re.compile(
    r"(?:(?:I|[Ww]e)(?:['’]ve| have)? (?:finally |just )?)?\b[Mm]oved(?: house| out| in)?\b"
)
"""A sentence that says when somebody moved, and not where to: "Moved on Saturday!"."""


def with_moving_day(claim: RelationClaim, message: SpokenMessage) -> RelationClaim:
    """The claim of the speaker's new home with the day of the move, if the message gives it apart:
    "Moved on Saturday! I'm in Lund now."."""
    is_undated = claim.interval.start == message.at and claim.interval.end is None
    if claim.relation != "LIVES_IN" or not is_undated:
        return claim
    if claim.subject.name != message.speaker:
        return _with_day_of_leaving(claim, message)
    for sentence in SENTENCE.finditer(message.content, 0, claim.start):
        moved = MOVED.match(sentence.group().lstrip())
        time = first_time(find_chat_times(sentence.group(), message.at)) if moved else None
        if time is not None and time.begins <= message.at:
            return replace(claim, interval=dated_interval(time, None, message.at))
    return claim


def _with_day_of_leaving(claim: RelationClaim, message: SpokenMessage) -> RelationClaim:
    """The claim of somebody's new home with the day on which they left the one before: "Ann left on
    3 May and lives in Lund"."""
    first = re.escape(claim.subject.name.split(" ")[0])
    left = re.compile(
        rf"\b{first}\b[^.;!?\n]{{0,40}}? (?:moved(?: out| away| house)?|left)\b"
        r"(?P<when>[^.;!?\n]{0,40})"
    )
    match = left.search(message.content, max(0, claim.start - 200), claim.end)
    time = first_time(find_chat_times(match["when"], message.at)) if match else None
    if time is None or time.begins > message.at:
        return claim
    return replace(claim, interval=dated_interval(time, None, message.at))


LAST_DAY_THERE = re.compile(
    r"\b(?:(?:finished|stopped|left|quit)(?: (?:there|up|work|it))?(?: only| just)?"
    r"|(?:my |his |her )?last day(?: there| with them)?,? (?:was|being))"
    r" (?:on )?(?P<when>[^.;!?\n]{2,40})",
    re.IGNORECASE,
)
"""When a job that is over ended, said after it: "I worked at Acme, finished there on Friday"."""


def with_last_day(claim: RelationClaim, message: SpokenMessage) -> RelationClaim:
    """The claim of a former job with the day on which it ended, if that is said apart."""
    is_over = claim.interval.end == message.at and not claim.is_false
    if claim.relation not in ("WORKS_AT", "TEACHES_AT") or not is_over:
        return claim
    place = message.content.find(claim.object.name, claim.start, claim.end)
    match = LAST_DAY_THERE.search(message.content, max(place, claim.start), claim.end + 60)
    time = first_time(find_chat_times(match["when"], message.at)) if match else None
    if time is None or time.begins > message.at:
        return claim
    return replace(claim, interval=dated_interval(None, time, message.at, ends=True))
