import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.kit.evidence import Alignment, Span, Text, fold, locate, nfc
from tests.kit.evidence_texts import UNSEEN, texts


def test_exact_words_are_found_where_they_stand():
    assert locate("Sita", "Ram and Sita") == Span(8, 12, Alignment.EXACT)


def test_line_breaks_soft_hyphens_and_case_do_not_hide_a_quote():
    text = "The evalu\u00adation\ncommittee met."
    span = locate("Evaluation committee", text)
    assert span == Span(4, 25, Alignment.NORMALISED)
    assert text[span.start : span.end] == "evalu\u00adation\ncommittee"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ('said "no" - twice', "said “no” – twice"),
        ("don't", "don’t"),
        ("'five'", "«five»"),
        ("first flow", "\ufb01rst \ufb02ow"),
        ("क्ष", "क्\u200dष"),
        ("ＡＢＣ １２", "abc 12"),
        ("minus -5", "minus −5"),
    ],
)
def test_the_same_words_written_otherwise_are_found(quote, text):
    assert locate(quote, text) == Span(0, len(text), Alignment.NORMALISED)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("Hari", "Ram and Sita"),
        ("", "Ram"),
        (" \u00ad ", "Ram"),
        ("Ram", ""),
        ("१२", "12"),
        ("102", "10²"),
        ("resume", "résumé"),
        ("f", "\ufb01"),
        ("가", "각"),
    ],
)
def test_other_words_are_not_evidence(quote, text):
    assert locate(quote, text) is None


def test_devanagari_is_found_however_it_was_typed():
    text = nfc("क़लम र कागज")
    quote = unicodedata.normalize("NFD", "क़लम")
    assert locate(quote, text) == Span(0, len(nfc("क़लम")), Alignment.EXACT)


def test_a_name_is_rather_a_word_than_a_part_of_one():
    assert locate("Ram", "Ramesh met Ram") == Span(11, 14, Alignment.EXACT)
    assert locate("राम", "रामेश र राम") == Span(8, 11, Alignment.EXACT)
    assert locate("ram", "RAMESH met RAM") == Span(11, 14, Alignment.NORMALISED)
    assert locate("राम", "रामले भने") == Span(0, 3, Alignment.EXACT)


@given(before=texts(), quote=texts(), after=texts())
def test_words_that_are_there_are_found_as_they_are(before, quote, after):
    text = nfc(f"{before} {quote} {after}")
    wanted = quote.strip()
    span = locate(quote, text)
    if wanted and wanted in text:
        assert span is not None and span.alignment == Alignment.EXACT
        assert text[span.start : span.end] == wanted
    elif not fold(wanted):
        assert span is None


@given(quote=texts(), text=texts())
def test_word_for_word_means_the_same_words_once_folded(quote, text):
    span = locate(quote, text, fuzzy=False)
    if span is not None:
        assert 0 <= span.start < span.end <= len(text) and span.similarity == 1.0
        assert fold(text[span.start : span.end]) == fold(quote)
    elif fold(quote) in fold(text):
        assert not fold(quote) or any(len(fold(char)) > 1 for char in text)


@given(before=texts(), quote=texts(min_size=1), after=texts(), chance=st.randoms())
def test_what_nobody_sees_may_stand_anywhere_in_the_words(before, quote, after, chance):
    if not fold(quote):
        return
    strewn = "".join(char + chance.choice(["", chance.choice(UNSEEN)]) for char in quote)
    text = nfc(f"{before}\n{strewn}\n{after}")
    span = locate(quote, text, fuzzy=False)
    assert span is not None
    assert fold(text[span.start : span.end]) == fold(quote)


@given(text=texts(max_size=200), quotes=st.lists(texts(max_size=30), max_size=5))
def test_a_prepared_text_answers_as_a_fresh_one_does(text, quotes):
    prepared = Text(text)
    assert [prepared.locate(each) for each in quotes] == [locate(each, text) for each in quotes]


def test_word_for_word_can_be_asked_for():
    text = "The committee for evaluation met on the third floor of the ministry."
    quote = text.replace("evaluation", "evaluatiom")
    assert locate(quote, text, fuzzy=False) is None
    assert locate(quote, text).alignment == Alignment.FUZZY
