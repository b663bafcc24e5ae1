"""Errors by name. Each API renders them once, in its own envelope."""

from collections.abc import Mapping
from typing import Any, ClassVar


class AppError(Exception):
    """Something a caller can act on; the message is written for that caller."""

    code: ClassVar[str] = "internal_error"
    status: ClassVar[int] = 500
    retry_after: int | None = None

    def __init__(self, message: str, *, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.details = dict(details) if details else None


class InvalidRequest(AppError):
    """The request cannot be understood or breaks a rule; nothing was changed."""

    code = "validation_error"
    status = 400


class Unauthorized(AppError):
    """No key or session, or one that is not valid."""

    code = "unauthorized"
    status = 401


class Forbidden(AppError):
    """The caller is known but may not do this."""

    code = "forbidden"
    status = 403


class NotFound(AppError):
    """It does not exist, or belongs to someone else; the answer is the same on purpose."""

    code = "not_found"
    status = 404


class Conflict(AppError):
    """Someone else got there first."""

    code = "conflict"
    status = 409


class TooLarge(AppError):
    """More than the limit allows; the message names the limit."""

    code = "too_large"
    status = 413


class RateLimited(AppError):
    """Too many requests; `retry_after` says in how many seconds to try again."""

    code = "rate_limited"
    status = 429

    def __init__(self, message: str, *, retry_after: int = 30) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Unavailable(AppError):
    """Something we depend on does not answer; trying again later may work."""

    code = "service_unavailable"
    status = 503
    retry_after = 5


class ContextError(AppError):
    """Code ran without the scope it needs. This is always a bug of ours."""

    code = "context_error"
    status = 500


class Misconfigured(AppError):
    """A setting or the machine's state prevents this; the message says what to do about it."""

    code = "misconfigured"
    status = 500
