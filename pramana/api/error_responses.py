"""Errors as HTTP responses: from an exception or a status to the envelope of each API.

Errors that never reach an API object (unknown routes, wrong methods, bodies that are too large) are
still reported in the envelope of the API that the address belongs to.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from ninja import Schema
from ninja.errors import HttpError, ValidationError

from pramana.kit.errors import AppError
from pramana.tenancy.errors import StorageFull
from pramana.tenancy.storage import is_disk_full


@dataclass(frozen=True)
class Failure:
    """What every envelope is rendered from."""

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
    """On a conflict: the decision that someone else made first."""


class DetailError(Schema):
    detail: Any


class OpenAiError(Schema):
    """OpenAI's envelope, which its clients turn into their exceptions: `error` has a message, a
    type and a code."""

    error: dict[str, Any]


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
"""The Agni document's codes by status."""


def _agni(failure: Failure) -> dict[str, Any]:
    by_status = AGNI_CODES.get(failure.status, failure.code)
    code = failure.code if failure.code == "invalid_state" else by_status
    error = {"success": False, "error": code, "message": failure.message}
    decision = failure.details.get("decision") if failure.details else None
    return {**error, "decision": decision} if decision else error


def _detail(failure: Failure) -> dict[str, Any]:
    return {"detail": failure.message}


def _detail_with_places(failure: Failure) -> dict[str, Any]:
    """Validation errors as a list, as clients of the Messages document expect them."""
    errors = failure.details.get("errors") if failure.details else None
    return {"detail": errors or failure.message}


def _openai(failure: Failure) -> dict[str, Any]:
    kind = "invalid_request_error" if failure.status < 500 else "server_error"
    parameter = failure.details.get("param") if failure.details else None
    error = {"message": failure.message, "type": kind, "param": parameter, "code": failure.code}
    return {"error": error}


CHAT = Envelope("chat", ErrorResponse, _chat)
AGNI = Envelope("agni", AgniError, _agni)
DETAIL = Envelope("detail", DetailError, _detail)
MESSAGES = Envelope("messages", DetailError, _detail_with_places, invalid=422)
OPENAI = Envelope("openai", OpenAiError, _openai)


log = logging.getLogger("pramana.api")

BY_STATUS = {
    400: ("validation_error", "The request cannot be understood. Check its address and headers."),
    401: ("unauthorized", "Send an API key as `Authorization: Bearer KEY`, or sign in."),
    403: ("forbidden", "You may not do this."),
    404: ("not_found", "There is nothing at this address."),
    405: ("method_not_allowed", "This method is not offered here; the Allow header names others."),
    408: ("request_timeout", "The body arrived too slowly. Send the request again."),
    409: ("conflict", "Someone else changed this at the same moment. Read it and try again."),
    413: ("too_large", "The request is larger than this address accepts."),
    429: ("rate_limited", "Too many requests. Wait for the seconds in Retry-After."),
    500: ("internal_error", "Something went wrong on our side. It is logged under this id."),
    503: ("service_unavailable", "The database does not answer. Try again in a few seconds."),
}
RETRY_AFTER = {429: 30, 503: 5}
"""Seconds to wait where only the status is known."""
BAD_INPUT = (
    BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError, DataError,
    UnicodeError, RecursionError,
)  # fmt: skip
"""Exceptions that only unreadable or impossible input causes."""


def failure_for_status(
    status: int, request_id: UUID, headers: dict[str, str] | None = None
) -> Failure:
    """A failure for which only the status is known."""
    if status in BY_STATUS:
        code, message = BY_STATUS[status]
    else:
        code, message = "error", f"{HTTPStatus(status).phrase}."
    retry_after = RETRY_AFTER.get(status)
    return Failure(status, code, message, request_id, retry_after=retry_after, headers=headers)


def failure_for(error: Exception, request_id: UUID, *, invalid: int = 400) -> Failure:
    """The failure to report for an exception. `invalid` is the envelope's validation status."""
    if is_disk_full(error):
        error = StorageFull()
    if isinstance(error, AppError):
        return _app_failure(error, request_id)
    if isinstance(error, ValidationError):
        return _validation_failure(error, request_id, invalid)
    if isinstance(error, HttpError):
        return _ninja_failure(error, request_id)
    status = _status_of(error)
    if status == 500:
        log.error("A request failed unexpectedly.", exc_info=error)
    elif isinstance(error, DatabaseError | InterfaceError):
        log.warning("The database refused a request.", exc_info=error, extra={"status": status})
    return failure_for_status(status, request_id)


def _status_of(error: Exception) -> int:
    if isinstance(error, Http404):
        return 404
    if isinstance(error, PermissionDenied):
        return 403
    if isinstance(error, RequestDataTooBig):
        return 413
    if isinstance(error, BAD_INPUT):
        return 400
    if isinstance(error, IntegrityError):
        return 409
    if isinstance(error, OperationalError | InterfaceError):
        return 503
    return 500


def _app_failure(error: AppError, request_id: UUID) -> Failure:
    if error.status >= 500:
        log.error(
            "A request failed: %s", error.code, exc_info=error, extra={"status": error.status}
        )
    return Failure(
        error.status, error.code, error.message, request_id, error.details, error.retry_after
    )


def _ninja_failure(error: HttpError, request_id: UUID) -> Failure:
    if isinstance(error.__cause__, AppError):
        return _app_failure(error.__cause__, request_id)
    if error.status_code == 400:
        message = "The body is not valid JSON."
        return Failure(400, "validation_error", message, request_id)
    return failure_for_status(error.status_code, request_id)


def _validation_failure(error: ValidationError, request_id: UUID, status: int) -> Failure:
    errors = [_field_error(each) for each in error.errors]
    first = errors[0] if errors else {"loc": ["request"], "msg": "is not valid"}
    where = ".".join(str(part) for part in first["loc"])
    message = f"{where}: {first['msg']}."
    return Failure(status, "validation_error", message, request_id, {"errors": errors})


def _field_error(error: dict[str, Any]) -> dict[str, Any]:
    """Where the error is and what it is, without pydantic's wrappers and our argument's name."""
    source, *rest = (part for part in error["loc"] if not str(part).startswith("function-"))
    inner = rest[1:] if source == "body" and rest[:1] == ["body"] else rest
    return {
        "loc": [source, *inner],
        "msg": str(error["msg"]).rstrip("."),
        "type": str(error["type"]),
    }


JSON = "application/json; charset=utf-8"


def error_response(envelope: Envelope, failure: Failure) -> HttpResponse:
    """The failure as a response in its envelope."""
    return HttpResponse(
        error_body(envelope, failure),
        status=failure.status,
        content_type=JSON,
        headers=error_headers(failure),
    )


def error_body(envelope: Envelope, failure: Failure) -> bytes:
    return json.dumps(envelope.render(failure), ensure_ascii=False).encode()


def error_headers(failure: Failure) -> dict[str, str]:
    headers = dict(failure.headers or {})
    if failure.retry_after is not None:
        headers["Retry-After"] = str(failure.retry_after)
    if failure.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="pramana"'
    return headers


MEGABYTE = 1024 * 1024
JSON_LIMIT = 2 * MEGABYTE

PAGES = ("/app", "/admin", "/static")
"""Addresses of pages; errors there are shown as a page."""


@dataclass(frozen=True)
class AddressRule:
    prefix: str
    envelope: Envelope
    limit: int = JSON_LIMIT
    takes_files: bool = False


DEFAULT_RULE = AddressRule("/", CHAT)
RULES = (
    AddressRule("/api/agni", AGNI, takes_files=True),
    AddressRule("/api/agent", DETAIL),
    AddressRule("/api/stack", DETAIL, takes_files=True),
    AddressRule("/api/entities", DETAIL),
    AddressRule("/api/registry", DETAIL, takes_files=True),
    AddressRule("/entities", DETAIL),
    AddressRule("/api/documents", CHAT, takes_files=True),
    AddressRule("/v1", OPENAI),
    AddressRule("/messages", MESSAGES, limit=32 * MEGABYTE),
    *(
        AddressRule(prefix, MESSAGES)
        for prefix in (
            *("/search", "/get-memory", "/episodes", "/episode", "/entity-edge", "/entity-node"),
            *("/group", "/duplicates", "/graph-edits"),
        )
    ),
)


def rule_for(path: str) -> AddressRule:
    """The rule for an address; the default is the envelope of the Chat document."""
    return next((rule for rule in RULES if _within(path, rule.prefix)), DEFAULT_RULE)


def is_page(path: str) -> bool:
    return path == "/" or any(_within(path, prefix) for prefix in PAGES)


def body_limit(path: str, content_type: str) -> int:
    """How many bytes a request to this address may carry."""
    rule = rule_for(path)
    if rule.takes_files and content_type.startswith("multipart/form-data"):
        return int(settings.PRAMANA.upload_limit_mb) * MEGABYTE + MEGABYTE  # the form around it
    return rule.limit


def _within(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")
