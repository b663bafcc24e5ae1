"""How each API says that something went wrong. One small renderer per kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from ninja import Schema


@dataclass(frozen=True)
class Failure:
    """What every envelope is made from."""

    status: int
    code: str
    message: str
    request_id: UUID
    details: Mapping[str, Any] | None = None
    retry_after: int | None = None
    headers: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Envelope:
    name: str
    schema: type[Schema]
    render: Callable[[Failure], dict[str, Any]]
    invalid: int = 400
    """The status for input that breaks a rule."""


class ErrorResponse(Schema):
    """The envelope of the Chat document, and of every API that has none of its own."""

    error_code: str
    message: str
    request_id: UUID
    details: dict[str, Any] | None = None


class AgniError(Schema):
    success: bool = False
    error: str
    message: str
    decision: dict[str, Any] | None = None
    """With a conflict: what someone else decided meanwhile."""


class DetailError(Schema):
    detail: Any


def _chat(failure: Failure) -> dict[str, Any]:
    code = "invalid_request" if failure.code == "validation_error" else failure.code
    return {
        "error_code": code.upper(),
        "message": failure.message,
        "request_id": str(failure.request_id),
        "details": dict(failure.details) if failure.details else None,
    }


AGNI_CODES = {
    400: "validation_error",
    404: "not_found",
    409: "conflict",
    500: "server_error",
}
"""What the Agni document calls a status, whatever its cause is called elsewhere."""


def _agni(failure: Failure) -> dict[str, Any]:
    called = AGNI_CODES.get(failure.status, failure.code)
    code = failure.code if failure.code == "invalid_state" else called
    told = {"success": False, "error": code, "message": failure.message}
    decision = failure.details.get("decision") if failure.details else None
    return {**told, "decision": decision} if decision else told


def _detail(failure: Failure) -> dict[str, Any]:
    return {"detail": failure.message}


def _detail_with_places(failure: Failure) -> dict[str, Any]:
    """Validation as a list of places, as the Messages document's clients expect it."""
    errors = failure.details.get("errors") if failure.details else None
    return {"detail": errors or failure.message}


CHAT = Envelope("chat", ErrorResponse, _chat)
AGNI = Envelope("agni", AgniError, _agni)
DETAIL = Envelope("detail", DetailError, _detail)
MESSAGES = Envelope("messages", DetailError, _detail_with_places, invalid=422)
