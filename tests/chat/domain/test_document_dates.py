"""The date by which two versions of a paper are told apart."""

from datetime import date

from pramana.chat.domain.document_identity import day_of, document_date


def test_the_title_says_it_before_the_text_does() -> None:
    text = "Present: Ada Holm. The roof was mended on 2 May 2024."
    assert document_date("Minutes, 9 June 2024", text) == "9 June 2024"
    assert document_date("Minutes", text) == "2 May 2024"
    assert document_date("Minutes", "Nobody came.") == ""


def test_a_month_is_its_first_day() -> None:
    assert day_of("June 2025") == date(2025, 6, 1)
    assert day_of("3 March 2025") == date(2025, 3, 3)
    assert day_of("") is None
