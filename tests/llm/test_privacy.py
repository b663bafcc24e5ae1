"""What was asked and answered appears in no log, span, ledger row or traceback."""

import logging
import traceback

import pytest
from django.db import connection
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from pramana.kit.errors import NotFound
from pramana.kit.scope import ScopeContext
from pramana.llm import ledger as spans_module
from pramana.llm.contracts import HistoryMessage, Prompt
from pramana.llm.errors import ModelError
from pramana.llm.ledger import LEDGER
from pramana.llm.offline import offline_answer
from pramana.llm.testing import answers, breaks_off, calls, fails, garbles, says
from tests.llm.conftest import ANTHROPIC, OPENAI, Draft

SECRETS = ("PROMPTWORD", "SYSTEMWORD", "HISTORYWORD", "INPUTWORD", "ANSWERWORD", "TOOLWORD", "KEY")
TALK = {
    "system": "SYSTEMWORD",
    "user": "PROMPTWORD",
    "input": {"word": "INPUTWORD"},
    "history": (HistoryMessage("person", "HISTORYWORD"), HistoryMessage("model", "HISTORYWORD")),
}
SAY = Prompt("privacy.say", 1, output=str, **TALK)
WRITE = Prompt("privacy.write", 1, output=Draft, **TALK)


def look(word: str) -> str:
    """Look a word up."""
    if word.startswith("bad"):
        raise NotFound(f"TOOLWORD {word}")
    return f"TOOLWORD {word}"


@offline_answer("privacy.say")
def say_offline(prompt):
    return "ANSWERWORD"


@pytest.fixture
def spans(monkeypatch):
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(spans_module, "_tracer", provider.get_tracer("test"))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    return exporter


@pytest.fixture
def everything_said(caplog, capfd, monkeypatch):
    """All logging at its loudest, from every library."""
    caplog.set_level(logging.DEBUG)
    for name in ("openai", "anthropic", "httpx", "httpx2", "httpcore", "httpcore2", "asyncio"):
        monkeypatch.setattr(logging.getLogger(name), "level", logging.DEBUG)
    return lambda: caplog.text + "".join(capfd.readouterr())


def converse(models, gateway):
    """Every kind of call, with every kind of ending; returns the tracebacks."""
    models.will(says("ANSWERWORD " * 5), answers({"title": "ANSWERWORD", "pages": 1}))
    gateway.complete(SAY)
    gateway.complete(WRITE)
    models.will(says("ANSWERWORD " * 5))
    gateway.stream(SAY).rest()
    models.will(calls("look", word="ANSWERWORD"), calls("look", word="bad ANSWERWORD"))
    models.will(answers({"title": "ANSWERWORD", "pages": 1}))
    gateway.agent(WRITE, [look]).rest()
    wrong = answers({"title": ["ANSWERWORD"], "pages": "ANSWERWORD"})
    failures = []
    for replies in ([wrong, wrong], [fails(400, error="ANSWERWORD")], [garbles(), garbles()]):
        models.will(*replies)
        failures.append(failure(lambda: gateway.complete(WRITE)))
    models.will(breaks_off("ANSWERWORD " * 9))
    failures.append(failure(lambda: gateway.stream(SAY).rest()))
    return "".join(failures)


def failure(work):
    with pytest.raises(ModelError) as caught:
        work()
    logging.getLogger("test").error("It failed", exc_info=caught.value)
    return "".join(traceback.format_exception(caught.value)) + repr(caught.value)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("engine", [OPENAI, ANTHROPIC, "offline"])
def test_no_word_of_a_conversation_is_kept_anywhere(
    models, gateway_to, scope, spans, everything_said, monkeypatch, engine
):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-KEY")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-KEY")
    inside = ScopeContext(tenant_id=scope.tenant_id, run_id=scope.trace_id)
    gateway = gateway_to(engine, scope=inside)
    if engine == "offline":
        gateway.complete(SAY)
        traces = ""
    else:
        traces = converse(models, gateway)
    assert LEDGER.flush()
    with connection.cursor() as cursor:
        cursor.execute("SELECT json_agg(llm_modelcall)::text FROM llm_modelcall")
        ledger = cursor.fetchone()[0]
    finished = spans.get_finished_spans()
    kept = "".join([everything_said(), traces, ledger, *(span.to_json() for span in finished)])
    assert [word for word in SECRETS if word in kept] == []
    assert "privacy.say" in ledger
    assert finished


def test_spans_carry_ids_names_and_counts(models, gateway_to, scope, spans):
    models.will(calls("look", word="a"), answers({"title": "x", "pages": 1}))
    inside = ScopeContext(tenant_id=scope.tenant_id, run_id=scope.trace_id)
    gateway_to(ANTHROPIC, scope=inside).agent(WRITE, [look]).rest()
    named = {span.name: span for span in spans.get_finished_spans()}
    assert set(named) == {"llm.agent", "llm.request", "llm.tool"}
    call = named["llm.agent"]
    assert call.attributes["pramana.tenant_id"] == str(scope.tenant_id)
    assert call.attributes["pramana.run_id"] == str(scope.trace_id)
    assert call.attributes["gen_ai.request.model"] == ANTHROPIC
    assert call.attributes["gen_ai.usage.input_tokens"] == 20
    assert named["llm.tool"].attributes["pramana.tool"] == "look"
    assert named["llm.request"].parent.span_id == call.context.span_id


def test_the_library_below_makes_no_spans_of_its_own_even_when_told_to(
    models, gateway_to, scope, monkeypatch
):
    from pydantic_ai import Agent, InstrumentationSettings

    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    loud = InstrumentationSettings(tracer_provider=provider, include_content=True)
    monkeypatch.setattr(Agent, "_instrument_default", loud)
    models.will(calls("look", word="a"), answers({"title": "x", "pages": 1}))
    gateway_to(scope=scope).agent(WRITE, [look]).rest()
    assert exporter.get_finished_spans() == ()


def test_a_span_belongs_to_the_span_of_its_caller(gateway_to, spans):
    with spans_module.span("outer", {}) as outer:
        gateway_to().complete(SAY)
    call = next(span for span in spans.get_finished_spans() if span.name == "llm.complete")
    assert call.parent.span_id == outer.get_span_context().span_id


def test_prompts_and_turns_keep_their_words_out_of_their_repr():
    assert not [word for word in SECRETS if word in repr(SAY)]
