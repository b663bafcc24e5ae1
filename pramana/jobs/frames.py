"""What goes over a stream: frames of server-sent events, and what OpenAPI says of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

OPENED = b": open\n\n"
HEARTBEAT = b": still here\n\n"


@dataclass(frozen=True)
class Frame:
    """One event: its data, and the number by which a client can go on after it."""

    data: Mapping[str, Any]
    id: int | None = None

    def encoded(self) -> bytes:
        number = f"id: {self.id}\n" if self.id is not None else ""
        text = json.dumps(self.data, ensure_ascii=False, default=str)
        return f"{number}data: {text}\n\n".encode()


STOPPING = Frame(
    {
        "error": "The server is stopping. Connect again to go on from the last event.",
        "error_code": "SERVICE_UNAVAILABLE",
    }
)
_EVENT = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "Its number; see Last-Event-ID."},
        "data": {"description": "A JSON object."},
    },
    "required": ["data"],
}
EVENT_STREAM: dict[str, Any] = {
    "responses": {
        200: {
            "description": "Events as they happen.",
            "content": {"text/event-stream": {"schema": _EVENT}},
        }
    }
}
"""For `openapi_extra` of an operation that streams; the schema is that of each event."""
