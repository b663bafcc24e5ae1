"""The limits of streams, without a server."""

import asyncio
import gc
from collections.abc import AsyncGenerator
from uuid import uuid4

import pytest

from pramana.jobs import streams
from pramana.jobs.streams import HEARTBEAT, STREAMS, EventFrame, OpenStreams, stream
from pramana.kit.errors import Conflict, RateLimited
from pramana.observability.context import carrying_ids


@pytest.fixture(autouse=True, scope="module")
def no_stream_of_another_test() -> None:
    """A stream that nobody reads keeps its place until it is found to be garbage."""
    gc.collect()


async def frames_of(*data: dict[str, object]) -> AsyncGenerator[EventFrame, None]:
    for number, each in enumerate(data, 1):
        yield EventFrame(each, id=number)


async def chunks(source: AsyncGenerator[EventFrame, None]) -> list[bytes]:
    answer = await stream(source)
    return [chunk async for chunk in answer]


async def test_frames_are_data_lines_with_their_number() -> None:
    sent = await chunks(frames_of({"delta": "नेपाल"}, {"done": True}))

    assert sent[0].startswith(b":")
    assert sent[1:] == [
        'id: 1\ndata: {"delta": "नेपाल"}\n\n'.encode(),
        b'id: 2\ndata: {"done": true}\n\n',
    ]
    assert len(STREAMS) == 0


async def test_a_line_break_in_a_text_cannot_break_a_frame() -> None:
    sent = await chunks(frames_of({"delta": "a\n\nid: 9\r\ndata: {}"}))

    assert sent[1].count(b"\n") == 3
    assert b"\r" not in sent[1]


async def test_an_error_becomes_the_last_frame_in_words_for_the_caller() -> None:
    async def failing() -> AsyncGenerator[EventFrame, None]:
        yield EventFrame({"n": 1})
        raise Conflict("Someone was faster.")

    async def buggy() -> AsyncGenerator[EventFrame, None]:
        yield EventFrame({"n": 1})
        raise ZeroDivisionError("words of a document")

    ours, bug = await chunks(failing()), await chunks(buggy())

    assert b'"error_code": "CONFLICT"' in ours[-1]
    assert b'"error_code": "INTERNAL_ERROR"' in bug[-1]
    assert b"words of a document" not in bug[-1]


async def test_silence_is_filled_with_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.01)
    go_on = asyncio.Event()

    async def quiet() -> AsyncGenerator[EventFrame, None]:
        await go_on.wait()
        yield EventFrame({"n": 1})

    answer = aiter(await stream(quiet()))
    first = [await anext(answer) for _ in range(3)]
    go_on.set()
    rest = [chunk async for chunk in answer]

    assert first[1:] == [HEARTBEAT] * 2
    assert rest[-1] == b'data: {"n": 1}\n\n'


async def test_a_stream_too_many_is_refused_for_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_STREAMS", 2)
    places = OpenStreams()
    first = places.enter()
    places.enter()

    with pytest.raises(RateLimited) as refused:
        places.enter()
    places.leave(first)
    places.enter()

    assert refused.value.retry_after


async def test_one_tenants_streams_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_PER_TENANT", 2)
    places, ours, theirs = OpenStreams(), uuid4(), uuid4()
    with carrying_ids(tenant_id=ours):
        places.enter()
        places.enter()
        with pytest.raises(RateLimited):
            places.enter()
    with carrying_ids(tenant_id=theirs):
        places.enter()

    assert len(places) == 3


async def test_a_client_that_leaves_ends_what_was_followed() -> None:
    left = asyncio.Event()

    async def endless() -> AsyncGenerator[EventFrame, None]:
        try:
            while True:
                yield EventFrame({"n": 1})
                await asyncio.sleep(0)
        finally:
            left.set()

    answer = aiter(await stream(endless()))
    await anext(answer)
    await anext(answer)
    await answer.aclose()  # type: ignore[attr-defined]
    del answer
    await asyncio.wait_for(left.wait(), 10)

    assert len(STREAMS) == 0


async def test_a_client_gone_before_the_first_byte_leaves_its_place() -> None:
    answer = await stream(frames_of({"n": 1}))
    assert len(STREAMS) == 1
    del answer
    gc.collect()

    assert len(STREAMS) == 0


async def test_a_server_that_stops_tells_streams_that_come_late_too() -> None:
    places = OpenStreams()
    early = places.enter()
    places.stop()
    await asyncio.sleep(0)

    assert early.is_set()
    assert places.enter().is_set()


async def test_a_client_that_leaves_leaves_no_task_behind() -> None:
    async def silent() -> AsyncGenerator[EventFrame, None]:
        await asyncio.Event().wait()
        yield EventFrame({})

    before = asyncio.all_tasks()
    reading = asyncio.create_task(chunks(silent()))
    while len(asyncio.all_tasks() - before) < 4:  # the reader, the frames, the end, the next frame
        await asyncio.sleep(0)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    await asyncio.sleep(0)

    assert asyncio.all_tasks() == before
