import pytest

from pramana.kit.errors import NotFound
from pramana.llm.contracts import Prompt, ToolCalled, ToolReturned, ToolUse
from pramana.llm.errors import ModelUnavailable
from pramana.llm.offline import offline_answer
from pramana.llm.testing import ScriptedGateway, ToolScript
from tests.llm.conftest import SAY, WRITE, Draft

ROADS = Draft(title="Roads", pages=3)


def test_it_answers_by_name_and_keeps_what_it_was_asked():
    gateway = ScriptedGateway({"test.say": "Hello.", "test.write": ROADS})
    assert gateway.complete(SAY) == "Hello."
    assert gateway.ask(WRITE).output == ROADS
    assert gateway.ask(WRITE).engine == "scripted"
    assert gateway.prompts == [SAY, WRITE, WRITE]
    assert gateway.prompts_named("test.say") == [SAY]


def test_answers_may_come_in_order_from_a_function_or_as_an_error():
    gateway = ScriptedGateway(
        {
            "test.say": ["first", lambda prompt: prompt.user, ModelUnavailable("down")],
            "test.write": lambda prompt: ROADS,
        }
    )
    assert [gateway.complete(SAY) for _ in range(2)] == ["first", SAY.user]
    with pytest.raises(ModelUnavailable):
        gateway.complete(SAY)
    with pytest.raises(AssertionError, match="no more answers"):
        gateway.complete(SAY)
    assert gateway.complete(WRITE) == ROADS


def test_a_prompt_without_a_script_fails_by_name():
    with pytest.raises(AssertionError, match=r"test\.say"):
        ScriptedGateway({}).complete(SAY)


def test_an_answer_of_the_wrong_type_fails():
    with pytest.raises(TypeError, match="Draft"):
        ScriptedGateway({"test.write": "words"}).complete(WRITE)


def test_it_streams():
    stream = ScriptedGateway({"test.say": "one two three"}).stream(SAY)
    assert [delta.text for delta in stream] == ["one ", "two ", "three"]


async def test_it_serves_event_loops():
    gateway = ScriptedGateway({"test.say": "one two", "test.write": ROADS})
    assert await gateway.acomplete(WRITE) == ROADS
    assert [delta.text async for delta in gateway.astream(SAY)] == ["one ", "two"]


def test_an_agent_uses_the_tools_its_script_names():
    def read(page: int) -> str:
        """Read a page."""
        if page > 5:
            raise NotFound("no such page")
        return f"page {page}"

    script = ToolScript([ToolUse("read", {"page": 1}), ToolUse("read", {"page": 9})], ROADS)
    stream = ScriptedGateway({"test.write": script}).agent(WRITE, [read])
    events = list(stream)
    assert [type(event) for event in events] == [ToolCalled, ToolReturned] * 2
    assert [event.content for event in events[1::2]] == ["page 1", "no such page"]
    assert stream.output == ROADS


def test_it_falls_back_as_the_real_one_does():
    offline_answer("scripted.say")(lambda prompt: "from code")
    prompt = Prompt("scripted.say", 1, system="s", user="u", output=str)
    gateway = ScriptedGateway({"scripted.say": ModelUnavailable("down")})
    assert gateway.ask(prompt, fallback="offline").is_offline
