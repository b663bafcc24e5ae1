"""Words of one language in the other."""

import pytest

from pramana.language.glossary import is_english_word, translated_words, translations
from pramana.language.stems import stem


@pytest.mark.parametrize(
    ("english", "nepali"),
    [("rent", "भाडा"), ("visitors", "आगन्तुक"), ("tender", "बोलपत्रको"), ("deadline", "अन्तिम")],
)
def test_a_word_is_known_in_both_directions(english: str, nepali: str) -> None:
    assert stem(nepali) in translations(stem(english))
    assert stem(english) in translations(stem(nepali))


def test_a_postposition_does_not_hide_a_word() -> None:
    assert stem("hour") in translations(stem("बजेसम्म"))


def test_unknown_words_have_no_translation() -> None:
    assert translations(stem("quasar")) == frozenset()
    assert translated_words([stem("quasar")]) == []


def test_english_words_are_no_sign_of_nepali() -> None:
    assert is_english_word("bank") and not is_english_word("jamanat")
