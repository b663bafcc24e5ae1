import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pramana.kit.evidence import Alignment, Span, locate, nfc

LETTERS = st.text(st.characters(categories=("L", "M", "N", "P", "Zs")), max_size=200)


def test_exact_words_are_found_where_they_stand():
    assert locate("Sita", "Ram and Sita") == Span(8, 12, Alignment.EXACT)


def test_line_breaks_soft_hyphens_and_case_do_not_hide_a_quote():
    text = "The evalu\u00adation\ncommittee met."
    span = locate("Evaluation committee", text)
    assert span == Span(4, 25, Alignment.NORMALISED)
    assert text[span.start : span.end] == "evalu\u00adation\ncommittee"


def test_a_quote_that_is_not_in_the_text_is_not_evidence():
    assert locate("Hari", "Ram and Sita") is None
    assert locate("", "Ram") is None
    assert locate(" \u00ad ", "Ram") is None


def test_devanagari_is_found_however_it_was_typed():
    text = nfc("क़लम र कागज")
    quote = unicodedata.normalize("NFD", "क़लम")
    assert locate(quote, text) == Span(0, len(nfc("क़लम")), Alignment.EXACT)


@given(before=LETTERS, quote=LETTERS, after=LETTERS)
def test_what_was_put_in_is_found(before, quote, after):
    text = nfc(before + " " + quote + " " + after)
    span = locate(quote, text)
    if nfc(quote).strip() and nfc(quote).strip() in text:
        assert span is not None and text[span.start : span.end] == nfc(quote).strip()


@given(quote=LETTERS, text=LETTERS)
def test_a_found_span_lies_inside_the_text(quote, text):
    text = nfc(text)
    span = locate(quote, text)
    assert span is None or 0 <= span.start < span.end <= len(text)
