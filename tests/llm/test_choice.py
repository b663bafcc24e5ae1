import pytest

from pramana.kit.errors import Misconfigured
from pramana.llm.engines import parse_engine, parse_engine_choice


def test_one_setting_answers_every_purpose():
    assert parse_engine_choice("anthropic:x").engine_for("chat.answer").name == "anthropic:x"


def test_an_override_by_purpose_wins_and_the_longest_one_most():
    choice = parse_engine_choice("offline", "chat=openai:a, chat.answer=mistral:b,agni=google:c")
    assert choice.engine_for("chat.answer").name == "mistral:b"
    assert choice.engine_for("chat.answer.short").name == "mistral:b"
    assert choice.engine_for("chat.title").name == "openai:a"
    assert choice.engine_for("agni.resolve").name == "google:c"
    assert choice.engine_for("chatter.title").is_offline


def test_a_model_name_may_have_colons():
    assert parse_engine("ollama:llama3.2:3b").model == "llama3.2:3b"


@pytest.mark.parametrize("written", ["", "gpt", "openai:", "deepthought:42", "offline:x"])
def test_an_unknown_engine_is_refused_with_what_may_be_written(written):
    with pytest.raises(Misconfigured, match="anthropic"):
        parse_engine(written)


@pytest.mark.parametrize("written", ["chat", "=openai:x"])
def test_an_override_without_purpose_or_engine_is_refused(written):
    with pytest.raises(Misconfigured, match="purpose=provider:model"):
        parse_engine_choice("offline", written)
