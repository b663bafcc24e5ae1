import asyncio
import gc
import threading
import time

import pytest

from pramana.llm.contracts import TextDelta
from pramana.llm.errors import ModelCutOff, ModelTimeout, ModelUnavailable
from pramana.llm.testing import breaks_off, fails, hangs, says
from tests.llm.conftest import ANTHROPIC, OPENAI, SAY
from tests.waiting import wait_until

BOTH = pytest.mark.parametrize("engine", [OPENAI, ANTHROPIC])
SENTENCE = "one two three four five six seven eight"


@BOTH
def test_words_come_as_they_are_said_and_the_completion_at_the_end(models, gateway_to, engine):
    models.will(says(SENTENCE))
    stream = gateway_to(engine).stream(SAY)
    pieces = [delta.text for delta in stream]
    assert len(pieces) > 3
    assert "".join(pieces) == SENTENCE == stream.output
    assert stream.completion.engine == stream.engine == engine
    assert stream.completion.usage.tokens_out > 0


@BOTH
async def test_callers_on_an_event_loop_stream_too(models, gateway_to, engine):
    models.will(says(SENTENCE))
    async with gateway_to(engine).astream(SAY) as stream:
        pieces = [delta.text async for delta in stream]
    assert "".join(pieces) == SENTENCE
    assert stream.completion.output == SENTENCE


def test_a_stream_that_is_not_read_to_its_end_has_no_completion(gateway_to):
    stream = gateway_to().stream(SAY)
    with pytest.raises(RuntimeError, match="read to its end"):
        _ = stream.completion
    stream.close()


@BOTH
def test_a_stream_that_cannot_begin_is_tried_again_once(models, gateway_to, engine):
    models.will(fails(503), says(SENTENCE))
    assert gateway_to(engine).stream(SAY).rest().usage.requests == 2


@BOTH
@pytest.mark.parametrize("politely", [True, False])
def test_a_stream_that_breaks_off_says_so_after_what_was_said(models, gateway_to, engine, politely):
    models.otherwise = breaks_off(SENTENCE, politely=politely)
    heard = []
    with pytest.raises(ModelCutOff):
        heard.extend(delta.text for delta in _kept(gateway_to(engine).stream(SAY), heard))
    assert heard
    assert SENTENCE.startswith("".join(heard))
    assert len(models.asked) == 1


def _kept(stream, heard):
    for delta in stream:
        heard.append(delta.text)
    return ()


@BOTH
def test_a_stream_whose_first_words_do_not_come_is_given_up(models, gateway_to, engine):
    gateway_to(engine).complete(SAY)
    models.otherwise = hangs()
    with pytest.raises(ModelTimeout):
        gateway_to(engine, timeout=0.5).stream(SAY).rest()


def test_closing_a_stream_frees_its_place(models, gateway_to):
    models.otherwise = hangs()
    gateway = gateway_to(concurrency=1)
    stream = gateway.stream(SAY)
    wait_until(lambda: models.asked)
    stream.close()
    models.otherwise = says("Free.")
    assert gateway.complete(SAY) == "Free."


def test_an_abandoned_stream_frees_its_place_too(models, gateway_to):
    models.otherwise = hangs()
    gateway = gateway_to(concurrency=1)
    stream = gateway.stream(SAY)
    wait_until(lambda: models.asked)
    del stream
    gc.collect()
    models.otherwise = says("Free.")
    assert gateway.complete(SAY) == "Free."


async def test_a_cancelled_caller_stops_its_call(models, gateway_to):
    models.otherwise = hangs()
    gateway = gateway_to(concurrency=1)
    asking = asyncio.create_task(gateway.acomplete(SAY))
    while not models.asked:
        await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    models.otherwise = says("Free.")
    assert await gateway.acomplete(SAY) == "Free."


def test_no_more_requests_at_once_than_there_are_places(models, gateway_to):
    release = threading.Event()

    def held(asked):
        release.wait(30)
        return says("Done.")

    models.otherwise = held
    gateway = gateway_to(concurrency=3)
    streams = [gateway.stream(SAY) for _ in range(8)]
    wait_until(lambda: len(models.asked) == 3)
    time.sleep(0.1)
    assert len(models.asked) == 3
    release.set()
    assert [stream.rest().output for stream in streams] == ["Done."] * 8
    assert models.at_once == 3


async def test_threads_and_event_loops_share_the_places(models, gateway_to):
    gateway = gateway_to(concurrency=2)
    in_threads = [asyncio.to_thread(gateway.complete, SAY) for _ in range(4)]
    answers = await asyncio.gather(*in_threads, *(gateway.acomplete(SAY) for _ in range(4)))
    assert answers == ["Hello."] * 8
    assert models.at_once <= 2


def test_a_caller_that_gets_no_place_in_time_is_told_so(models, gateway_to):
    gateway_to().complete(SAY)
    models.otherwise = hangs()
    first = gateway_to(concurrency=1, timeout=30).stream(SAY)
    wait_until(lambda: len(models.asked) == 2)
    with pytest.raises(ModelUnavailable, match="slots"):
        gateway_to(concurrency=1, timeout=30).stream(SAY, timeout=0.3).rest()
    first.close()


def test_deltas_never_show_their_words_in_a_log():
    assert "secret" not in repr(TextDelta("secret"))
