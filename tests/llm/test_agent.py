import threading

import pytest

from pramana.kit.errors import NotFound
from pramana.llm.contracts import Prompt, TextDelta, ToolCalled, ToolReply, ToolReturned
from pramana.llm.errors import AgentUnfinished, ModelUnavailable
from pramana.llm.testing import answers, calls, fails, says
from tests.llm.conftest import ANTHROPIC, OPENAI, WRITE, Draft

BOTH = pytest.mark.parametrize("engine", [OPENAI, ANTHROPIC])
DONE = answers({"title": "Roads", "pages": 3})


def add(first: int, second: int) -> int:
    """Add two numbers."""
    return first + second


@BOTH
def test_an_agent_uses_tools_and_comes_to_its_answer(models, gateway_to, engine):
    models.will(calls("add", first=2, second=3), DONE)
    stream = gateway_to(engine).agent(WRITE, [add])
    events = list(stream)
    called, returned = events
    assert isinstance(called, ToolCalled)
    assert called.arguments == {"first": 2, "second": 3}
    assert returned == ToolReturned(called.call_id, "add", "5", is_error=False)
    assert stream.output == Draft(title="Roads", pages=3)
    assert stream.completion.usage.requests == 2


@BOTH
async def test_an_agent_on_an_event_loop_uses_async_and_plain_tools(models, gateway_to, engine):
    async def double(number: int) -> int:
        """Double a number."""
        return number * 2

    models.will(calls("double", number=4), calls("add", first=1, second=1), DONE)
    stream = gateway_to(engine).aagent(WRITE, [double, add])
    events = [event async for event in stream]
    replies = [event.content for event in events if isinstance(event, ToolReturned)]
    assert replies == ["8", "2"]
    assert stream.output.pages == 3


def test_a_plain_caller_may_have_async_tools(models, gateway_to):
    async def double(number: int) -> int:
        """Double a number."""
        return number * 2

    models.will(calls("double", number=4), DONE)
    assert [*gateway_to().agent(WRITE, [double])][1].content == "8"


def test_tools_run_in_the_thread_of_the_caller(models, gateway_to):
    seen = []

    def where() -> str:
        """Say where this runs."""
        seen.append(threading.current_thread())
        return "here"

    models.will(calls("where"), DONE)
    gateway_to().agent(WRITE, [where]).rest()
    assert seen == [threading.current_thread()]


def test_the_model_is_shown_names_types_and_docstrings(models, gateway_to):
    models.will(DONE)
    gateway_to().agent(WRITE, [add]).rest()
    function = models.asked[0].body["tools"][0]["function"]
    assert function["name"] == "add"
    assert function["description"] == "Add two numbers."
    assert function["parameters"]["properties"]["first"]["type"] == "integer"


@BOTH
def test_what_a_tool_refuses_is_told_to_the_model(models, gateway_to, engine):
    def read(page: int) -> str:
        """Read a page."""
        raise NotFound(f"There is no page {page}.")

    models.will(calls("read", page=9), DONE)
    stream = gateway_to(engine).agent(WRITE, [read])
    returned = next(event for event in [*stream] if isinstance(event, ToolReturned))
    assert returned.is_error
    assert returned.content == "There is no page 9."
    assert "There is no page 9." in str(models.asked[1].body)


def test_a_tool_may_say_itself_that_its_reply_is_an_error(models, gateway_to):
    def read(page: int) -> ToolReply:
        """Read a page."""
        return ToolReply("too far", is_error=True)

    models.will(calls("read", page=9), DONE)
    returned = [*gateway_to().agent(WRITE, [read])][1]
    assert (returned.content, returned.is_error) == ("too far", True)


def test_a_mistake_of_ours_in_a_tool_ends_the_call(models, gateway_to):
    def broken() -> str:
        """Break."""
        raise ZeroDivisionError

    models.will(calls("broken"), DONE)
    with pytest.raises(ZeroDivisionError):
        gateway_to().agent(WRITE, [broken]).rest()


@BOTH
def test_wrong_arguments_go_back_to_the_model_and_not_to_the_tool(models, gateway_to, engine):
    models.will(calls("add", first="x"), calls("add", first=1, second=2), DONE)
    replies = [
        event for event in gateway_to(engine).agent(WRITE, [add]) if isinstance(event, ToolReturned)
    ]
    assert [reply.is_error for reply in replies] == [True, False]


def test_a_tool_may_have_parameters_of_any_name(models, gateway_to):
    def look(function: str, prompt: str) -> str:
        """Look something up."""
        return function + prompt

    models.will(calls("look", function="a", prompt="b"), DONE)
    assert [*gateway_to().agent(WRITE, [look])][1].content == "ab"


def test_a_tool_may_ask_a_model_itself(models, gateway_to):
    gateway = gateway_to(concurrency=1)

    def summarise() -> str:
        """Ask another model."""
        return gateway.complete(Prompt("test.sum", 1, system="s", user="u", output=str))

    models.will(calls("summarise"), says("A summary."), DONE)
    assert [*gateway.agent(WRITE, [summarise])][1].content == "A summary."


def test_each_request_of_an_agent_is_tried_again_once(models, gateway_to):
    models.will(fails(500), calls("add", first=1, second=2), fails(500), DONE)
    assert gateway_to().agent(WRITE, [add]).rest().usage.requests == 4


def test_an_agent_that_comes_to_no_end_is_stopped(models, gateway_to):
    models.otherwise = calls("add", first=1, second=2)
    with pytest.raises(AgentUnfinished, match="4 requests"):
        gateway_to().agent(WRITE, [add], most_requests=4).rest()
    assert len(models.asked) == 4


def test_a_model_that_goes_down_in_the_middle_ends_the_agent(models, gateway_to):
    models.will(calls("add", first=1, second=2))
    models.otherwise = fails(500)
    with pytest.raises(ModelUnavailable):
        gateway_to().agent(WRITE, [add]).rest()


def test_an_agent_may_end_in_words(models, gateway_to):
    prompt = Prompt("test.talk", 1, system="s", user="u", output=str)
    models.will(calls("add", first=1, second=2), says("It is three."))
    stream = gateway_to().agent(prompt, [add])
    words = [event.text for event in stream if isinstance(event, TextDelta)]
    assert "".join(words) == "It is three." == stream.output
