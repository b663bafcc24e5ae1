"""The bench that measures tagging counts exactly."""

from pathlib import Path

import pytest

from bench import _bio
from bench._gazetteers import plain_gazetteer
from bench.entities import _language, _score, _spans
from pramana.language.tagging import MentionKind, NameMention

SENTENCE = [("रामबहादुर", "B-PER"), ("थापाले", "I-PER"), ("पोखरामा", "B-LOC"), ("भने", "O")]


def test_labels_become_spans_and_labels_again():
    labels = ["B-PER", "I-PER", "B-PER", "O", "I-LOC", "I-ORG", "B-MISC"]

    spans = _bio.spans(labels)

    assert spans == {(0, 2, "PER"), (2, 3, "PER"), (4, 5, "LOC"), (5, 6, "ORG")}
    assert _bio.spans(_bio.labels(7, spans)) == spans


def test_a_mention_covers_the_words_it_touches():
    mentions = [
        NameMention(0, 14, MentionKind.PERSON, "रामबहादुर थापा", 0.9, ""),
        NameMention(17, 22, MentionKind.LOCATION, "पोखरा", 0.9, ""),
    ]

    assert _spans(SENTENCE, mentions) == {(0, 2, "PER"), (2, 3, "LOC")}


def test_sentences_that_were_trained_on_are_not_counted():
    right, nothing = {(0, 2, "PER"), (2, 3, "LOC")}, set()

    assert _score([SENTENCE, SENTENCE], [right, nothing], [False, True])["f1"] == 1.0
    assert _score([SENTENCE, SENTENCE], [right, nothing], [False, False])["recall"] == 0.5


def test_the_plain_gazetteer_never_looks_at_the_sentence_itself():
    other = [("राम", "B-PER"), ("गए", "O")]
    assert plain_gazetteer([other]) == [set()]


def test_the_language_is_what_the_letters_say():
    assert _language([SENTENCE]) == "ne"
    assert _language([[("Nepal", "B-LOC")]]) == "en"


def test_a_file_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(SystemExit, match="There is no file"):
        _bio.sentences(tmp_path / "none.bio")


def test_endings_split_off_do_not_make_another_sentence():
    split = [
        ("रामबहादुर", "B-PER"),
        ("थापा", "I-PER"),
        ("ले", "O"),
        ("पोखरा", "B-LOC"),
        ("माभने", "O"),
    ]

    assert _bio.fingerprint(split) == _bio.fingerprint(SENTENCE)
