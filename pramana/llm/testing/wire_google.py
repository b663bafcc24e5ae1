"""Google's generateContent, as their documentation describes it."""

import json
from collections.abc import Iterator
from typing import Any

from pramana.llm.testing.replies import ModelReply

Body = dict[str, Any]


def output_tool(body: Body) -> str | None:
    """The tool that carries the typed answer; None when it is wanted as JSON text."""
    declared = [each for tool in body.get("tools", ()) for each in tool["functionDeclarations"]]
    names = [each["name"] for each in declared]
    return next((name for name in names if name.startswith("final_result")), None)


def whole(body: Body, reply: ModelReply) -> Body:
    return _answer(_parts(reply), "STOP")


def events(body: Body, reply: ModelReply) -> Iterator[bytes]:
    parts = _parts(reply)
    for number, part in enumerate(parts, start=1):
        yield _event(_answer([part], "STOP" if number == len(parts) else None))


def _parts(reply: ModelReply) -> list[Body]:
    words = reply.text.split(" ")
    pieces = [word + " " for word in words[:-1]] + words[-1:] if reply.text else []
    called = [{"functionCall": {"name": call.name, "args": call.arguments}} for call in reply.calls]
    return [{"text": piece} for piece in pieces] + called


def _answer(parts: list[Body], finish: str | None) -> Body:
    candidate: Body = {"content": {"role": "model", "parts": parts}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "loopback"}


def _event(value: Body) -> bytes:
    return f"data: {json.dumps(value)}\r\n\r\n".encode()
