"""Ordinary words are told from names in both scripts."""

import pytest

from pramana.language.tagging.ordinary import is_in_dictionary, is_ordinary, is_verb_form


@pytest.mark.parametrize("word", ["निर्णयले", "सम्झौता", "Payments", "Inspection", "among", "Witness"])
def test_words_of_offices_and_acts_are_ordinary(word: str):
    assert is_ordinary(word)


@pytest.mark.parametrize("word", ["बस्नेत", "रामकुमार", "इलाम", "Basnet", "Kankai", "Surunga"])
def test_names_are_not_ordinary(word: str):
    assert not is_ordinary(word)


def test_the_dictionary_knows_plurals_and_forms_of_verbs():
    assert is_in_dictionary("Factories") and is_verb_form("Suspended")
    assert not is_in_dictionary("Surunga") and not is_verb_form("Basnet")
