"""Times relative to the moment of speaking: yesterday, next Friday, in May, गत वर्ष."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from pramana.language.calendar import find_dates
from pramana.language.times import english, nepali, periods
from pramana.language.times.periods import Cue, TimeExpression

__all__ = ["Cue", "TimeExpression", "find_times"]


_SINCE = re.compile(
    r"\b(?:since|from|starting|between)(?: (?:about|around|early|late|mid|the)"
    r"| (?:the )?(?:start|beginning|middle|end|first week|first half) of(?: the)?)?(?: | mid-)$",
    re.I,
)
_UNTIL = re.compile(r"\b(?:until|till|up to|through)(?: (?:about|around|early|late|the))? $", re.I)
_UP_TO = re.compile(r"\s+(?:to|and)\s+", re.I)
_CUED_AFTER = {"देखि": Cue.SINCE, "सम्म": Cue.UNTIL}


def find_times(text: str, at: datetime, *, ahead: bool = False) -> list[TimeExpression]:
    """The times stated in the text, resolved against the moment it was said.

    With `ahead`, a bare "Friday" or "May" is in the future, as in a sentence about plans. Times
    that do not exist, or lie outside the calendar, are left out.

    >>> from datetime import UTC
    >>> at = datetime(2026, 11, 15, 9, 30, tzinfo=UTC)
    >>> for found in find_times("I left last Friday, हिजो आएँ", at):
    ...     print(found.text, found.begins.date())
    last Friday 2026-11-13
    हिजो 2026-11-14
    """
    found = sorted(_candidates(text, at, ahead), key=lambda each: (each.start, -each.end))
    kept: list[TimeExpression] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(_with_cue(text, each, kept[-1] if kept else None))
    return kept


def _candidates(text: str, at: datetime, ahead: bool) -> Iterator[TimeExpression]:
    for date in find_dates(text):
        whole = periods.days(date.gregorian, 1, at)
        yield TimeExpression(date.start, date.end, date.text, whole.begins, whole.ends)
    for pattern, read in (*english.PATTERNS, *nepali.PATTERNS):
        for match in pattern.finditer(text):
            try:
                period = read(match, at, ahead)
            except (ValueError, OverflowError, IndexError, StopIteration):
                continue  # there is no such day
            yield TimeExpression(
                *match.span(),
                match.group(),
                period.begins,
                period.ends,
                confidence=period.confidence,
            )


def _with_cue(text: str, found: TimeExpression, before: TimeExpression | None) -> TimeExpression:
    if found.text.lower().startswith("for "):
        return replace(found, cue=Cue.FOR)
    after = next(
        (
            cue
            for word, cue in _CUED_AFTER.items()
            if text.startswith(word, _next_word_start(text, found))
        ),
        None,
    )
    if after:
        return replace(found, cue=after)
    if before and before.cue is Cue.SINCE and _UP_TO.fullmatch(text, before.end, found.start):
        return replace(found, cue=Cue.UNTIL)
    if _SINCE.search(text, 0, found.start):
        return replace(found, cue=Cue.SINCE)
    return replace(found, cue=Cue.UNTIL) if _UNTIL.search(text, 0, found.start) else found


def _next_word_start(text: str, found: TimeExpression) -> int:
    return found.end + (text[found.end : found.end + 1] == " ")
