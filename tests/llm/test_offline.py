"""Without a model the product still answers, by deterministic code, and says so."""

import subprocess
import sys
import threading
from collections.abc import Generator

import pytest

from pramana.kit.errors import NotFound
from pramana.llm.contracts import OFFLINE, Prompt, ToolCalled, ToolReply, ToolReturned, ToolUse
from pramana.llm.errors import ModelUnavailable, NoOfflineAnswer
from pramana.llm.offline import offline_answer, offline_policy
from pramana.llm.testing import breaks_off, calls, fails
from tests.llm.conftest import Draft

TITLE = Prompt("offline.title", 1, system="s", user="u", output=Draft, input="Roads of Nepal")
TALK = Prompt("offline.talk", 1, system="s", user="u", output=str, input="one two three")
READ = Prompt("offline.read", 1, system="s", user="u", output=Draft, input=[1, 9, 2])


@offline_answer("offline.title")
def title(prompt: Prompt[Draft]) -> Draft:
    return Draft(title=prompt.input, pages=len(prompt.input.split()))


@offline_answer("offline.talk")
def talk(prompt: Prompt[str]) -> str:
    return f"{prompt.input} in {threading.current_thread().name}"


@offline_policy("offline.read")
def read_all(prompt: Prompt[Draft]) -> Generator[ToolUse, ToolReply, Draft]:
    found = []
    for page in prompt.input:
        reply = yield ToolUse("read", {"page": page})
        if not reply.is_error:
            found.append(reply.content)
    return Draft(title=" ".join(found), pages=len(found))


def read(page: int) -> str:
    """Read a page."""
    if page > 5:
        raise NotFound(f"There is no page {page}.")
    return f"page-{page}"


@pytest.fixture
def offline(gateway_to):
    return gateway_to(OFFLINE)


def test_a_registered_function_answers_from_the_typed_input(offline, models):
    completion = offline.ask(TITLE)
    assert completion.output == Draft(title="Roads of Nepal", pages=3)
    assert completion.engine == OFFLINE
    assert completion.is_offline
    assert (completion.usage.tokens_in, completion.usage.requests) == (0, 0)
    assert completion.cost is None
    assert models.asked == []


def test_it_answers_in_the_thread_of_the_caller(offline):
    assert threading.current_thread().name in offline.complete(TALK)


async def test_it_answers_callers_on_an_event_loop(offline):
    assert (await offline.acomplete(TITLE)).pages == 3


def test_a_stream_comes_in_pieces_and_loses_nothing(offline):
    stream = offline.stream(TALK)
    pieces = [delta.text for delta in stream]
    assert len(pieces) > 3
    assert "".join(pieces) == stream.output


def test_a_policy_drives_the_same_tools_in_the_same_loop(offline):
    stream = offline.agent(READ, [read])
    events = list(stream)
    assert [event.arguments for event in events if isinstance(event, ToolCalled)] == [
        {"page": 1},
        {"page": 9},
        {"page": 2},
    ]
    errors = [event.is_error for event in events if isinstance(event, ToolReturned)]
    assert errors == [False, True, False]
    assert stream.output == Draft(title="page-1 page-2", pages=2)
    assert stream.completion.engine == OFFLINE


async def test_a_policy_runs_for_callers_on_an_event_loop(offline):
    assert (await offline.aagent(READ, [read]).rest()).output.pages == 2


def test_a_prompt_without_an_offline_answer_says_what_to_do(offline):
    prompt = Prompt("offline.nothing", 1, system="s", user="u", output=str)
    with pytest.raises(NoOfflineAnswer, match="PRAMANA_MODEL"):
        offline.complete(prompt)
    with pytest.raises(NoOfflineAnswer, match=r"offline\.nothing"):
        offline.agent(prompt, [read]).rest()


def test_an_answer_of_the_wrong_type_is_a_mistake_of_ours(offline):
    @offline_answer("offline.wrong")
    def wrong(prompt):
        return 5

    with pytest.raises(TypeError, match="not a str"):
        offline.complete(Prompt("offline.wrong", 1, system="s", user="u", output=str))


def test_two_answers_for_one_prompt_are_refused():
    with pytest.raises(RuntimeError, match="already has"):

        @offline_answer("offline.title")
        def other(prompt):
            return "x"


def test_it_stands_in_for_a_model_that_is_down_where_the_call_allows_it(models, gateway_to):
    models.otherwise = fails(500)
    gateway = gateway_to()
    assert gateway.ask(TITLE, fallback=OFFLINE).engine == OFFLINE
    assert gateway.stream(TALK, fallback=OFFLINE).rest().engine == OFFLINE
    with pytest.raises(ModelUnavailable):
        gateway.ask(TITLE)


def test_it_stands_in_for_a_model_without_a_key(gateway_to, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    assert gateway_to("anthropic:x").ask(TITLE, fallback=OFFLINE).is_offline


def test_it_does_not_finish_what_a_model_began_to_say(models, gateway_to):
    models.otherwise = breaks_off("one two three four five")
    with pytest.raises(ModelUnavailable):
        gateway_to().stream(TALK, fallback=OFFLINE).rest()


def test_it_does_not_repeat_what_an_agent_began_to_do(models, gateway_to):
    models.will(calls("read", page=1))
    models.otherwise = fails(500)
    with pytest.raises(ModelUnavailable):
        gateway_to().agent(READ, [read], fallback=OFFLINE).rest()


@pytest.mark.starts
def test_an_offline_answer_loads_no_model_library():
    script = (
        # so no settings are read from the database
        "import os; os.environ.update(PRAMANA_MODEL='offline', PRAMANA_EMBEDDINGS='packaged');"
        "import django; django.setup();"
        "from uuid import uuid4; from pramana.kit.scope import Scope;"
        "from pramana.llm.gateway import gateway; from pramana.llm.contracts import Prompt;"
        "from pramana.llm.offline import offline_answer; from pramana.llm.ledger import LEDGER;"
        "from pramana.llm.embeddings.encoder import configured_encoder;"
        "offline_answer('t.x')(lambda prompt: 'hello');"
        "prompt = Prompt('t.x', 1, system='', user='', output=str);"
        "assert gateway(Scope(tenant_id=uuid4())).complete(prompt) == 'hello';"
        "configured_encoder();"
        "import sys;"
        "heavy = {'pydantic_ai', 'openai', 'anthropic', 'onnxruntime', 'tokenizers', 'numpy'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"
