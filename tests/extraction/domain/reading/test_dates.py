from datetime import date

import pytest

from pramana.extraction.domain.reading.dates import find_dates_without_year, find_written_dates
from pramana.language.calendar import find_dates

FILLER = " The number of goods agreed between the parties is 9 x 120.00. " * 5
WRITTEN = (
    "12 May 2024",
    "2081/01/15",
    "२०८१ साल वैशाख महिनाको १५ गते",
    "13-Apr-2026",
    "5. 6. 24",
    "2O18-03-23",
    "1er août 2025",
    "3 de março de 2026",
)


def test_dates_are_found_wherever_they_stand_in_a_long_text():
    alone = [find_written_dates(each)[0].day for each in WRITTEN]
    text = FILLER + FILLER.join(WRITTEN) + FILLER
    found = find_written_dates(text)
    assert [each.day for each in found] == alone
    assert [text[each.start : each.end] for each in found] == list(WRITTEN)
    assert find_written_dates(text, find_dates(text)) == found


def test_days_without_a_year_are_found_behind_other_words():
    text = f"{FILLER}due 3 Jan.{FILLER}from März 14 on"
    days = [each.day for each in find_dates_without_year(text, date(2025, 11, 30))]
    assert days == [date(2026, 1, 3), date(2026, 3, 14)]


@pytest.mark.parametrize("name", ["aprıl", "APRİL"])
def test_a_name_that_only_looks_like_a_month_is_no_date(name):
    assert find_written_dates(f"Paid on 5 {name} 2024.") == []
    assert find_dates_without_year(f"Paid on 5 {name}.", date(2024, 5, 1)) == []
