"""Answers through the providers' own clients, against a server that speaks their wire formats."""

from decimal import Decimal

import pytest

from pramana.llm.contracts import HistoryMessage, Prompt
from pramana.llm.errors import ModelNotConfigured
from pramana.llm.gateway import gateway_settings
from pramana.llm.testing import answers, says
from pramana.tenancy.choices import ModelChoice
from tests.llm.conftest import ANTHROPIC, OPENAI, SAY, WRITE, Draft

BOTH = pytest.mark.parametrize("engine", [OPENAI, ANTHROPIC])


@BOTH
def test_a_text_is_answered_with_its_engine_and_what_it_took(models, gateway_to, engine):
    models.will(says("Namaste, world."))
    completion = gateway_to(engine).ask(SAY)
    assert completion.output == "Namaste, world."
    assert completion.engine == engine
    assert completion.usage.requests == 1
    assert completion.usage.tokens_in > 0
    assert completion.usage.tokens_out > 0
    assert not completion.is_offline


@BOTH
def test_a_typed_prompt_is_answered_with_its_type(models, gateway_to, engine):
    models.will(answers({"title": "Roads", "pages": 3}))
    assert gateway_to(engine).complete(WRITE) == Draft(title="Roads", pages=3)


@BOTH
async def test_callers_on_an_event_loop_are_answered_too(models, gateway_to, engine):
    models.will(answers({"title": "Roads", "pages": 3}), says("Hello."))
    gateway = gateway_to(engine)
    assert await gateway.acomplete(WRITE) == Draft(title="Roads", pages=3)
    assert (await gateway.aask(SAY)).engine == engine


@BOTH
def test_an_answer_of_the_wrong_form_is_given_back_to_the_model_once(models, gateway_to, engine):
    models.will(answers({"title": "Roads"}), answers({"title": "Roads", "pages": 3}))
    completion = gateway_to(engine).ask(WRITE)
    assert completion.output.pages == 3
    assert completion.usage.requests == 2


def test_the_model_is_given_system_text_history_and_question_in_order(models, gateway_to):
    prompt = Prompt(
        "test.say",
        1,
        system="Be brief.",
        user="And now?",
        output=str,
        history=(HistoryMessage("person", "Who are you?"), HistoryMessage("model", "A model.")),
        max_tokens=77,
    )
    gateway_to().complete(prompt)
    body = models.asked[0].body
    assert [message["content"] for message in body["messages"]] == [
        "Be brief.",
        "Who are you?",
        "A model.",
        "And now?",
    ]
    assert body.get("max_completion_tokens", body.get("max_tokens")) == 77


def test_the_typed_input_of_a_prompt_is_never_sent(models, gateway_to):
    prompt = Prompt("t.say", 1, system="s", user="u", output=str, input={"secret": "xyzzy"})
    gateway_to().complete(prompt)
    assert "xyzzy" not in str(models.asked)


def test_a_server_that_speaks_like_openai_is_held_to_the_schema(models, gateway_to):
    models.will(answers({"title": "Roads", "pages": 3}))
    gateway_to().complete(WRITE)
    assert models.asked[0].body["response_format"]["type"] == "json_schema"


def test_prices_are_known_for_hosted_models_and_not_guessed_for_others(gateway_to):
    assert gateway_to(ANTHROPIC).ask(SAY).cost == Decimal("0.000175")  # 10 in, 5 out
    assert gateway_to("openai:gpt-4o").ask(SAY).cost is None
    assert gateway_to("ollama:llama3.2").ask(SAY).cost is None


@pytest.mark.parametrize(
    "engine", ["mistral:mistral-small-latest", "ollama:llama3.2", "google:gemini-flash-latest"]
)
def test_other_providers_are_a_matter_of_one_setting(models, gateway_to, engine):
    gateway = gateway_to(engine)
    assert gateway.ask(SAY).output == "Hello."
    assert gateway.stream(SAY).rest().output == "Hello."
    models.will(answers({"title": "Roads", "pages": 3}))
    assert gateway.complete(WRITE).pages == 3


def test_a_purpose_may_have_a_model_of_its_own(models, gateway_to):
    gateway = gateway_to(OPENAI, overrides=f"test.write={ANTHROPIC}")
    models.will(answers({"title": "Roads", "pages": 3}))
    assert gateway.ask(WRITE).engine == ANTHROPIC
    assert gateway.ask(SAY).engine == OPENAI
    assert gateway.engine_for(WRITE) == ANTHROPIC


@pytest.mark.parametrize(
    ("engine", "variable"),
    [
        ("anthropic:x", "ANTHROPIC_API_KEY"),
        ("google:x", "GOOGLE_API_KEY"),
        ("openai:x", "OPENAI_API_KEY"),
        ("mistral:x", "MISTRAL_API_KEY"),
    ],
)
def test_without_a_key_the_person_is_told_which_variable_to_set(
    gateway_to, monkeypatch, engine, variable
):
    for name in ("OPENAI_BASE_URL", "GEMINI_API_KEY", "OPENAI_API_KEY", variable):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ModelNotConfigured, match=variable):
        gateway_to(engine).complete(SAY)


def test_the_product_starts_offline():
    config = gateway_settings(ModelChoice())
    assert config.choice.default.is_offline
    assert (config.timeout, config.concurrency) == (30, 20)


def test_a_sync_call_inside_an_event_loop_does_not_deadlock(gateway_to):
    import asyncio

    async def careless() -> str:
        return gateway_to().complete(SAY)

    assert asyncio.run(careless()) == "Hello."
