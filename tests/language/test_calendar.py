from datetime import date, timedelta

import pytest

from pramana.language.calendar import (
    FIRST_DAY,
    FIRST_YEAR,
    LAST_YEAR,
    Calendar,
    days_in_month,
    find_dates,
    parse_day,
    to_bs,
    to_gregorian,
)


@pytest.mark.parametrize(
    ("written", "gregorian"),
    [
        ((2000, 1, 1), date(1943, 4, 14)),
        ((2007, 11, 7), date(1951, 2, 18)),  # Democracy Day
        ((2046, 12, 26), date(1990, 4, 8)),  # the ban on parties is lifted
        ((2058, 2, 19), date(2001, 6, 1)),  # the palace
        ((2063, 1, 11), date(2006, 4, 24)),  # Loktantra Day
        ((2065, 2, 15), date(2008, 5, 28)),  # Republic Day
        ((2072, 1, 12), date(2015, 4, 25)),  # the earthquake
        ((2072, 6, 3), date(2015, 9, 20)),  # the constitution
        ((2077, 1, 1), date(2020, 4, 13)),
        ((2080, 1, 1), date(2023, 4, 14)),
        ((2081, 1, 1), date(2024, 4, 13)),
        ((2082, 1, 1), date(2025, 4, 14)),
        ((2082, 2, 1), date(2025, 5, 15)),
    ],
)
def test_days_everybody_remembers_fall_where_they_fell(written, gregorian):
    assert to_gregorian(*written) == gregorian
    assert (to_bs(gregorian).year, to_bs(gregorian).month, to_bs(gregorian).day) == written


def test_every_day_of_the_century_follows_the_one_before():
    day = FIRST_DAY
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        for month in range(1, 13):
            for number in range(1, days_in_month(year, month) + 1):
                assert to_gregorian(year, month, number) == day
                day += timedelta(1)
    assert day == date(2043, 4, 14)


def test_going_there_and_back_is_the_same_day():
    for offset in range(0, 36_500, 7):
        day = FIRST_DAY + timedelta(offset)
        there = to_bs(day)
        assert to_gregorian(there.year, there.month, there.day) == day


def test_years_have_a_year_of_days():
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        assert sum(days_in_month(year, month) for month in range(1, 13)) in (365, 366)


@pytest.mark.parametrize("wrong", [(1999, 1, 1), (2100, 1, 1), (2080, 13, 1), (2080, 1, 32)])
def test_a_day_that_is_not_in_the_calendar_is_refused(wrong):
    with pytest.raises(ValueError, match=r"Bikram Sambat|has \d+ days"):
        to_gregorian(*wrong)


def test_a_gregorian_day_outside_the_table_is_refused():
    with pytest.raises(ValueError, match="outside"):
        to_bs(date(1940, 1, 1))


@pytest.mark.parametrize(
    ("written", "calendar", "gregorian"),
    [
        ("२०८० साल वैशाख १ गते", "BS", "2023-04-14"),
        ("2080/1/1", "BS", "2023-04-14"),
        ("वि.सं. २०७९-१२-०५", "BS", "2023-03-19"),
        ("२०८१।०२।१५", "BS", "2024-05-28"),
        ("१५ जेठ २०८१", "BS", "2024-05-28"),
        ("जेष्ठ १५, २०८१", "BS", "2024-05-28"),
        ("Jestha 15, 2081 B.S.", "BS", "2024-05-28"),
        ("2081-02-15 BS", "BS", "2024-05-28"),
        ("विक्रम संवत् २०७२ असोज ३ गते", "BS", "2015-09-20"),
        ("12 May 2024", "AD", "2024-05-12"),
        ("12th of May, 2024", "AD", "2024-05-12"),
        ("May 12, 2024", "AD", "2024-05-12"),
        ("2024-05-12", "AD", "2024-05-12"),
        ("25/05/2024", "AD", "2024-05-25"),
        ("05/25/2024", "AD", "2024-05-25"),
        ("१२ मे २०२४", "AD", "2024-05-12"),
        ("सन् २०२४ मे १२", "AD", "2024-05-12"),
        ("ई.सं. २०१५-०९-२०", "AD", "2015-09-20"),
    ],
)
def test_a_date_is_read_in_its_own_calendar_and_kept_as_written(written, calendar, gregorian):
    text = f"यो पत्र {written} को हो ।"

    (found,) = find_dates(text)

    assert found.text == written == text[found.start : found.end]
    assert (found.calendar, str(found.gregorian)) == (Calendar(calendar), gregorian)
    assert 0 < found.confidence < 1 and found.why


@pytest.mark.parametrize(
    "text",
    [
        "आ.व. २०८०/०८१",
        "२०७९ माघ ३२",
        "2024-13-45",
        "फोन ०१-४२००१२३",
        "May 2024",
        "1/2/3",
        "",
        "१२३",
    ],
)
def test_what_is_not_a_whole_day_is_not_a_date(text):
    assert find_dates(text) == []


def test_dates_come_in_order_and_do_not_overlap():
    found = find_dates("मिति २०८०।०१।०१ देखि २०८०।०१।१५ सम्म, अर्थात् 28 April 2023 सम्म")

    assert [str(each.gregorian) for each in found] == ["2023-04-14", "2023-04-28", "2023-04-28"]


def test_a_bare_number_says_that_its_calendar_is_a_guess():
    bare, named = (find_dates(text)[0] for text in ("२०२८/०३/१२", "वि.सं. २०२८/०३/१२"))

    assert bare.calendar is named.calendar is Calendar.BIKRAM_SAMBAT
    assert bare.confidence < named.confidence


def test_a_long_text_of_spaces_and_digits_is_read_in_one_pass():
    assert find_dates("2080 " + " " * 200_000 + "2081/" * 20_000) == []


@pytest.mark.parametrize(
    "text",
    [
        *("2026-04-13", "13/4/2026", "April 13, 2026", "13 April 2026", " 2026-04-13 AD "),
        *("2082-12-30", "२०८२/१२/३०", "2082.12.30 BS", "२०८२ चैत ३० गते", "वि.सं. २०८२-१२-३०"),
    ],
)
def test_a_typed_day_is_read_in_either_calendar(text: str) -> None:
    assert parse_day(text) == date(2026, 4, 13)


@pytest.mark.parametrize(
    "text", ["", "2026", "2026-04", "2026-02-30", "2082-13-01", "from 2026-04-13", "tomorrow", "-"]
)
def test_what_names_no_single_day_is_none(text: str) -> None:
    assert parse_day(text) is None


def test_a_day_before_the_year_1000_and_one_far_ahead_are_read() -> None:
    assert parse_day("0987-05-01") == date(987, 5, 1)
    assert parse_day("2045-01-01 AD") == date(2045, 1, 1)
