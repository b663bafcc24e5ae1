"""One signed POST to a receiver, under the same rules for addresses as fetching."""

import time

import httpcore
from django.conf import settings

from pramana import __version__
from pramana.documents.fetching.address_guard import AddressGuard
from pramana.documents.fetching.connection import Allowance, PinnedBackend, send_request
from pramana.documents.fetching.contracts import FetchOptions
from pramana.documents.fetching.errors import AddressRefused, BadUrl, FetchError
from pramana.documents.fetching.urls import host_of, parse_url, port_of
from pramana.postgres.loans import return_to_pool
from pramana.webhooks.contracts import SendResult, SignedRequest
from pramana.webhooks.errors import WebhookRefused

TOTAL_SECONDS = 10.0
"""A receiver should queue the event and answer at once."""

MOST_RESPONSE_BYTES = 64 * 1024
GONE = 410
LONGEST_RETRY_AFTER = 24 * 3600


def check_receiver(url: str) -> str:
    """The address of a receiver, or `WebhookRefused` with the reason. It queries DNS."""
    return_to_pool()
    guard = _guard()
    try:
        parsed = parse_url(url)
        guard.addresses(host_of(parsed), port_of(parsed), seconds=TOTAL_SECONDS)
    except FetchError as error:
        raise WebhookRefused(error.message) from None
    if parsed.scheme != "https" and not guard.is_allowed(host_of(parsed), port_of(parsed)):
        raise WebhookRefused(
            "Events are sent over https:// only, except to hosts that an operator allowed."
        )
    return str(parsed)


def send_signed(request: SignedRequest) -> SendResult:
    """Post the event and say how it ended. Redirects are not followed: they count as failures."""
    return_to_pool()
    began = time.monotonic()
    try:
        url = parse_url(request.url)
        allowance = Allowance(host_of(url), seconds=TOTAL_SECONDS, limit=MOST_RESPONSE_BYTES)
        with send_request(
            url,
            {**request.headers, "Content-Type": "application/json", "User-Agent": _agent()},
            PinnedBackend(_guard(), allowance),
            connect_seconds=TOTAL_SECONDS,
            silence_seconds=TOTAL_SECONDS,
            method="POST",
            body=request.body,
        ) as response:
            return _result(response, _milliseconds_since(began))
    except FetchError as error:
        is_final = isinstance(error, AddressRefused | BadUrl)
        return SendResult(None, error.message, _milliseconds_since(began), is_final=is_final)


def _result(response: httpcore.Response, took_ms: float) -> SendResult:
    status = response.status
    if 200 <= status < 300:
        return SendResult(status, "", took_ms)
    return SendResult(
        status,
        f"The receiver answered {status}. It should answer 2xx within {TOTAL_SECONDS:.0f} seconds.",
        took_ms,
        is_final=status == GONE,
        is_gone=status == GONE,
        retry_after=_retry_after(response),
    )


def _retry_after(response: httpcore.Response) -> int | None:
    values = [value for name, value in response.headers if name.lower() == b"retry-after"]
    if values and values[0].isdigit():
        return min(int(values[0][:9]), LONGEST_RETRY_AFTER)
    return None


def _guard() -> AddressGuard:
    options = FetchOptions(allow=settings.PRAMANA.fetch_allow)
    return AddressGuard(options.allow, options.ports)


def _agent() -> str:
    return f"Pramana/{__version__}"


def _milliseconds_since(began: float) -> float:
    return round((time.monotonic() - began) * 1000, 1)
