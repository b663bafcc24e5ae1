"""What the fake model server replies, its faults, and the providers' wire formats."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any


class ModelFault(StrEnum):
    NONE = "none"
    HANG = "hang"
    """Takes the request and never answers."""
    GARBLE = "garble"
    """Answers 200 with a body that is not JSON."""
    BREAK = "break"
    """Drops the connection in the middle of the answer."""
    STOP_SHORT = "stop_short"
    """Ends a stream normally, but before the answer is complete."""


@dataclass(frozen=True)
class ReplyToolCall:
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class ModelReply:
    """One answer of the server. `value` is given as the output tool's call, or as JSON text."""

    text: str = ""
    value: Any = None
    calls: tuple[ReplyToolCall, ...] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str = ""
    delay: float = 0.0
    misbehaviour: ModelFault = ModelFault.NONE

    def spoken(self, output_tool: str | None) -> "ModelReply":
        """The reply with its value in the form that this request expects."""
        if self.value is None:
            return self
        if output_tool is None:
            return replace(self, text=json.dumps(self.value), value=None)
        return replace(self, calls=(ReplyToolCall(output_tool, self.value),), value=None)


def says(text: str) -> ModelReply:
    return ModelReply(text=text)


def answers(value: Any) -> ModelReply:
    """A typed answer; it is not checked here."""
    return ModelReply(value=value)


def calls(name: str, **arguments: Any) -> ModelReply:
    return ModelReply(calls=(ReplyToolCall(name, arguments),))


def fails(status: int, *, error: str = "server_error", **headers: str) -> ModelReply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return ModelReply(status=status, error=error, headers=named)


def limits(*, retry_after: float | None = None) -> ModelReply:
    headers = {} if retry_after is None else {"retry-after": f"{retry_after:g}"}
    return ModelReply(status=429, error="rate_limit_exceeded", headers=headers)


def hangs() -> ModelReply:
    return ModelReply(misbehaviour=ModelFault.HANG)


def garbles() -> ModelReply:
    return ModelReply(misbehaviour=ModelFault.GARBLE)


def breaks_off(text: str, *, politely: bool = False) -> ModelReply:
    how = ModelFault.STOP_SHORT if politely else ModelFault.BREAK
    return ModelReply(text=text, misbehaviour=how)


def slowly(reply: ModelReply, *, seconds: float) -> ModelReply:
    return replace(reply, delay=seconds)


Body = dict[str, Any]


class WireFormat(ABC):
    """How one provider names the tools of a request and writes a reply."""

    @abstractmethod
    def tool_names(self, body: Body) -> Iterable[str]: ...

    @abstractmethod
    def whole(self, body: Body, reply: ModelReply) -> Body:
        """The reply in one piece."""

    @abstractmethod
    def events(self, body: Body, reply: ModelReply) -> Iterator[bytes]:
        """The reply as a stream."""

    def output_tool(self, body: Body) -> str | None:
        """The tool that carries the typed answer; None when it is wanted as JSON text."""
        names = self.tool_names(body)
        return next((name for name in names if name.startswith("final_result")), None)


class OpenAiChat(WireFormat):
    """OpenAI's chat completions."""

    def tool_names(self, body: Body) -> Iterable[str]:
        return (tool["function"]["name"] for tool in body.get("tools", ()))

    def whole(self, body: Body, reply: ModelReply) -> Body:
        message: Body = {"role": "assistant", "content": reply.text or None}
        if reply.calls:
            message["tool_calls"] = self._calls(reply)
        finish = self._finish(reply)
        choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
        usage = self._usage(body, reply)
        return {**self._head(body, "chat.completion"), "choices": [choice], "usage": usage}

    def events(self, body: Body, reply: ModelReply) -> Iterator[bytes]:
        deltas: list[Body] = [{"role": "assistant", "content": ""}]
        deltas += [{"content": word} for word in _pieces(reply.text)]
        calls = enumerate(self._calls(reply))
        deltas += [{"tool_calls": [{**call, "index": n}]} for n, call in calls]
        for delta in deltas:
            yield self._chunk(body, [{"index": 0, "delta": delta, "finish_reason": None}])
        end = {"index": 0, "delta": {}, "finish_reason": self._finish(reply)}
        yield self._chunk(body, [end])
        yield self._chunk(body, [], usage=self._usage(body, reply))
        yield b"data: [DONE]\n\n"

    def _chunk(self, body: Body, choices: list[Body], **more: Any) -> bytes:
        chunk = {**self._head(body, "chat.completion.chunk"), "choices": choices, **more}
        return f"data: {json.dumps(chunk)}\n\n".encode()

    @staticmethod
    def _head(body: Body, kind: str) -> Body:
        return {"id": "chatcmpl-1", "object": kind, "created": 1700000000, "model": body["model"]}

    @staticmethod
    def _calls(reply: ModelReply) -> list[Body]:
        return [
            {
                "id": f"call_{number}",
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for number, call in enumerate(reply.calls)
        ]

    @staticmethod
    def _finish(reply: ModelReply) -> str:
        return "tool_calls" if reply.calls else "stop"

    @staticmethod
    def _usage(body: Body, reply: ModelReply) -> Body:
        sent = sum(len(str(message.get("content", "")).split()) for message in body["messages"])
        said = len(reply.text.split()) + 5 * len(reply.calls)
        return {"prompt_tokens": sent, "completion_tokens": said, "total_tokens": sent + said}


class AnthropicMessages(WireFormat):
    """Anthropic's messages."""

    def tool_names(self, body: Body) -> Iterable[str]:
        return (tool["name"] for tool in body.get("tools", ()))

    def whole(self, body: Body, reply: ModelReply) -> Body:
        usage = {"input_tokens": 10, "output_tokens": 5}
        reason = self._stop(reply)
        content = self._blocks(reply)
        return {**self._head(body), "content": content, "stop_reason": reason, "usage": usage}

    def events(self, body: Body, reply: ModelReply) -> Iterator[bytes]:
        start = {**self._head(body), "content": [], "stop_reason": None,
                 "usage": {"input_tokens": 10, "output_tokens": 1}}  # fmt: skip
        yield self._event("message_start", message=start)
        for index, block in enumerate(self._blocks(reply)):
            empty = {**block, "text": ""} if block["type"] == "text" else {**block, "input": {}}
            yield self._event("content_block_start", index=index, content_block=empty)
            for delta in self._deltas(block):
                yield self._event("content_block_delta", index=index, delta=delta)
            yield self._event("content_block_stop", index=index)
        stop = {"stop_reason": self._stop(reply), "stop_sequence": None}
        yield self._event("message_delta", delta=stop, usage={"output_tokens": 5})
        yield self._event("message_stop")

    @staticmethod
    def _event(kind: str, **content: Any) -> bytes:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **content})}\n\n".encode()

    @staticmethod
    def _head(body: Body) -> Body:
        return {"id": "msg_1", "type": "message", "role": "assistant", "model": body["model"],
                "stop_sequence": None}  # fmt: skip

    @staticmethod
    def _blocks(reply: ModelReply) -> list[Body]:
        blocks: list[Body] = [{"type": "text", "text": reply.text}] if reply.text else []
        return blocks + [
            {"type": "tool_use", "id": f"toolu_{n}", "name": call.name, "input": call.arguments}
            for n, call in enumerate(reply.calls)
        ]

    @staticmethod
    def _deltas(block: Body) -> list[Body]:
        if block["type"] == "tool_use":
            return [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
        return [{"type": "text_delta", "text": piece} for piece in _pieces(block["text"])]

    @staticmethod
    def _stop(reply: ModelReply) -> str:
        return "tool_use" if reply.calls else "end_turn"


class GoogleContent(WireFormat):
    """Google's generateContent."""

    def tool_names(self, body: Body) -> Iterable[str]:
        tools = body.get("tools", ())
        return (each["name"] for tool in tools for each in tool["functionDeclarations"])

    def whole(self, body: Body, reply: ModelReply) -> Body:
        return self._answer(self._parts(reply), "STOP")

    def events(self, body: Body, reply: ModelReply) -> Iterator[bytes]:
        parts = self._parts(reply)
        for number, part in enumerate(parts, start=1):
            answer = self._answer([part], "STOP" if number == len(parts) else None)
            yield f"data: {json.dumps(answer)}\r\n\r\n".encode()

    @staticmethod
    def _parts(reply: ModelReply) -> list[Body]:
        texts: list[Body] = [{"text": piece} for piece in _pieces(reply.text)]
        calls = ({"name": call.name, "args": call.arguments} for call in reply.calls)
        return texts + [{"functionCall": call} for call in calls]

    @staticmethod
    def _answer(parts: list[Body], finish: str | None) -> Body:
        candidate: Body = {"content": {"role": "model", "parts": parts}, "index": 0}
        if finish:
            candidate["finishReason"] = finish
        usage = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}
        return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "loopback"}


def _pieces(text: str) -> list[str]:
    words = text.split(" ")
    return [word + " " for word in words[:-1]] + words[-1:] if text else []
