"""The real OpenAI client against a running product: cited answers, streams, models, vectors."""

import json
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

import pytest
from openai import AuthenticationError, BadRequestError, NotFoundError, OpenAI
from openai.types.chat import ChatCompletion

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
    assert citation.number == 1 and answer.message.content.endswith("[1]")


def test_a_citation_leads_to_the_quoted_words(
    openai: OpenAI, product: Product, document_id: str
) -> None:
    [citation, *_] = ask(openai, QUESTION).choices[0].message.annotations
    address = urlsplit(citation.url_citation.url)

    assert citation.url_citation.url.startswith(f"{product.url}/app/documents/{document_id}?")
    assert parse_qs(address.query)["quote"] == [citation.url_citation.quote]


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
    shown = first.replace("[1]", "[4]")  # programs number sources in their own way
    second = ask(openai, question, shown, "When was he hired?")

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
    assert openai.models.retrieve(f"collection:{collection.id}").name == collection.name
    with pytest.raises(NotFoundError, match="no model"):
        openai.models.retrieve(f"collection:{NOBODY}")
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


def turn_id(made: ChatCompletion) -> UUID:
    return UUID(made.id.removeprefix("chatcmpl-"))


JSON = {"type": "json_object"}
CHOICE = {"type": "function", "function": {"name": "add"}}
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
TEXT = {"type": "text", "text": QUESTION}
TOOL = {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}


@pytest.mark.parametrize(
    ("parameter", "value"),
    [("response_format", JSON), ("tool_choice", "required"), ("tool_choice", CHOICE), ("n", 2)],
)
def test_what_an_answer_cannot_be_is_refused(openai: OpenAI, parameter: str, value: object) -> None:
    with pytest.raises(BadRequestError) as refused:
        ask(openai, QUESTION, **{parameter: value, "tools": [TOOL]})
    assert refused.value.param == parameter
    assert refused.value.code == "unsupported_parameter"


def test_parameters_of_models_have_no_effect(openai: OpenAI) -> None:
    plain = ask(openai, QUESTION).choices[0].message.content
    options = {"stop": ["310"], "max_tokens": 2, "max_completion_tokens": 2, "seed": 1}
    texts = {"response_format": {"type": "text"}, "user": "someone", "tools": [TOOL], "n": 1}

    assert ask(openai, QUESTION, **options, **texts).choices[0].message.content == plain


def test_a_message_may_have_parts_but_no_pictures(openai: OpenAI) -> None:
    def complete(*messages: dict[str, object]) -> str:
        made = openai.chat.completions.create(model="pramana", messages=messages)
        return made.choices[0].message.content

    assert "310,000" in complete({"role": "user", "content": [TEXT]})
    seen = {"role": "user", "content": [TEXT, PICTURE]}
    with pytest.raises(BadRequestError, match="Pictures"):
        complete(seen)
    said = {"role": "assistant", "content": "A canal."}
    assert "310,000" in complete(seen, said, {"role": "user", "content": QUESTION})


def test_context_beside_a_question_is_refused(openai: OpenAI) -> None:
    with pytest.raises(BadRequestError, match="question alone"):
        ask(openai, f"Use this.\n<context>\nIt costs 5.\n</context>\n{QUESTION}")


def test_long_instructions_and_long_conversations_are_taken(openai: OpenAI) -> None:
    system = {"role": "system", "content": "Be kind. " * 8_000}
    roles = ("user", "assistant")
    said = [{"role": roles[n % 2], "content": f"Message {n}."} for n in range(300)]
    asked = {"role": "user", "content": QUESTION}
    made = openai.chat.completions.create(model="pramana", messages=[system, *said, asked])

    assert "310,000" in made.choices[0].message.content


CHAT = f"<chat_history>\nUSER: {QUESTION}\nASSISTANT: It costs 310,000. [1]\n</chat_history>"
"""How Open WebUI quotes a conversation in the prompts it sends after each answer."""


@pytest.mark.parametrize(
    ("key", "reply"),
    [("title", QUESTION), ("queries", [QUESTION]), ("tags", []), ("follow_ups", [])],
)
def test_prompts_of_chat_programs_are_no_questions(
    openai: OpenAI, product: Product, key: str, reply: object
) -> None:
    prompt = f'### Task:\nWrite about the chat.\n### Output:\n{{ "{key}": "…" }}\n{CHAT}'
    whole = ask(openai, prompt)
    content = whole.choices[0].message.content
    pieces = ask(openai, prompt, stream=True)

    assert json.loads(content) == {key: reply}
    assert "".join(piece.choices[0].delta.content or "" for piece in pieces) == content
    with product.client() as client:
        kept = [client.get(f"/chat/stream/{turn_id(each)}") for each in (whole, ask(openai, "Hi"))]
    assert [each.status_code for each in kept] == [404, 200]


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


def test_many_texts_at_once_get_vectors(openai: OpenAI) -> None:
    """LangChain sends a thousand at a time; these are more than the encoder takes at once."""
    made = openai.embeddings.create(model="pramana", input=[f"road {n}" for n in range(200)])

    assert len(made.data) == 200


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([[791, 5754]], "check_embedding_ctx_length"),
        ([791, 5754], "check_embedding_ctx_length"),
        (["road", " "], "Input 1 is empty"),
        ([], "Send 1 to"),
        (["road"] * 2_049, "Send 1 to"),
    ],
)
def test_input_that_is_no_list_of_texts_is_refused(
    openai: OpenAI, given: object, sentence: str
) -> None:
    with pytest.raises(BadRequestError, match=sentence):
        openai.embeddings.create(model="pramana", input=given)


def test_vectors_of_another_length_are_refused(openai: OpenAI) -> None:
    with pytest.raises(BadRequestError, match="Leave out `dimensions`"):
        openai.embeddings.create(model="pramana", input="road", dimensions=64)
