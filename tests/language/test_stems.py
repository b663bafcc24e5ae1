import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.language.stems import content_stems, stem, stems
from pramana.language.tokens import fold, terms


@pytest.mark.parametrize(
    "family",
    [
        "ministry ministries",
        "connect connected connecting connection connections",
        "नेपाल नेपालको नेपालमा नेपाललाई नेपालबाट",
        "मानिस मानिसले मानिसहरू मानिसहरूको मानिसहरुलाई मानिसहरूद्वारा",
        "सरकार सरकारले सरकारसँग सरकारसंग",
        "किताब किताबें किताबों",
        "बच्चा बच्चे बच्चों",
        "सड़क सड़कें सडकों",
        "पंजाब पञ्जाब पँजाब",
    ],
)
def test_the_forms_of_a_word_meet(family):
    assert len({stem(fold(word)) for word in family.split()}) == 1


@pytest.mark.parametrize("pair", ["university universe's", "सरकार सडक", "नेपाल नेता", "2081 2082"])
def test_other_words_stay_apart(pair):
    one, other = pair.split()
    assert stem(one) != stem(other)


@pytest.mark.parametrize("word", ["को", "मा", "से", "ले", "a", "s", "का"])
def test_a_short_word_is_not_eaten_by_its_own_ending(word):
    assert stem(word)


def test_digits_of_both_scripts_are_the_same_number():
    assert stems("२०८१ साल") == stems("2081 साल")


def test_a_word_of_another_script_is_left_as_it_is():
    assert stems("Пример 東京") == ["пример", "東京"]


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=40))
def test_every_word_has_a_stem_whatever_the_script(text):
    found = stems(text)
    assert len(found) == len(terms(text)) and all(found)


@given(st.text(alphabet="कखगनमरलवसहािीुूेैोौ्ंँ़०१", min_size=1, max_size=12))
def test_the_spelling_of_the_same_text_does_not_matter(word):
    composed, decomposed = (unicodedata.normalize(form, word) for form in ("NFC", "NFD"))
    assert stems(composed) == stems(decomposed)


def test_stemming_in_many_threads_gives_what_one_gives():
    words = [f"{root}{end}" for root in ("nation", "relat", "comput") for end in ("al", "ing", "s")]
    expected = [stem.__wrapped__(word) for word in words]
    with ThreadPoolExecutor(8) as threads:
        for found in threads.map(lambda _: [stem.__wrapped__(word) for word in words], range(50)):
            assert found == expected


def test_a_question_is_asked_without_the_words_that_only_hold_it_together():
    assert content_stems(stems("What is the budget of the ministry?")) == ["budget", "ministri"]
    assert content_stems(stems("सरकार के हो?")) == stems("सरकार")
    assert content_stems(stems("to be or not to be")) == stems("to be or not to be")
