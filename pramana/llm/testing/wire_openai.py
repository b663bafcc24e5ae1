"""OpenAI's chat completions, as their documentation describes them."""

import json
from collections.abc import Iterator
from typing import Any

from pramana.llm.testing.replies import ModelReply

Body = dict[str, Any]


def output_tool(body: Body) -> str | None:
    """The tool that carries the typed answer; None when it is wanted as JSON text."""
    names = [tool["function"]["name"] for tool in body.get("tools", ())]
    return next((name for name in names if name.startswith("final_result")), None)


def whole(body: Body, reply: ModelReply) -> Body:
    message: Body = {"role": "assistant", "content": reply.text or None}
    if reply.calls:
        message["tool_calls"] = _calls(reply)
    choice = {"index": 0, "message": message, "finish_reason": _finish(reply), "logprobs": None}
    return {**_head(body, "chat.completion"), "choices": [choice], "usage": _usage(body, reply)}


def events(body: Body, reply: ModelReply) -> Iterator[bytes]:
    deltas: list[Body] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": word} for word in _pieces(reply.text)]
    deltas += [{"tool_calls": [{**call, "index": n}]} for n, call in enumerate(_calls(reply))]
    for delta in deltas:
        yield _chunk(body, [{"index": 0, "delta": delta, "finish_reason": None}])
    yield _chunk(body, [{"index": 0, "delta": {}, "finish_reason": _finish(reply)}])
    yield _chunk(body, [], usage=_usage(body, reply))
    yield b"data: [DONE]\n\n"


def _chunk(body: Body, choices: list[Body], **more: Any) -> bytes:
    chunk = {**_head(body, "chat.completion.chunk"), "choices": choices, **more}
    return f"data: {json.dumps(chunk)}\n\n".encode()


def _head(body: Body, kind: str) -> Body:
    return {"id": "chatcmpl-1", "object": kind, "created": 1700000000, "model": body["model"]}


def _calls(reply: ModelReply) -> list[Body]:
    return [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
        }
        for number, call in enumerate(reply.calls)
    ]


def _finish(reply: ModelReply) -> str:
    return "tool_calls" if reply.calls else "stop"


def _usage(body: Body, reply: ModelReply) -> Body:
    sent = sum(len(str(message.get("content", "")).split()) for message in body["messages"])
    said = len(reply.text.split()) + 5 * len(reply.calls)
    return {"prompt_tokens": sent, "completion_tokens": said, "total_tokens": sent + said}


def _pieces(text: str) -> list[str]:
    words = text.split(" ")
    return [word + " " for word in words[:-1]] + words[-1:] if text else []
