"""Stretches of days are read in both calendars and scripts."""

import pytest

from pramana.language.day_ranges import find_ranges, parse_range


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("from 2074 to 2079", "2017-04-14", "2023-04-13"),
        ("(2017–2022)", "2017-01-01", "2022-12-31"),
        ("between 2017 and 2022", "2017-01-01", "2022-12-31"),
        ("2074-2079 BS", "2017-04-14", "2023-04-13"),
        ("May 2017 to May 2022", "2017-05-01", "2022-05-31"),
        ("from 15 Jestha 2074 until 2 Jestha 2079", "2017-05-29", "2022-05-16"),
        ("until 2078", None, "2022-04-13"),
        ("since 2080 B.S.", "2023-04-14", None),
        ("from 2019 to date", "2019-01-01", None),
        ("२०७४ देखि २०७९ सम्म", "2017-04-14", "2023-04-13"),
        ("२०७४ सालदेखि २०७९ सालसम्म", "2017-04-14", "2023-04-13"),
        ("सन् २०१७ देखि २०२२ सम्म", "2017-01-01", "2022-12-31"),
        ("२०७९ जेठदेखि", "2022-05-15", None),
        ("२०७४ जेठ १५ देखि हालसम्म", "2017-05-29", None),
        ("२०७५ सालमा", "2018-04-14", "2019-04-13"),
    ],
)
def test_a_range_is_read(text: str, first: str | None, last: str | None):
    [found] = find_ranges(text)
    ends = (found.days.first, found.days.last)
    assert tuple(each and each.isoformat() for each in ends) == (first, last)


@pytest.mark.parametrize("text", ["Rs. 2074 to 5000", "2074 and 2079", "2079–2074", "01-2074"])
def test_other_numbers_are_no_range(text: str):
    assert find_ranges(text) == []


def test_a_day_a_month_or_a_year_is_a_range_by_itself():
    day, month = parse_range("2079-02-05"), parse_range("२०७९ जेठ")
    assert day and month and month.contains(day) and day.first == day.last
    assert parse_range("some day") is None
