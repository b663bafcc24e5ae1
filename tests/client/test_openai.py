"""The real OpenAI client against a running product: cited answers, streams, models, vectors."""

from uuid import uuid4

import pytest
from openai import AuthenticationError, BadRequestError, NotFoundError, OpenAI

from pramana.client import Pramana
from tests.product import PATIENCE, Product

NOBODY = "5f0c6a52-9a0e-4f6b-8c1d-2b7e9d4a1c33"
QUESTION = "What does the survey of the old canal cost?"


@pytest.fixture
def openai(product: Product, document_id: str):
    with OpenAI(base_url=f"{product.url}/v1", api_key=product.key, timeout=PATIENCE) as client:
        yield client


def ask(client: OpenAI, *said: str, model: str = "pramana", **options):
    """Messages alternate between the user and the assistant."""
    roles = ("user", "assistant")
    messages = [{"role": roles[n % 2], "content": text} for n, text in enumerate(said)]
    return client.chat.completions.create(model=model, messages=messages, **options)


def test_an_answer_comes_with_its_citations(openai: OpenAI, document_id: str) -> None:
    answer = ask(openai, QUESTION).choices[0]

    assert answer.finish_reason == "stop"
    assert "310,000" in answer.message.content
    [citation, *_] = [each.url_citation for each in answer.message.annotations]
    cited = answer.message.content[citation.start_index : citation.end_index]
    assert "310,000" in cited and "310,000" in citation.quote
    assert str(citation.document_id) == document_id


def test_a_stream_says_the_same_and_ends_with_annotations(openai: OpenAI) -> None:
    whole = ask(openai, QUESTION).choices[0].message
    pieces = list(ask(openai, QUESTION, stream=True, stream_options={"include_usage": True}))

    choices = [piece.choices[0] for piece in pieces if piece.choices]
    assert choices[0].delta.role == "assistant"
    assert "".join(each.delta.content or "" for each in choices).strip() == whole.content
    assert choices[-1].finish_reason == "stop"
    assert len(choices[-1].delta.annotations) == len(whole.annotations)
    assert pieces[-1].usage.completion_tokens == len(whole.content.split())


def test_a_follow_up_knows_what_was_said_before(openai: OpenAI) -> None:
    question = "Who was hired by the ward office of Bhairavi?"
    first = ask(openai, question).choices[0].message.content
    second = ask(openai, question, first, "When was he hired?")

    assert "Dipak Thapa" in first
    assert "3 May 2024" in second.choices[0].message.content


def test_what_the_papers_do_not_say_is_not_cited(openai: OpenAI) -> None:
    message = ask(openai, "What is the boiling point of tungsten?").choices[0].message

    assert message.content
    assert not message.annotations


def test_models_are_everything_and_each_collection(openai: OpenAI, product: Product) -> None:
    with Pramana(product.url, product.key, timeout=PATIENCE) as client:
        collection = client.documents.create_collection(f"Empty {uuid4().hex[:6]}")
    named = {model.id: model.name for model in openai.models.list()}

    assert named["pramana"] == "Pramana"
    assert named[f"collection:{collection.id}"] == collection.name
    empty = ask(openai, QUESTION, model=f"collection:{collection.id}").choices[0].message
    assert "310,000" not in empty.content and not empty.annotations


@pytest.mark.parametrize(
    "model", ["gpt-5", "collection:", f"collection:{NOBODY}", f"case:{NOBODY}", "case:x"]
)
def test_a_model_that_names_nothing_is_not_found(openai: OpenAI, model: str) -> None:
    with pytest.raises(NotFoundError) as refused:
        ask(openai, QUESTION, model=model)
    assert refused.value.code == "model_not_found"


def test_errors_have_openais_shape(openai: OpenAI, product: Product) -> None:
    with pytest.raises(BadRequestError):
        ask(openai, "  ")
    with pytest.raises(BadRequestError):
        openai.chat.completions.create(model="pramana", messages=[])
    with (
        OpenAI(base_url=f"{product.url}/v1", api_key="pmn_wrong") as stranger,
        pytest.raises(AuthenticationError),
    ):
        stranger.models.list()


@pytest.mark.parametrize("form", ["float", "base64"])
def test_vectors_come_from_the_products_encoder(openai: OpenAI, form: str) -> None:
    texts = ["A road in the hills.", "सडक"]
    made = openai.embeddings.create(model="pramana", input=texts, encoding_format=form)

    assert [row.index for row in made.data] == [0, 1]
    if form == "float":
        assert all(abs(sum(n * n for n in row.embedding) - 1) < 1e-3 for row in made.data)
    else:
        assert all(isinstance(row.embedding, str) for row in made.data)


def test_a_text_that_the_encoder_cannot_read_is_refused(openai: OpenAI) -> None:
    with pytest.raises(BadRequestError, match="script"):
        openai.embeddings.create(model="pramana", input=["дорога"], encoding_format="float")
