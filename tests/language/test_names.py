import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.language.names import (
    SAME_NAME,
    NamedEntityType,
    normalise,
    parse_name,
    score,
    search_keys,
)

DEVANAGARI = st.text(alphabet=st.sampled_from("कखगचजटडतदनपबमयरलवशसहाािीुूेो्ंँृअआइउए .()"), max_size=24)
ANY = st.one_of(DEVANAGARI, st.text(max_size=24))
KINDS = st.sampled_from(list(NamedEntityType))


@pytest.mark.parametrize(
    ("nepali", "english"),
    [
        ("लक्ष्मी प्रसाद देवकोटा", "Laxmi Prasad Devkota"),
        ("भानुभक्त आचार्य", "Bhanu Bhakta Acharya"),
        ("पारिजात वाइबा", "Parijat Waiba"),
        ("विश्वेश्वरप्रसाद कोइराला", "Bishweshwar Prasad Koirala"),
        ("बी.पी. कोइराला", "B. P. Koirala"),
        ("ज्ञानेन्द्र क्षेत्री", "Gyanendra Chhetri"),
        ("तेन्जिङ नोर्गे शेर्पा", "Tenzing Norgay Sherpa"),
        ("मदन भण्डारी", "Madan Bhandary"),
        ("ऋषिकेश शाह", "Rishikesh Shah"),
        ("सुशीला कार्की", "Sushila Karki"),
        ("सिंहदरबार सिंह", "Singhadurbar Singh"),
        ("राम बहादुर के.सी.", "Ram Bahadur KC"),
        ("ओनसरी घर्ती (मगर)", "Onsari Gharti Magar"),
        ("प्रा. डा. गोविन्द केसी", "Govinda K.C."),
    ],
)
def test_the_same_person_is_recognised_in_the_other_script(nepali, english):
    assert score(nepali, english).value >= SAME_NAME, score(nepali, english)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("गीता बस्नेत", "Sita Basnet"),
        ("राम बहादुर थापा", "Ram Kumar Thapa"),
        ("हरि शर्मा", "Hari Sharma Poudel"),
        ("राम श्रेष्ठ", "Shyam Shrestha"),
        ("राम श्रेष्ठ", "Ram Thapa"),
        ("दिनेश यादव", "Dinesh Kumar Yadav"),
        ("मिना राई", "Rina Rai"),
    ],
)
def test_one_wrong_part_is_another_person(one, other):
    assert score(one, other).value < SAME_NAME, score(one, other)


def test_a_likelier_person_scores_higher():
    asked = "Ram Bahadur Thapa"
    ranked = ["राम बहादुर थापा", "राम थापा", "राम कुमार थापा", "श्याम बहादुर थापा", "गीता राई"]
    values = [score(asked, each).value for each in ranked]
    assert values == sorted(values, reverse=True) and values[-1] < 0.2


@pytest.mark.parametrize(
    "written",
    [
        "श्री राम प्रसाद भट्टराई",
        "माननीय डा. राम प्रसाद भट्टराई",
        "राम प्रसाद भट्टराई ज्यू",
        "राम प्रसाद भट्टराईज्यू",
        "Hon. Ram Prasad Bhattarai",
        "Dr. Ram Prasad Bhattarai, Jr.",
        "Er. Ram Prasad Bhattarai",
        "Adv. Shri Ram Prasad Bhattarai",
    ],
)
def test_titles_never_matter(written):
    plain = "राम प्रसाद भट्टराई" if "राम" in written else "Ram Prasad Bhattarai"
    assert score(written, plain).value == 1.0
    assert search_keys(parse_name(written)) == search_keys(parse_name(plain))


def test_a_name_that_is_only_a_title_is_still_a_name():
    assert [word.text for word in parse_name("श्री").words] == ["श्री"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("रामबहादुर श्रेष्ठ", "Ram Bahadur Shrestha"),
        ("Shrestha, Ram Bahadur", "राम बहादुर श्रेष्ठ"),
        ("R. B. Shrestha", "राम बहादुर श्रेष्ठ"),
        ("Sita Devi Yadav", "सीतादेवी यादव"),
    ],
)
def test_spacing_order_and_initials_leave_little_doubt(one, other):
    assert score(one, other).value >= 0.8, score(one, other)


def test_every_part_says_how_it_matched():
    found = score("कृष्ण बहादुर श्रेष्ठ", "Krishna Shrestha")
    assert [(part.role, part.ours, part.theirs) for part in found.parts] == [
        ("given", "कृष्ण", "Krishna"),
        ("middle", "बहादुर", ""),
        ("family", "श्रेष्ठ", "Shrestha"),
    ]
    assert "family name sounds the same: श्रेष्ठ / Shrestha" in found.reasons
    assert "middle name is in one of the names only: बहादुर" in found.reasons


def test_titles_and_another_order_are_said():
    reasons = score("Dr. Thapa Gita", "गीता थापा").reasons
    assert "the parts stand in another order" in reasons
    assert "titles do not count: Dr" in reasons


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("पोखरा महानगरपालिका", "Pokhara Metropolitan City", True),
        ("ललितपुर", "Lalitpur", True),
        ("भक्तपुर जिल्ला", "Bhaktapur Municipality", False),
        ("कालिका गाउँपालिका", "Kalika Municipality", False),
        ("कालिका गाउपालिका", "Kalika Gaunpalika", True),
        ("पूर्वी रुकुम", "Rukum East", True),
        ("पूर्वी रुकुम", "Western Rukum", False),
        ("विराटनगरमहानगरपालिका", "Biratnagar Metropolitan City", True),
    ],
)
def test_a_place_is_its_name_and_what_it_is(one, other, same):
    found = score(one, other, NamedEntityType.LOCATION)
    assert (found.value >= SAME_NAME) is same, found


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("अर्थ मन्त्रालय", "Ministry of Finance", True),
        ("स्वास्थ्य मन्त्रालय", "Ministry of Finance", False),
        ("नेपाल राष्ट्र बैंक", "Nepal Rastra Bank", True),
        ("हिमालयन बैंक लि.", "Himalayan Bank Limited", True),
        ("सर्वोच्च अदालत", "Supreme Court", True),
        ("शान्ति माध्यमिक विद्यालय", "Shanti Secondary School", True),
        ("शान्ति माध्यमिक विद्यालय", "Kanti Secondary School", False),
        ("हिमाल कन्स्ट्रक्सन प्रा.लि.", "Himal Construction Pvt. Ltd.", True),
    ],
)
def test_organisations_meet_by_meaning_and_by_sound(one, other, same):
    found = score(one, other, NamedEntityType.ORGANIZATION)
    assert (found.value >= SAME_NAME) is same, found


def test_a_translated_word_says_that_it_means_the_same():
    reasons = score("अर्थ मन्त्रालय", "Ministry of Finance", NamedEntityType.ORGANIZATION).reasons
    assert "name means the same: मन्त्रालय / Ministry" in reasons


@given(ANY, ANY, KINDS)
def test_a_score_is_a_share_and_the_same_both_ways(one, other, kind):
    there, back = score(one, other, kind), score(other, one, kind)
    assert 0 <= there.value <= 1
    assert there.value == back.value


@given(ANY, KINDS)
def test_a_name_is_certainly_itself(name, kind):
    if parse_name(name, kind).words:
        assert score(name, name, kind).value == 1.0


@given(ANY)
def test_normalising_twice_changes_nothing(text):
    assert normalise(normalise(text)) == normalise(text)


@given(DEVANAGARI)
def test_long_and_short_vowels_and_their_twins_share_every_key(text):
    twin = text.translate(str.maketrans("ीूवश", "िुबस"))
    assert search_keys(parse_name(text)) == search_keys(parse_name(twin))


def test_a_text_that_is_no_name_is_read_as_far_as_a_name_could_go():
    endless = parse_name("a b c d e f g h " * 1_000, NamedEntityType.ORGANIZATION)
    assert len(endless.words) <= 24
    assert score("क " * 5_000, "ख " * 5_000, NamedEntityType.LOCATION).value < 1
