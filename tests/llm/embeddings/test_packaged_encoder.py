"""The packaged model, for real, in the CPU pool."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings

from pramana.llm.embeddings import local_encoders
from pramana.llm.embeddings.encoder import EncoderMissing, configured_encoder, encoder_for
from pramana.llm.embeddings.local_encoders import (
    DIMENSION,
    ENGLISH,
    ENGLISH_ID,
    ID,
    MULTILINGUAL,
    WIDTH,
    EnglishEncoder,
    PackagedEncoder,
)
from tests.settings import change


@pytest.fixture(scope="module")
def encoder():
    return PackagedEncoder(settings.PRAMANA.assets)


def cosine(first, second):
    return sum(one * other for one, other in zip(first, second, strict=True))


def test_vectors_carry_their_model_and_dimension(encoder):
    embedded = encoder.embed_passages(["A road in the hills."])
    assert (embedded.model, embedded.dimension) == (ID, DIMENSION)
    assert len(embedded.vectors[0]) == DIMENSION
    assert cosine(embedded.vectors[0], embedded.vectors[0]) == pytest.approx(1, abs=1e-5)


def test_what_means_the_same_is_near(encoder):
    cat, kitten, bank = encoder.embed_passages(
        ["A cat sits on the mat.", "A kitten rests on a rug.", "The bank raised interest rates."]
    ).vectors
    assert cosine(cat, kitten) > cosine(cat, bank) + 0.1


def test_a_question_is_near_its_answer(encoder):
    question = encoder.embed_queries(["Who leads the ministry of health?"]).vectors[0]
    passages = [
        "Sita Rai has been health minister since May.",
        "The bridge was closed for repairs.",
    ]
    answer, other = encoder.embed_passages(passages).vectors
    assert cosine(question, answer) > cosine(question, other) + 0.05


def test_a_text_has_one_vector_whatever_its_neighbours(encoder):
    text = "The committee met on Tuesday."
    alone = encoder.embed_passages([text]).vectors[0]
    among = encoder.embed_passages(["Short.", text, "A much longer sentence. " * 40]).vectors[1]
    assert alone == among


def test_scripts_it_does_not_know_get_no_vector_and_are_counted(encoder):
    texts = ["A road.", "राम बहादुर थापा अर्थमन्त्री थिए।", "", "Дорога закрыта."]
    embedded = encoder.embed_passages(texts)
    assert [vector is not None for vector in embedded.vectors] == [True, True, False, False]
    assert embedded.unknown == 2
    assert encoder.knows("सडक") and encoder.knows("2081-03-15")
    assert not encoder.knows("дорога")


def test_only_unknown_texts_ask_the_model_nothing(encoder):
    assert encoder.embed_queries(["дорога"]).vectors == (None,)
    assert encoder.embed_passages([]).vectors == ()


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        (
            "नगरपालिकाको बजेट कति हो?",
            "यस वर्ष नगरपालिकाको बजेट ४५ करोड रुपैयाँ छ।",
            "विद्यालय शनिबार बन्द रहन्छ।",
        ),
        (
            "How large is the municipality's budget?",
            "यस वर्ष नगरपालिकाको बजेट ४५ करोड रुपैयाँ छ।",
            "विद्यालय शनिबार बन्द रहन्छ।",
        ),
        (
            "नगरपालिकाको बजेट कति हो?",
            "The municipality's budget this year is 450 million rupees.",
            "The school is closed on Saturdays.",
        ),
        (
            "How large is the municipality's budget?",
            "यस वर्ष नगरपालिकाको बजेट ४५ करोड रुपैयाँ छ।",
            "The school is closed on Saturdays.",
        ),
    ],
)
def test_a_question_finds_its_answer_in_either_language(encoder, question, answer, other):
    asked = encoder.embed_queries([question]).vectors[0]
    right, wrong = encoder.embed_passages([answer, other]).vectors
    assert cosine(asked, right) > cosine(asked, wrong)


def test_the_similarity_of_a_match_has_one_scale_in_both_scripts(encoder):
    passages = ["The bridge opened in May.", "पुल जेठमा खुल्यो।"]
    for question in ("When did the bridge open?", "पुल कहिले खुल्यो?"):
        asked = encoder.embed_queries([question]).vectors[0]
        for vector in encoder.embed_passages(passages).vectors:
            assert 0.75 < cosine(asked, vector) < 1


def test_a_library_of_the_english_encoder_keeps_its_vectors(encoder):
    english = EnglishEncoder(settings.PRAMANA.assets)
    embedded = english.embed_passages(["A road in the hills.", "सडक"])
    assert (embedded.model, embedded.dimension, embedded.unknown) == (ENGLISH_ID, WIDTH, 1)
    assert english.calibration_id("सडक?") == ENGLISH_ID


def test_without_the_multilingual_model_english_is_still_searched(tmp_path):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / ENGLISH).symlink_to(settings.PRAMANA.assets / "models" / ENGLISH)
    assert encoder_for("packaged", assets=tmp_path).id == ENGLISH_ID
    with pytest.raises(EncoderMissing, match=MULTILINGUAL):
        encoder_for("packaged:multilingual", assets=tmp_path)


def test_a_text_longer_than_the_model_reads_is_cut_not_refused(encoder):
    assert encoder.embed_passages(["word " * 5000]).vectors[0] is not None


def test_a_question_is_encoded_where_it_is_asked_and_a_page_in_the_pool(encoder, monkeypatch):
    text = "Which tender was cancelled by the council?"
    there = encoder.embed_passages([text]).vectors[0]
    monkeypatch.setattr(
        "pramana.jobs.cpu.run_cpu", lambda path, id_, folder, texts, kind: [there] * len(texts)
    )
    here = encoder.embed_queries([text]).vectors[0]
    assert here is not there and cosine(here, there) > 0.95
    assert encoder.embed_queries([text * 100]).vectors[0] is there


def test_questions_asked_at_once_load_the_model_once(encoder, monkeypatch):
    loaded = []
    opened = local_encoders._opened
    monkeypatch.setattr(local_encoders, "_loaded", {})
    monkeypatch.setattr(
        local_encoders, "_opened", lambda *given: loaded.append(1) or opened(*given)
    )
    with ThreadPoolExecutor(4) as threads:
        vectors = list(threads.map(lambda _: encoder.embed_queries(["A road?"]).vectors, range(8)))
    assert loaded == [1, 1] and all(each == vectors[0] for each in vectors)


def test_a_model_file_that_is_broken_is_said_plainly(tmp_path):
    for model in (ENGLISH, MULTILINGUAL):
        folder = tmp_path / "models" / model
        folder.mkdir(parents=True)
        for name in (local_encoders.MODEL, local_encoders.TOKENIZER):
            (folder / name).write_bytes(b"not a model")
    with pytest.raises(EncoderMissing, match="cannot be loaded"):
        PackagedEncoder(tmp_path).embed_queries(["A road?"])


def test_more_texts_than_a_slice_keep_their_order(encoder):
    texts = [f"Paper number {number}." for number in range(40)]
    vectors = encoder.embed_passages(texts).vectors
    assert vectors[37] == encoder.embed_passages([texts[37]]).vectors[0]


def test_without_the_file_a_sentence_says_what_to_do(tmp_path):
    with pytest.raises(EncoderMissing, match=r"\./run"):
        encoder_for("packaged", assets=tmp_path)


def test_without_the_file_the_product_searches_by_words_and_says_so_once(
    tmp_path, settings, caplog
):
    change(settings, assets=tmp_path, embeddings="packaged")
    assert configured_encoder() is None
    assert configured_encoder() is None
    assert caplog.text.count("not set up") == 1
