"""Anthropic's messages, as their documentation describes them."""

import json
from collections.abc import Iterator
from typing import Any

from pramana.llm.testing.replies import ModelReply

Body = dict[str, Any]


def output_tool(body: Body) -> str | None:
    """The tool that carries the typed answer; None when it is wanted as JSON text."""
    names = [tool["name"] for tool in body.get("tools", ())]
    return next((name for name in names if name.startswith("final_result")), None)


def whole(body: Body, reply: ModelReply) -> Body:
    return {**_head(body), "content": _blocks(reply), "stop_reason": _stop(reply),
            "usage": {"input_tokens": 10, "output_tokens": 5}}  # fmt: skip


def events(body: Body, reply: ModelReply) -> Iterator[bytes]:
    start = {**_head(body), "content": [], "stop_reason": None,
             "usage": {"input_tokens": 10, "output_tokens": 1}}  # fmt: skip
    yield _event("message_start", message=start)
    for index, block in enumerate(_blocks(reply)):
        empty = {**block, "text": ""} if block["type"] == "text" else {**block, "input": {}}
        yield _event("content_block_start", index=index, content_block=empty)
        for delta in _deltas(block):
            yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
    yield _event(
        "message_delta",
        delta={"stop_reason": _stop(reply), "stop_sequence": None},
        usage={"output_tokens": 5},
    )
    yield _event("message_stop")


def _event(kind: str, **content: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **content})}\n\n".encode()


def _head(body: Body) -> Body:
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": body["model"],
            "stop_sequence": None}  # fmt: skip


def _blocks(reply: ModelReply) -> list[Body]:
    blocks: list[Body] = [{"type": "text", "text": reply.text}] if reply.text else []
    return blocks + [
        {"type": "tool_use", "id": f"toolu_{number}", "name": call.name, "input": call.arguments}
        for number, call in enumerate(reply.calls)
    ]


def _deltas(block: Body) -> list[Body]:
    if block["type"] == "tool_use":
        return [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
    words = block["text"].split(" ")
    pieces = [word + " " for word in words[:-1]] + words[-1:]
    return [{"type": "text_delta", "text": piece} for piece in pieces]


def _stop(reply: ModelReply) -> str:
    return "tool_use" if reply.calls else "end_turn"
