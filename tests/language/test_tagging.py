import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.language.tagging import MentionKind, NameMention, tag
from pramana.language.tagging.mentions import drop_overlaps, replace_overlapped
from pramana.language.tagging.words import sound, split_ending, words

PERSON, ORGANIZATION, LOCATION = MentionKind


def named(text: str) -> list[tuple[str, MentionKind]]:
    return [(mention.text, mention.kind) for mention in tag(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "प्रधानमन्त्री सूर्यबहादुर कार्कीले पोखरामा अध्यक्ष गीता रानाभाटसँग भेट गरे ।",
            [("सूर्यबहादुर कार्की", PERSON), ("पोखरा", LOCATION), ("गीता रानाभाट", PERSON)],
        ),
        (
            "अख्तियार दुरुपयोग अनुसन्धान आयोगले विशेष अदालत, काठमाडौंमा मुद्दा दायर गर्‍यो ।",
            [
                ("अख्तियार दुरुपयोग अनुसन्धान आयोग", ORGANIZATION),
                ("विशेष अदालत", ORGANIZATION),
                ("काठमाडौं", LOCATION),
            ],
        ),
        (
            "ललितपुर महानगरपालिकाको कार्यपालिकाले निर्णय गर्‍यो ।",
            [("ललितपुर महानगरपालिका", LOCATION)],
        ),
        ("नेपाल विद्युत् प्राधिकरणले महसुल घटायो ।", [("नेपाल विद्युत् प्राधिकरण", ORGANIZATION)]),
        ("महालेखापरीक्षकको कार्यालयले प्रतिवेदन दियो ।", [("महालेखापरीक्षकको कार्यालय", ORGANIZATION)]),
    ],
)
def test_nepali_names_are_found_without_title_and_case_ending(text, expected):
    assert named(text) == expected


def test_a_sentence_that_names_nobody_gives_nothing():
    assert named("यो कुरा सबैलाई थाहा छ । 12 + 30 = 42") == []
    assert tag("") == []


def test_both_scripts_of_one_text_are_read():
    text = "नेपाल राष्ट्र बैंकका गभर्नरले John Smith लाई काठमाडौंमा भेटे ।"

    assert ("John Smith", PERSON) in named(text)
    assert ("नेपाल राष्ट्र बैंक", ORGANIZATION) in named(text)
    assert ("काठमाडौं", LOCATION) in named(text)


def test_a_mention_says_how_sure_it_is_and_why():
    for mention in tag("सभामुख दिलकुमारी बस्नेतले झापामा Ram Bahadur Thapa लाई भेटिन् ।"):
        assert 0 < mention.confidence <= 0.95 and mention.why


def test_another_language_of_the_same_script_is_believed_less():
    text = "राष्ट्रपति गीता पौडेल काठमाडौं गइन् ।"

    for own, foreign in zip(tag(text, "ne"), tag(text, "hi"), strict=True):
        assert (own.start, own.end) == (foreign.start, foreign.end)
        assert foreign.confidence < own.confidence


@given(st.text(alphabet="रामलेको मा।. \nABcd१2(-) नेपालथापा", max_size=60))
def test_offsets_are_places_in_the_text_and_never_overlap(text):
    text = unicodedata.normalize("NFC", text)
    end = 0
    for mention in tag(text):
        assert text[mention.start : mention.end] == mention.text != ""
        assert mention.start >= end
        end = mention.end


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("नेपालको", ("नेपाल", "को")),
        ("मानिसहरूलाई", ("मानिस", "हरूलाई")),
        ("लामा", ("लामा", "")),
        ("मा", ("मा", "")),
        ("थापा", ("थापा", "")),
    ],
)
def test_case_endings_come_off_words_but_not_off_names_that_end_alike(word, parts):
    assert split_ending(word) == parts


def test_words_written_in_two_ways_sound_the_same():
    assert sound("काङ्ग्रेस") == sound("काँग्रेस") == sound("कांग्रेस")
    assert sound("शर्मा") != sound("वर्मा")


def test_an_abbreviation_with_dots_is_one_word():
    assert [word.text for word in words("ने.क.पा. को")] == ["ने.क.पा.", "को"]


def test_of_two_that_overlap_the_surer_stays_and_then_the_longer():
    short, long = (NameMention(0, end, PERSON, "x" * end, 0.5, "") for end in (3, 9))
    sure = NameMention(2, 5, PERSON, "xxx", 0.9, "")

    assert drop_overlaps([short, long]) == [long]
    assert drop_overlaps([short, long, sure]) == [sure]


def test_a_rule_replaces_what_it_overlaps_but_not_what_holds_it():
    whole = NameMention(0, 20, ORGANIZATION, "", 0.6, "read")
    rule = NameMention(0, 10, ORGANIZATION, "", 0.8, "rule")
    place = NameMention(0, 5, LOCATION, "", 0.9, "read")

    assert replace_overlapped([whole], [rule]) == [whole]
    assert replace_overlapped([place], [rule]) == [rule]


def test_a_text_without_a_full_stop_is_still_read():
    text = "सूर्यबहादुर कार्की पोखरा गए " * 200

    assert sum(mention.kind is PERSON for mention in tag(text)) > 190
