"""What can go wrong, as exceptions that carry what the product said."""

from collections.abc import Mapping
from typing import Any

import httpx


class PramanaError(Exception):
    """Everything this package raises."""


class ConnectionLostError(PramanaError):
    """The product could not be reached, or went away while it answered."""


class WaitTimeoutError(PramanaError):
    """Work in the background did not end within the time that was given; it goes on."""


class WorkFailedError(PramanaError):
    """Work in the background ended without what was asked for; the message says why."""


class ApiError(PramanaError):
    """The product refused. `envelope` is what it said, `request_id` what its log calls it.

    `code` is the product's own where its envelope has one, else that of the status.
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
    """409: someone else got there first, or it is not time for this yet."""

    usual = "conflict"


class TooLargeError(ApiError):
    """413: more than the product accepts."""

    usual = "too_large"


class RateLimitError(ApiError):
    """429: still too many requests after all attempts, or a quota is used up (`over_quota`)."""

    usual = "rate_limited"


class UnavailableError(ApiError):
    """503: a part the product depends on is still away after all attempts."""

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
    """The exception for an answer that has been read."""
    try:
        said = response.json()
    except ValueError:
        said = None
    envelope = said if isinstance(said, dict) else {"message": response.reason_phrase}
    kind = BY_STATUS.get(response.status_code, ApiError)
    return kind(response.status_code, envelope, response.headers.get("X-Request-ID", ""))


def _message(envelope: Mapping[str, Any]) -> str:
    """The sentence, wherever the API that said it puts it."""
    said = envelope.get("message") or envelope.get("detail") or "The product refused."
    if isinstance(said, list):
        return "; ".join(_place(each) for each in said)
    return str(said)


def _place(found: Any) -> str:
    if not isinstance(found, dict):
        return str(found)
    where = ".".join(str(part) for part in found.get("loc", ()))
    return f"{where}: {found.get('msg', '')}"
