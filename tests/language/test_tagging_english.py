import pytest

from pramana.language.tagging import MentionKind, english_model, tag
from pramana.language.tagging.english_model import EnglishModelUnusable

PERSON, ORGANIZATION, LOCATION = MentionKind


def named(text: str) -> list[tuple[str, MentionKind]]:
    return [(mention.text, mention.kind) for mention in tag(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Prime Minister K.P. Sharma Oli met officials of the Ministry of Finance in Kathmandu.",
            [
                ("K.P. Sharma Oli", PERSON),
                ("Ministry of Finance", ORGANIZATION),
                ("Kathmandu", LOCATION),
            ],
        ),
        ("He lives in Jhapa District.", [("Jhapa District", LOCATION)]),
        (
            "Sita Karki joined the Nepali Congress.",
            [("Sita Karki", PERSON), ("Nepali Congress", ORGANIZATION)],
        ),
        ("A LETTER TO THE NEPAL RASTRA BANK", [("NEPAL RASTRA BANK", ORGANIZATION)]),
    ],
)
def test_english_names_are_found_without_title_and_article(text, expected):
    assert named(text) == expected


def test_a_short_form_in_brackets_is_known_from_then_on():
    text = (
        "The Commission for the Investigation of Abuse of Authority (CIAA) filed a case. "
        "Later the CIAA withdrew it."
    )

    short = [mention for mention in tag(text) if mention.text == "CIAA"]

    assert len(short) == 2
    assert all(each.kind is ORGANIZATION and "short for" in each.why for each in short)


def test_small_words_and_weekdays_are_no_names():
    assert named("On Monday the committee met in the hall.") == []


def test_a_pipeline_with_other_bytes_is_not_loaded(monkeypatch, tmp_path):
    (tmp_path / "config.cfg").write_text("something else")
    monkeypatch.setattr(english_model, "_model_folder", lambda: tmp_path)

    with pytest.raises(EnglishModelUnusable, match="not the expected one"):
        english_model.load_english_model.__wrapped__()


def test_the_model_holds_vectors_and_labels_but_not_the_letters_of_every_word():
    model = english_model.load_english_model()

    assert model.vocab.vectors.n_keys > 500_000
    assert len(model.vocab.strings) < 100_000
    assert all(label in model.vocab.strings for label in model.get_pipe("ner").labels)


def test_short_forms_in_a_nepali_line_keep_their_capitals():
    assert ("UNDP", ORGANIZATION) in named("यो काम UNDP र UNICEF ले गरे ।")


@pytest.mark.parametrize(
    "text", [" " * 200_000, "१" * 200_000, "A-" * 50_000, "नेपाल" * 20_000, "(AB) " * 2_000]
)
def test_odd_texts_are_read_without_getting_lost(text):
    assert isinstance(tag(text), list)
