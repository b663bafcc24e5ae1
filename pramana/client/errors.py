"""The exceptions of the client, which carry the error response of the product."""

from collections.abc import Mapping
from typing import Any

import httpx


class PramanaError(Exception):
    """The base class of everything this package raises."""


class ConnectionLostError(PramanaError):
    """The product could not be reached, or the connection broke during a response."""


class WaitTimeoutError(PramanaError):
    """Background work did not end within the timeout; it continues."""


class WorkFailedError(PramanaError):
    """Background work failed; the message says why."""


class SignatureError(PramanaError):
    """A request to a webhook's receiver does not come from the product, or is too old."""


class ApiError(PramanaError):
    """The product returned an error. `envelope` is its JSON, `request_id` its id in the log.

    `code` comes from the envelope if it has one, otherwise from the status.
    """

    usual = "internal_error"

    def __init__(self, status: int, envelope: Mapping[str, Any], request_id: str) -> None:
        self.status = status
        self.envelope = dict(envelope)
        self.request_id = request_id
        self.code = str(envelope.get("error_code") or envelope.get("error") or self.usual).lower()
        super().__init__(f"{_message(envelope)} (status {status}, request {request_id})")


class InvalidRequestError(ApiError):
    """400 or 422: the request breaks a rule; nothing was changed."""

    usual = "invalid_request"


class AuthenticationError(ApiError):
    """401: no key, or one that is not valid."""

    usual = "unauthorized"


class PermissionDeniedError(ApiError):
    """403: the key may not do this."""

    usual = "forbidden"


class NotFoundError(ApiError):
    """404: it does not exist, or belongs to someone else."""

    usual = "not_found"


class ConflictError(ApiError):
    """409: someone else was first, or the object is not in the required state."""

    usual = "conflict"


class TooLargeError(ApiError):
    """413: the request is too large."""

    usual = "too_large"


class RateLimitError(ApiError):
    """429: still too many requests after all attempts, or a quota is used up (`over_quota`)."""

    usual = "rate_limited"


class UnavailableError(ApiError):
    """503: the product is still unavailable after all attempts."""

    usual = "service_unavailable"


class StreamError(PramanaError):
    """A stream ended with an error frame."""

    def __init__(self, message: str, code: str, request_id: str) -> None:
        self.code = code.lower()
        self.request_id = request_id
        super().__init__(f"{message} (request {request_id})")


BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: TooLargeError,
    422: InvalidRequestError,
    429: RateLimitError,
    503: UnavailableError,
}


def error_of(response: httpx.Response) -> ApiError:
    """The exception for an error response."""
    try:
        body = response.json()
    except ValueError:
        body = None
    envelope = body if isinstance(body, dict) else {"message": response.reason_phrase}
    kind = BY_STATUS.get(response.status_code, ApiError)
    return kind(response.status_code, envelope, response.headers.get("X-Request-ID", ""))


def _message(envelope: Mapping[str, Any]) -> str:
    """The sentence of an error, from whichever field of its envelope."""
    message = envelope.get("message") or envelope.get("detail") or "The product refused."
    if isinstance(message, list):
        return "; ".join(_field_message(each) for each in message)
    return str(message)


def _field_message(problem: Any) -> str:
    if not isinstance(problem, dict):
        return str(problem)
    where = ".".join(str(part) for part in problem.get("loc", ()))
    return f"{where}: {problem.get('msg', '')}"
