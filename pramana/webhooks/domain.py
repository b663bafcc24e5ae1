"""Signatures after the Standard Webhooks specification, and when to try again."""

import hashlib
import hmac
import json
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

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
