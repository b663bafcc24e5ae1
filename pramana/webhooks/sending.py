"""One signed POST to a receiver, under the same rules for addresses as fetching.

Signatures follow the Standard Webhooks specification; here is also decided when to try again.
"""

import hashlib
import hmac
import json
import secrets
import time
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import httpcore
from django.conf import settings

from pramana import __version__
from pramana.documents.fetching.addresses import AddressGuard, host_of, parse_url, port_of
from pramana.documents.fetching.connection import Allowance, PinnedBackend, send_request
from pramana.documents.fetching.contracts import FetchOptions
from pramana.documents.fetching.errors import AddressRefused, BadUrl, FetchError
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


KEY_PREFIX = "whsec_"
"""Tells people what kind of secret it is."""
SECRET_BYTES = 32

WAITS = tuple(
    timedelta(seconds=seconds)
    for seconds in (30, 120, 600, 1_800, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600)
)
"""The wait after each failed attempt. After the last one the delivery is given up."""

LONGEST_PAUSE = timedelta(hours=1)
"""The longest time for which nothing is sent to a receiver because it failed."""

OFF_AFTER = timedelta(days=3)
OFF_FAILURES = 10
"""A webhook that only failed, for so long and so many times, is switched off."""


def new_secret() -> str:
    """A random secret in the form that libraries for Standard Webhooks expect."""
    return KEY_PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode("ascii")


def event_body(event_id: UUID, kind: str, at: datetime, data: Mapping[str, Any]) -> bytes:
    """The JSON of an event; the same event always gives the same bytes."""
    event = {"id": str(event_id), "type": kind, "timestamp": at.isoformat(), "data": dict(data)}
    return json.dumps(event, ensure_ascii=False, sort_keys=True).encode()


def signature_headers(
    signing_secrets: Iterable[str], event_id: UUID | str, at: datetime, body: bytes
) -> dict[str, str]:
    """The headers by which a receiver knows who sent the body, and when.

    The time is part of what is signed, so a request that was recorded is refused later on. While a
    secret is being replaced there is a signature for the old and the new one.
    """
    seconds = str(int(at.timestamp()))
    signed = f"{event_id}.{seconds}.".encode() + body
    signatures = [f"v1,{_signature(secret, signed)}" for secret in signing_secrets]
    return {
        "webhook-id": str(event_id),
        "webhook-timestamp": seconds,
        "webhook-signature": " ".join(signatures),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = b64decode(secret.removeprefix(KEY_PREFIX))
    return b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode("ascii")


def next_attempt_at(failures: int, at: datetime, retry_after: int | None) -> datetime | None:
    """When to try a delivery again after so many failures; None when it is given up.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 16, 12, tzinfo=UTC)
    >>> next_attempt_at(2, noon, None).isoformat(), next_attempt_at(9, noon, None)
    ('2026-11-16T12:02:00+00:00', None)
    """
    if failures > len(WAITS):
        return None
    return at + max(WAITS[failures - 1], timedelta(seconds=retry_after or 0))


def pause_until(failures: int, at: datetime, retry_after: int | None) -> datetime:
    """Until when nothing is sent to a receiver that failed so many times in a row."""
    wait = min(WAITS[min(failures, len(WAITS)) - 1], LONGEST_PAUSE)
    return at + max(wait, min(timedelta(seconds=retry_after or 0), LONGEST_PAUSE))
