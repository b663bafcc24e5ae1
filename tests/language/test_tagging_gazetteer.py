import pickle

import pytest

from pramana.language.tagging import Gazetteer, MentionKind, tag

NAMES = [
    ("person_7", "राम बहादुर थापा", MentionKind.PERSON),
    ("person_7", "Ram Bahadur Thapa", MentionKind.PERSON),
    ("person_8", "राम बहादुर", MentionKind.PERSON),
    ("org_3", "सगरमाथा सहकारी संस्था", MentionKind.ORGANIZATION),
    ("location_1", "ठूलीभेरी", MentionKind.LOCATION),
    ("person_9", "Rose", MentionKind.PERSON),
]


def found(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(mention.text, mention.ids) for mention in Gazetteer(NAMES).find(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("रामबहादुर थापाले भने ।", ("रामबहादुर थापा", ("person_7",))),
        ("राम बहादुर थापालाई", ("राम बहादुर थापा", ("person_7",))),
        ("राम बहादुर गए", ("राम बहादुर", ("person_8",))),
        ("Mr. RAM BAHADUR THAPA's house", ("RAM BAHADUR THAPA", ("person_7",))),
        ("ठुलीभेरीमा", ("ठुलीभेरी", ("location_1",))),
        ("सगरमाथा सहकारी संस्थाको", ("सगरमाथा सहकारी संस्था", ("org_3",))),
    ],
)
def test_a_name_is_found_however_it_is_inflected_spaced_or_spelt(text, expected):
    assert found(text) == [expected]


def test_part_of_a_name_is_no_mention():
    assert found("थापाले सगरमाथा सहकारीलाई") == []


def test_a_single_latin_word_in_small_letters_is_a_word():
    assert found("a rose for Rose") == [("Rose", ("person_9",))]


def test_a_name_borne_by_two_gives_both():
    shared = Gazetteer(
        [("a", "हरि शर्मा", MentionKind.PERSON), ("b", "हरि शर्मा", MentionKind.PERSON)]
    )

    assert shared.find("हरि शर्माको")[0].ids == ("a", "b")


def test_names_survive_pickling_and_their_own_file(tmp_path):
    names, text = Gazetteer(NAMES), "राम बहादुर थापाले भने ।"
    names.save(tmp_path / "names")

    for copy in (pickle.loads(pickle.dumps(names)), Gazetteer.load(tmp_path / "names")):
        assert copy.find(text) == names.find(text) and len(copy) == len(names)


def test_a_file_that_was_written_anew_is_read_anew(tmp_path):
    file = tmp_path / "names"
    Gazetteer(NAMES).save(file)
    assert len(Gazetteer.load(file)) == 6
    Gazetteer(NAMES[:1]).save(file)

    assert len(Gazetteer.load(file)) == 1


def test_the_registry_and_the_tagger_together_are_surer(tmp_path):
    Gazetteer(NAMES).save(tmp_path / "names")
    text = "श्री राम बहादुर थापाले निवेदन दिए ।"

    (mention,) = tag(text, gazetteer=str(tmp_path / "names"))

    assert mention.ids == ("person_7",) and mention.confidence == 0.95
    assert "registry" in mention.why and "tagger" in mention.why


def test_a_name_of_nothing_but_signs_is_left_out():
    assert (
        len(Gazetteer([("a", " - ", MentionKind.PERSON), ("b", "क " * 40, MentionKind.PERSON)]))
        == 0
    )


def test_the_registry_says_what_a_name_of_several_words_is():
    names = Gazetteer([("org_1", "सूर्यबहादुर कार्की", MentionKind.ORGANIZATION)])

    (mention,) = tag("सूर्यबहादुर कार्कीले भने ।", gazetteer=names)

    assert mention.kind is MentionKind.ORGANIZATION and mention.ids == ("org_1",)
