"""Hosted encoders against a server that speaks their wire formats."""

import pytest

from pramana.llm.embeddings.api_encoder import ApiEncoder
from pramana.llm.embeddings.encoder import (
    EncoderChanged,
    EncoderMissing,
    EncoderUnavailable,
    normalise,
)
from pramana.llm.testing import fails, garbles, limits
from pramana.llm.testing.server import DIMENSION, vector_of

ALL = ["openai:text-embedding-3-small", "ollama:nomic-embed-text",
       "google:gemini-embedding-001", "cohere:embed-v4.0"]  # fmt: skip
TEXTS = ["A road.", "सडक", "A bridge."]


@pytest.fixture
def encode(models, monkeypatch):
    monkeypatch.setenv("COHERE_BASE_URL", models.url)
    monkeypatch.setenv("COHERE_API_KEY", "a-key-for-tests")
    return lambda written: ApiEncoder(*written.split(":", 1))


@pytest.mark.parametrize("written", ALL)
def test_each_provider_gives_vectors_in_order_with_their_model(encode, written):
    embedded = encode(written).embed_passages(TEXTS)
    assert (embedded.model, embedded.dimension) == (written, DIMENSION)
    assert list(embedded.vectors) == [normalise(vector_of(text)) for text in TEXTS]


@pytest.mark.parametrize(
    ("written", "query", "passage"),
    [
        ("google:m", "RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"),
        ("cohere:m", "search_query", "search_document"),
    ],
)
def test_questions_and_passages_are_told_apart(encode, models, written, query, passage):
    encode(written).embed_queries(["A road?"])
    encode(written).embed_passages(["A road."])
    assert query in str(models.asked[0].body)
    assert passage in str(models.asked[-1].body)


def test_many_texts_are_sent_in_batches(encode, models):
    texts = [f"Text {number}" for number in range(150)]
    vectors = encode("openai:m").embed_passages(texts).vectors
    assert vectors[149] == normalise(vector_of("Text 149"))
    sizes = [len(asked.body["input"]) for asked in models.asked]
    assert sorted(sizes) == [1, 22, 64, 64]


@pytest.mark.parametrize("trouble", [fails(500), limits(retry_after=0)], ids=["500", "429"])
def test_a_passing_trouble_is_tried_again_once(encode, models, trouble):
    models.will(trouble)
    assert encode("openai:m").dimension == DIMENSION
    assert len(models.asked) == 2


@pytest.mark.parametrize("trouble", [fails(500), garbles(), fails(400)], ids=["500", "bad", "400"])
def test_a_provider_that_fails_is_not_available(encode, models, trouble):
    models.otherwise = trouble
    with pytest.raises(EncoderUnavailable):
        encode("openai:m").embed_queries(["A road?"])


def test_a_refused_key_is_for_the_person_to_mend(encode, models):
    models.otherwise = fails(401)
    with pytest.raises(EncoderMissing, match="key"):
        encode("cohere:m").embed_queries(["A road?"])


def test_nobody_listening_is_not_available(encode, monkeypatch):
    monkeypatch.setenv("OLLAMA_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(EncoderUnavailable, match="cannot be reached"):
        encode("ollama:m").embed_queries(["A road?"])


def test_vectors_of_another_length_are_never_mixed_in(encode, monkeypatch):
    encoder = encode("openai:m")
    assert encoder.dimension == DIMENSION
    monkeypatch.setattr("pramana.llm.testing.server.DIMENSION", DIMENSION + 1)
    with pytest.raises(EncoderChanged):
        encoder.embed_queries(["A road?"])


@pytest.mark.parametrize("provider", ["openai", "google", "cohere"])
def test_without_a_key_the_variable_is_named(encode, monkeypatch, provider):
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY",
                 "COHERE_API_KEY", "CO_API_KEY"):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(EncoderMissing, match=f"{provider.upper()}_API_KEY"):
        encode(f"{provider}:m")
