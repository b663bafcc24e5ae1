"""Questions typed in a hurry: short forms and slips, and what must stay as it was typed."""

import pytest

from pramana.chat.domain.hurried_questions import correct_slips, is_one_slip, write_out

PAPERS = ["Bramble Nursery. The membership fee is £40. Seedlings are watered twice. Invoice 12."]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wat is the fee for 1st yr pls", "what is the fee for first year please"),
        ("wen r the plots payed", "when are the plots paid"),
        ("cant open the gate", "can not open the gate"),
    ],
)
def test_short_forms_are_written_out(typed: str, meant: str) -> None:
    assert write_out(typed) == meant


@pytest.mark.parametrize(
    "typed", ["Who is U. Bell?", "mail to r@wren.example", "kul rakam kati cha", "What is in YR-2?"]
)
def test_what_is_no_short_form_stays(typed: str) -> None:
    assert write_out(typed) == typed


def test_slips_are_put_right_as_the_papers_spell_the_word() -> None:
    typed = "bramble memership fee and seedilngs waterd"
    assert correct_slips(typed, PAPERS) == "bramble membership fee and seedlings watered"


@pytest.mark.parametrize(
    "typed", ["bumble fee", "invoke fee", "Brambel-9 fee", "sadasya shulka kati cha"]
)
def test_known_words_codes_and_other_words_stay(typed: str) -> None:
    assert correct_slips(typed, PAPERS) == typed


def test_one_slip_is_one_letter_that_is_not_the_first() -> None:
    assert is_one_slip("seedilng", "seedling")
    assert is_one_slip("invoce", "invoice")
    assert not is_one_slip("nvoice", "invoice")
    assert not is_one_slip("invoise", "invite")


def test_not_is_taken_off_its_verb() -> None:
    assert write_out("What can't be lent, and what won't fit?") == (
        "What can not be lent, and what will not fit?"
    )


def test_german_small_words_are_no_short_forms() -> None:
    assert write_out("Wer wohnt im Haus?") == "Wer wohnt im Haus?"
