"""Times are resolved against the moment of speaking, in its own offset and in both languages."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from pramana.language.times import Cue, find_times

NEPAL = timezone(timedelta(hours=5, minutes=45))
SUNDAY = datetime(2026, 11, 15, 9, 30, tzinfo=NEPAL)


def first(text: str, *, ahead: bool = False) -> str:
    found = find_times(text, SUNDAY, ahead=ahead)
    return found[0].begins.date().isoformat() if found else ""


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I met Ram yesterday", "2026-11-14"),
        ("the day before yesterday we left", "2026-11-13"),
        ("this morning it rained", "2026-11-15"),
        ("She left last Friday", "2026-11-13"),
        ("She left last Sunday", "2026-11-08"),
        ("on Monday he resigned", "2026-11-09"),
        ("two weeks ago", "2026-11-01"),
        ("a couple of days ago", "2026-11-13"),
        ("three months ago", "2026-08-15"),
        ("last week", "2026-11-02"),
        ("last weekend", "2026-11-07"),
        ("last month", "2026-10-01"),
        ("last year", "2025-01-01"),
        ("last summer", "2026-06-01"),
        ("in 2023", "2023-01-01"),
        ("in May 2023", "2023-05-01"),
        ("since May", "2026-05-01"),
        ("in December it snowed", "2025-12-01"),
        ("on 3 May", "2026-05-03"),
        ("on May 3rd", "2026-05-03"),
        ("on 3 May 2019", "2019-05-03"),
        ("on 2 Baisakh 2080", "2023-04-15"),
        ("in 2075 BS", "2018-04-14"),
        ("in the 1990s", "1990-01-01"),
        ("हिजो", "2026-11-14"),
        ("अस्ति", "2026-11-13"),
        ("गत वर्ष", "2025-04-14"),
        ("गत महिना", "2026-09-17"),
        ("दुई हप्ता अघि", "2026-11-01"),
        ("२०७५ सालमा", "2018-04-14"),
        ("सन् २०२० मा", "2020-01-01"),
        ("२०८०।०१।०१ मा", "2023-04-14"),
        ("गत शुक्रबार", "2026-11-13"),
        ("जेठ ५ गते", "2026-05-19"),
    ],
)
def test_the_past_is_found(text: str, day: str):
    assert first(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("tomorrow", "2026-11-16"),
        ("next Friday", "2026-11-20"),
        ("on Friday", "2026-11-20"),
        ("this weekend", "2026-11-14"),
        ("next month", "2026-12-01"),
        ("next year", "2027-01-01"),
        ("in two weeks", "2026-11-29"),
        ("in May", "2027-05-01"),
        ("on 3 May", "2027-05-03"),
        ("next summer", "2027-06-01"),
        ("भोलि", "2026-11-16"),
        ("अर्को महिना", "2026-11-17"),
        ("तीन दिन पछि", "2026-11-18"),
    ],
)
def test_the_future_is_found(text: str, day: str):
    assert first(text, ahead=True) == day


def test_the_offset_is_the_speakers_own():
    late = datetime(2026, 11, 15, 1, 0, tzinfo=NEPAL)

    [found] = find_times("I arrived yesterday", late)

    assert found.begins == datetime(2026, 11, 14, tzinfo=NEPAL)
    assert found.begins.utcoffset() == timedelta(hours=5, minutes=45)
    assert find_times("I arrived yesterday", late.astimezone(UTC))[0].begins.day == 13


def test_words_around_a_time_say_how_it_is_used():
    def cues(text: str) -> list[Cue]:
        return [found.cue for found in find_times(text, SUNDAY)]

    assert cues("since 2019") == [Cue.SINCE]
    assert cues("from 2010 to 2015") == [Cue.SINCE, Cue.UNTIL]
    assert cues("until last May") == [Cue.UNTIL]
    assert cues("for three years") == [Cue.FOR]
    assert cues("२०७५ सालदेखि") == [Cue.SINCE]
    assert cues("in 2019") == [Cue.AT]


@pytest.mark.parametrize(
    "text",
    ["I may march", "he finished it in two weeks", "room 2023", "31 February", "a second", ""],
)
def test_other_words_are_no_times(text: str):
    assert find_times(text, SUNDAY) == []


@pytest.mark.parametrize("year", [1, 9999])
def test_the_ends_of_the_calendar_raise_nothing(year: int):
    text = (
        "two years ago, 500 years ago, in 9 years, next year, last week, tomorrow, गत वर्ष, in May"
    )
    for month, day in ((1, 1), (12, 31)):
        find_times(text, datetime(year, month, day, tzinfo=NEPAL), ahead=True)


def test_the_last_of_february_is_a_month_before_the_last_of_march():
    at = datetime(2026, 3, 31, tzinfo=UTC)
    assert find_times("one month ago", at)[0].begins.date().isoformat() == "2026-02-28"
