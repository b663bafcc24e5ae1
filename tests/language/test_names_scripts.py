import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.language.names import parse_name, score, search_keys, to_devanagari, to_latin
from pramana.language.names.sounds import fold_sounds, read_word, skeleton
from pramana.language.names.transliteration import FAMILY, GIVEN, MIDDLE, words_alike

PARTS = st.sampled_from((GIVEN + MIDDLE + FAMILY).split())


@pytest.mark.parametrize(
    ("nepali", "latin"),
    [
        ("कृष्ण बहादुर देवकोटा", "Krishna Bahadur Devkota"),
        ("विष्णु प्रसाद श्रेष्ठ", "Bishnu Prasad Shrestha"),
        ("राजकुमार यादव", "Rajkumar Yadav"),
        ("लक्ष्मी विश्वकर्मा", "Lakshmi Bishwakarma"),
        ("संजय सिंह", "Sanjay Singh"),
        ("पासाङ तामाङ्ग", "Pasang Tamang"),
        ("राम के.सी.", "Ram K.C."),
        ("ज्ञानेन्द्र वाग्ले", "Gyanendra Wagle"),
    ],
)
def test_devanagari_is_written_as_nepal_writes_it(nepali, latin):
    assert to_latin(nepali) == latin


def test_what_is_not_devanagari_stays():
    assert to_latin("WHO नेपाल, 2081") == "WHO Nepal, 2081"


@pytest.mark.parametrize(
    ("latin", "nepali"),
    [
        ("Ram Bahadur Shrestha", "राम बहादुर श्रेष्ठ"),
        ("Lamichhane", "लामिछाने"),
        ("KC", "के.सी."),
        ("Kiran", "किरण"),
    ],
)
def test_known_parts_are_spelt_as_they_mostly_are(latin, nepali):
    assert to_devanagari(latin)[0] == nepali


def test_an_unknown_word_gets_several_spellings_all_of_which_sound_like_it():
    guesses = to_devanagari("Bikhyat", limit=4)
    assert len(set(guesses)) == 4
    assert all(score(guess, "Bikhyat").value > 0.9 for guess in guesses)


@given(st.lists(PARTS, min_size=1, max_size=4))
def test_a_name_is_found_by_its_own_romanisation(words):
    nepali = " ".join(words)
    latin = to_latin(nepali)
    assert score(nepali, latin).value >= 0.89
    assert search_keys(parse_name(nepali)) & search_keys(parse_name(latin))


@given(PARTS, PARTS, st.data())
def test_a_name_with_one_letter_missing_is_still_found(one, other, data):
    name = f"{one} {other}"
    at = data.draw(st.integers(0, len(name) - 1))
    assert search_keys(parse_name(name)) & search_keys(parse_name(name[:at] + name[at + 1 :]))


@pytest.mark.parametrize(
    "spellings",
    [
        "चौधरी Chaudhary Chaudhari Choudhary",
        "लक्ष्मी Laxmi Lakshmi Lakshmee",
        "क्षेत्री Chhetri Kshetri Chetri",
        "वीरेन्द्र Birendra Virendra बिरेन्द्र",
        "तामाङ Tamang तामाङ्ग",
        "फूल Phool Phul Ful",
        "सिंह Singh",
    ],
)
def test_spellings_of_one_name_have_one_skeleton(spellings):
    assert len({skeleton(read_word(each)) for each in spellings.split()}) == 1


def test_vowels_other_than_a_tell_names_apart():
    assert fold_sounds(read_word("मिना")) != fold_sounds(read_word("मोना"))


@pytest.mark.parametrize(
    ("devanagari", "latin", "same"),
    [
        ("हरियोपानीमा", "Hariyopani", True),
        ("सेतोखोला", "Setokhola", True),
        ("ब्लुबेरी", "Blueberry", True),
        ("कम्प्रेसर", "compressor", True),
        ("जिप्सम", "gypsum", True),
        ("सेतोखोला", "Ratokhola", False),
        ("कम्प्रेसर", "computer", False),
        ("गरिन्छ", "green", False),
    ],
)
def test_a_word_is_known_by_its_sounds_in_the_other_script(
    devanagari: str, latin: str, same: bool
) -> None:
    assert bool(words_alike(devanagari, [latin])) is same
    assert bool(words_alike(latin, [devanagari])) is same


def test_words_of_the_same_script_are_not_compared() -> None:
    assert words_alike("Setokhola", ["Setokhola"]) == frozenset()


def test_the_broad_a_of_english_is_known_in_devanagari() -> None:
    assert words_alike("स्यान्डविच", ["sandwich"])
    assert not words_alike("व्यापार", ["vapor"])
