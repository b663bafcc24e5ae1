"""Times as people write them in chat, beside those that `pramana.language.times` finds.

"june 10", "the end of the month", "जेठ ३१", "पुस मसान्त", "दुई महिना भयो" and "अस्ति शनिबार".
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from pramana.language.calendar import BIKRAM_SAMBAT_MONTHS, GREGORIAN_MONTHS
from pramana.language.times import Cue, TimeExpression, find_times

_LETTER = r"[\u0900-\u0963\u0970-\u097F]"
_MONTHS = "|".join(
    sorted(
        {each for names in BIKRAM_SAMBAT_MONTHS for each in names.split() if each > "\u0900"},
        key=len,
        reverse=True,
    )
)
_ENGLISH = {
    each: names.split()[0]
    for names in GREGORIAN_MONTHS
    for each in names.split()
    if each > "\u0900"
}
_ENGLISH |= {"जनवरी": "January", "फेब्रुअरी": "February", "अगस्ट": "August", "अक्टोबर": "October"}
GREGORIAN = re.compile(
    rf"(?:(?<![\d०-९:./-])(?P<first>[12१२]?[\d०-९]|3[01]|३[०१])[ ])?"
    rf"(?<!{_LETTER})(?P<month>{'|'.join(sorted(_ENGLISH, key=len, reverse=True))})"
    rf"(?:\s+(?P<day>[\d०-९]{{1,2}})(?![\d०-९:]))?(?:\s+(?P<year>20\d\d|२०[१-३][०-९]))?(?=मा|मै|देखि|सम्म|\s|[।,.]|$)"
)
"""A Gregorian month in Devanagari, with its day before or after it, or its year."""
_DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
SMALL_MONTH = re.compile(
    r"\b(?:january|february|april|june|july|august|september|october|november|december)\b"
    r"|\b(?:march|may)(?= \d{1,2}(?:st|nd|rd|th)?\b)|(?<=\d )(?:march|may)\b"
)
"""A month with a small first letter, where it can be nothing else."""
END_OF_PERIOD = re.compile(r"\b(?:the )?end of (?:the|this) (?P<unit>week|month|year)\b", re.I)
BARE_DAY = re.compile(
    rf"(?<!{_LETTER})(?P<month>{_MONTHS})\s+(?P<day>[\d०-९]{{1,2}})(?![\d०-९:.])(?!\s*(?:गते|वर्ष|जना|हजार|सय|लाख|रुप))"
)
_ROMANISED = {
    each.casefold(): names.split()[0]
    for names in BIKRAM_SAMBAT_MONTHS
    for each in names.split()
    if each.isascii()
}
_ROMANISED_NAMES = "|".join(sorted(_ROMANISED, key=len, reverse=True))
ROMANISED_DAY = re.compile(
    rf"\b(?:(?P<year>20[789]\d) )?(?P<month>{_ROMANISED_NAMES}) (?P<day>\d{{1,2}}) gate\b",
    re.IGNORECASE,
)
"""A day of the Bikram Sambat calendar in Latin letters: "asar 2 gate"."""
LAST_OF_MONTH = re.compile(rf"(?<!{_LETTER})(?P<month>{_MONTHS})(?:को)?\s+(?:मसान्त|अन्त्य)")
_COUNTS = "एक|दुई|तीन|चार|पाँच|छ|सात|आठ|नौ|दस"
SINCE_THEN = re.compile(
    rf"(?<!\S)(?P<count>[\d०-९]{{1,2}}|{_COUNTS})\s+(?P<unit>वर्ष|बर्ष|महिना|हप्ता|दिन)\s+"
    r"(?:भयो|भइसक्यो|भैसक्यो|भो|पुग्यो|नाघ्यो|हुन\s+लाग्यो)"
)
"""How long ago something was: "छोडेको दुई महिना भयो"."""
_WEEKDAY = re.compile(r"\s+(?:आइत|सोम|मङ्गल|मंगल|बुध|बिही|बिहि|शुक्र|शनि)(?:बार|वार)")
SINCE_BEFORE = re.compile(r"\bsince (?:the |last )?$", re.I)
SOON = timedelta(days=31)
"""How near a day to come must be to be meant by "asar 2 gate dekhi"."""
FAR, NEAR = timedelta(days=240), timedelta(days=75)
_CUES = re.compile(r"\s*(?:(?P<since>देखि|dekhi\b)|(?P<until>सम्म|samma\b))", re.IGNORECASE)


def find_chat_times(text: str, at: datetime, *, ahead: bool = False) -> list[TimeExpression]:
    """The times stated in a message, resolved against the moment it was sent."""
    text = SMALL_MONTH.sub(lambda match: match.group().capitalize(), text)
    own = list(_own_times(text, at, ahead))
    found = [
        each
        for each in find_times(text, at, ahead=ahead)
        if not any(each.start < other.end and other.start < each.end for other in own)
    ]
    if ahead:
        found = [_nearest(text, each, at) for each in found]
    found = [each for each in found if each.text != "अस्ति" or not _WEEKDAY.match(text, each.end)]
    return sorted([*found, *own], key=lambda each: each.start)


def _nearest(text: str, time: TimeExpression, at: datetime) -> TimeExpression:
    """A beginning without a year that was just before, instead of the one nearly a year ahead; what
    holds "since the 6th" began before, always."""
    is_since = bool(SINCE_BEFORE.search(text, 0, time.start))
    if time.cue is not Cue.SINCE or (time.begins < at + FAR and not is_since):
        return time
    before = [each for each in find_times(text, at) if each.start == time.start]
    return before[0] if before and (is_since or before[0].begins > at - NEAR) else time


def _own_times(text: str, at: datetime, ahead: bool) -> Iterator[TimeExpression]:
    for match in END_OF_PERIOD.finditer(text):
        yield from _last_day(match, find_times(f"this {match['unit'].lower()}", at))
    for match in BARE_DAY.finditer(text):
        words = f"{match['month']} {match['day']} गते"
        yield from _times_at(text, match, find_times(words, at, ahead=ahead))
    for match in ROMANISED_DAY.finditer(text):
        month, year = _ROMANISED[match["month"].casefold()], match["year"] or ""
        words = f"{year} {month} {match['day']} गते".strip()
        comes = [each for each in find_times(words, at, ahead=True) if each.begins < at + SOON]
        times = comes if _CUES.match(text, match.end()) else []
        yield from _times_at(text, match, times or find_times(words, at, ahead=ahead))
    for match in GREGORIAN.finditer(text):
        day, year = match["day"] or match["first"] or "", match["year"] or ""
        words = f"in {_ENGLISH[match['month']]} {day} {year}".translate(_DIGITS)
        words = " ".join(words.split()).removeprefix("in " if day else "")
        yield from _times_at(text, match, find_times(words, at, ahead=ahead))
    for match in LAST_OF_MONTH.finditer(text):
        yield from _last_day(match, find_times(f"{match['month']}मा", at, ahead=ahead))
    for match in SINCE_THEN.finditer(text):
        words = f"{match['count']} {match['unit'].replace('ब', 'व')}अघि"
        yield from _times_at(text, match, find_times(words, at))


def _times_at(
    text: str, match: re.Match[str], times: list[TimeExpression]
) -> Iterator[TimeExpression]:
    """The first of some times, where the match stands."""
    after = _CUES.match(text, match.end())
    cue = Cue.SINCE if after and after["since"] else Cue.UNTIL if after else Cue.AT
    for each in times[:1]:
        yield replace(each, start=match.start(), end=match.end(), text=match.group(), cue=cue)


def _last_day(match: re.Match[str], times: list[TimeExpression]) -> Iterator[TimeExpression]:
    for each in times[:1]:
        begins = each.ends - timedelta(days=1)
        yield replace(
            each,
            start=match.start(),
            end=match.end(),
            text=match.group(),
            begins=begins,
            cue=Cue.AT,
        )
