import pytest

from pramana.documents.reading.text_quality import Lexicon, judge, plausible_share
from pramana.language.scripts import Script

WORDS = "the court decided that contract valid and amount must paid within month"
NEPALI = "नेपाल सरकार अदालत निर्णय कार्यालय आयोग समिति अध्यक्ष"
LEXICON = Lexicon(
    {Script.LATIN: set(WORDS.split()), Script.DEVANAGARI: set(NEPALI.split())},
    frozenset({Script.LATIN, Script.DEVANAGARI}),
)


def test_words_that_are_words_pass():
    verdict = judge(f"{WORDS} {NEPALI}", LEXICON)
    assert verdict.usable and verdict.lexicon_share == 1.0


def test_each_script_is_judged_by_itself():
    noise = "याष्ट्रिम प्रष्ट्रिधध कामयकायी धनदेशक सधुनर ऩौडेरसभेिरे भ्रष्टाचाय गयेको"
    verdict = judge(f"{WORDS} {WORDS} {noise}", LEXICON)
    assert not verdict.usable and "0 of 8 Devanagari" in verdict.reason


def test_nepali_with_half_of_its_words_broken_is_not_usable():
    broken = "याष्ट्रिम प्रष्ट्रिधध कामयकायी धनदेशक सधुनर भ्रष्टाचाय गयेको ऩौडेर"
    assert not judge(f"{NEPALI} {broken}", LEXICON).usable
    assert judge(f"{NEPALI} {NEPALI} {broken}", LEXICON).usable, "names are unknown words too"


def test_a_page_that_is_broken_here_and_there_is_looked_at_whole():
    broken = "याष्ट्रिम प्रष्ट्रिधध कामयकायी धनदेशक सधुनर भ्रष्टाचाय गयेको ऩौडेर"
    sampled = f"{NEPALI} {NEPALI} {broken}"
    lines = [sampled if number % 10 == 0 else f"{broken} {number}" for number in range(60)]
    assert not judge("\n".join(lines), LEXICON).usable


def test_a_few_unknown_words_are_names_not_noise():
    assert judge("Ram Bahadur Shrestha Kathmandu", LEXICON).usable


def test_endings_and_joiners_do_not_hide_a_word():
    assert LEXICON.share("सरकारले अदालतलाई समितिहरूको नि\u200dर्णय आयोगः") == 1.0


def test_signs_within_a_word_make_it_no_word():
    assert LEXICON.share('g]kfn sfg"g klq;f') == 0.0
    assert LEXICON.share("“Court’s (contract), valid!” month-and/amount") == 1.0


def test_a_page_without_words_has_nothing_to_judge():
    verdict = judge("12 345 6,789 %", LEXICON)
    assert verdict.usable and verdict.lexicon_share is None


@pytest.mark.parametrize(
    ("text", "least"),
    [("plain text\n", 1.0), ("नेपाल", 1.0), ("\ue000\ue001ab", 0.5), ("ाानि", 0.5)],
)
def test_characters_that_nobody_writes_are_counted(text, least):
    assert plausible_share(text) == pytest.approx(least, abs=0.26)
    assert (plausible_share(text) == 1.0) is (least == 1.0)


def test_a_picture_with_a_caption_is_not_a_page_of_text():
    assert judge(WORDS, LEXICON, coverage=0.02).reason.startswith("the page is an image")


def test_a_long_page_is_judged_by_a_sample_with_the_same_verdict():
    page = "\n".join([WORDS] * 60)
    assert judge(page, LEXICON).lexicon_share == judge(page, LEXICON, sample=0).lexicon_share
    noise = "\n".join(["qoDgleR uhlhi cbUtrtl lhbh tg+th"] * 60)
    assert not judge(noise, LEXICON).usable


def test_what_is_remembered_is_bounded():
    for number in range(120_000):
        LEXICON.share(f"word{number}")
    assert len(LEXICON._seen) <= 50_001
