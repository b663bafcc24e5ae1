"""Nearly the words: what OCR and copying do to a quote, and what they do not."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from pramana.kit.evidence import (
    SHORTEST,
    THRESHOLD,
    Alignment,
    Text,
    closest_match,
    fold,
    locate,
    nfc,
)

ENGLISH = """
The evaluation committee met at the district office and looked at every bid that had been sent in
before the last day. The chairman read the minutes aloud, and two members asked that the price of
the steel be compared with that of the earlier bridge. It was decided to give the work to the
lowest bidder, whose papers were complete, and to publish the notice in a national newspaper.
"""
NEPALI = nfc("""
मूल्याङ्कन समितिको बैठक जिल्ला कार्यालयमा बस्यो र म्याद भित्र दर्ता भएका सबै बोलपत्र हेर्‍यो। अध्यक्षले
माइन्युट पढेर सुनाउनुभयो र दुई सदस्यले फलामको मूल्य अघिल्लो पुलसँग तुलना गर्न भन्नुभयो। कागजात पूरा भएको
सबैभन्दा कम कबोल गर्ने ठेकेदारलाई काम दिने र राष्ट्रिय दैनिकमा सूचना प्रकाशन गर्ने निर्णय भयो।
""")
CHINESE = nfc(
    "评估委员会在地区办公室开会审查了所有在截止日期之前提交的投标文件主席宣读了会议记录两名成员要求将钢材价格与"
    "此前的桥梁进行比较会议决定将工程交给文件齐全的最低投标人并在全国性报纸上刊登公告请各单位遵照执行不得有误"
)
MISREAD = {"e": "c", "l": "1", "m": "rn", "o": "0", "i": "l", "a": "o", "b": "6", "h": "b"}
MISREAD |= {"व": "ब", "ष": "प", "ी": "ि", "द": "ढ", "म": "भ", "ं": "", "घ": "ध", "ु": "", "ट": "ठ"}


def misread(text: str, share: float, chance: random.Random) -> str:
    """What a poor scan makes of a text: some letters taken for others, lost, or split."""
    return "".join(MISREAD.get(char, char) if chance.random() < share else char for char in text)


@pytest.mark.parametrize(("text", "share"), [(ENGLISH, 0.15), (NEPALI, 0.4)])
def test_a_quote_is_found_in_what_ocr_made_of_it(text, share):
    noisy = misread(text, share, random.Random(5))
    sentences = [line for line in text.replace("।", ".").split(".") if len(fold(line)) > SHORTEST]
    assert all(sentence not in noisy for sentence in sentences)
    for sentence in sentences:
        span = Text(noisy).locate(sentence)
        assert span is not None and span.similarity >= THRESHOLD
        assert Levenshtein.normalized_similarity(
            fold(noisy[span.start : span.end]), fold(sentence)
        ) == pytest.approx(span.similarity, abs=0.03)


@given(
    text=st.sampled_from([ENGLISH, NEPALI, CHINESE]),
    start=st.integers(0, 60),
    place=st.integers(5, 35),
    letter=st.sampled_from("xक漢"),
    edit=st.sampled_from(["put in", "left out", "changed"]),
)
def test_one_edit_in_a_long_quote_is_fuzzy_and_at_its_place(text, start, place, letter, edit):
    words = text[start : start + 60].strip()
    changed = {
        "put in": words[:place] + letter + words[place:],
        "left out": words[:place] + words[place + 1 :],
        "changed": words[:place] + letter + words[place + 1 :],
    }[edit]
    span = locate(changed, text)
    assert span is not None
    if span.alignment == Alignment.FUZZY:
        assert span.similarity == pytest.approx(1 - 1 / len(fold(changed)), abs=1e-3)
        assert fold(text[span.start : span.end]) == fold(words)
    else:
        assert fold(changed) in fold(text)


def test_unrelated_sentences_are_not_near():
    other = (
        "Rain is expected over the eastern hills tomorrow, with snow above three thousand metres"
    )
    assert locate(other, ENGLISH) is None
    assert locate("भोलि पूर्वी पहाडमा वर्षा र उच्च भूभागमा हिमपात हुने सम्भावना छ", NEPALI) is None


def test_short_words_are_never_guessed():
    assert locate("Rakesh Sharma", "Ramesh Sharma signed the paper.") is None


def test_another_number_is_another_claim():
    text = "The council set aside 45 million rupees for the bridge at Sundarpur."
    assert locate(text.replace("45", "46"), text) is None
    assert locate(text.replace("45 million", "450 million"), text) is None
    nepali = locate(text.replace("45", "४५"), text)
    assert nepali is not None and nepali.alignment == Alignment.FUZZY


def test_the_nearest_place_is_taken_and_the_first_of_equals():
    near, nearer = (
        "the council met in the old town hal1 today",
        "the council met in the old town hall todaz",
    )
    text = f"{near}, xxxxx {nearer}; {near}"
    span = locate("the council met in the old town hall today", text)
    assert span is not None and span.start == 0
    span = locate("the council met in the old town hall todaz!", text)
    assert span is not None and text[span.start : span.end].startswith(nearer)


@pytest.mark.parametrize(
    "text", ["a" * 200_000, "ab" * 100_000, "a" * 100_000 + "b" * 100_000, "ﬁ" * 100_000]
)
def test_texts_of_one_letter_find_no_anchor_and_cost_no_more(text):
    assert closest_match("a" * 500 + "c" + "b" * 500, fold(text)) is None
    assert locate("b" + "a" * 150_000 + "c", text) is None
