"""Signatures, bodies and waits, without a network."""

import json
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from pramana.client import SignatureError, verify_signature
from pramana.webhooks.sending import (
    LONGEST_PAUSE,
    WAITS,
    event_body,
    new_secret,
    next_attempt_at,
    pause_until,
    signature_headers,
)
from tests.webhooks.receiver import is_signed_by

AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
EVENT = UUID("6f1d4f6e-0f6e-4f57-9a53-0a9a6a6f8a11")
BODY = event_body(EVENT, "document.read", AT, {"document_id": "7", "note": "पुल"})


def test_a_signature_fits_the_example_of_the_specification() -> None:
    """The example of standardwebhooks.com: secret, id, timestamp and body give this signature."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    at = datetime.fromtimestamp(1614265330, UTC)

    headers = signature_headers([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", at, body)

    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_client_accepts_what_we_sign() -> None:
    secret = new_secret()
    headers = signature_headers([secret], EVENT, AT, BODY)

    verify_signature(secret, headers, BODY, now=AT.timestamp())
    assert is_signed_by(secret, headers, BODY)


def test_header_names_may_have_capitals() -> None:
    secret = new_secret()
    headers = signature_headers([secret], EVENT, AT, BODY)

    capitals = {name.title(): value for name, value in headers.items()}
    verify_signature(secret, capitals, BODY, now=AT.timestamp())


@pytest.mark.parametrize("seconds", [-301, 301, 86_400])
def test_a_recorded_request_is_refused_outside_the_replay_window(seconds: int) -> None:
    secret = new_secret()
    headers = signature_headers([secret], EVENT, AT, BODY)

    with pytest.raises(SignatureError, match="too old"):
        verify_signature(secret, headers, BODY, now=AT.timestamp() + seconds)


def test_what_was_altered_is_refused() -> None:
    secret = new_secret()
    headers = signature_headers([secret], EVENT, AT, BODY)
    now = AT.timestamp()
    later = {**headers, "webhook-timestamp": str(int(now) + 10)}
    other = {**headers, "webhook-id": str(UUID(int=1))}

    for changed, body in ((headers, BODY + b" "), (later, BODY), (other, BODY), ({}, BODY)):
        with pytest.raises(SignatureError):
            verify_signature(secret, changed, body, now=now)
    with pytest.raises(SignatureError):
        verify_signature(new_secret(), headers, BODY, now=now)


def test_a_replaced_secret_signs_beside_the_new_one() -> None:
    old, new = new_secret(), new_secret()
    headers = signature_headers([new, old], EVENT, AT, BODY)

    for secret in (old, new):
        verify_signature(secret, headers, BODY, now=AT.timestamp())


def test_a_body_names_its_event_and_writes_devanagari() -> None:
    event = json.loads(BODY)

    assert event["id"] == str(EVENT)
    assert (event["type"], event["timestamp"]) == ("document.read", AT.isoformat())
    assert event["data"]["note"] == "पुल" and "पुल".encode() in BODY
    assert event_body(EVENT, "document.read", AT, {"note": "पुल", "document_id": "7"}) == BODY


def test_waits_grow_and_end_after_a_day() -> None:
    moments = [next_attempt_at(failures, AT, None) for failures in range(1, len(WAITS) + 2)]

    assert moments[-1] is None
    waits = [moment - AT for moment in moments[:-1] if moment]
    assert waits == sorted(waits) and waits[0] == timedelta(seconds=30)
    assert timedelta(hours=20) < sum(waits, timedelta()) < timedelta(days=2)


def test_a_receiver_may_ask_for_a_longer_wait() -> None:
    assert next_attempt_at(1, AT, 900) == AT + timedelta(seconds=900)
    assert next_attempt_at(3, AT, 1) == AT + WAITS[2]


def test_a_pause_is_never_longer_than_an_hour() -> None:
    assert pause_until(1, AT, None) == AT + WAITS[0]
    assert pause_until(500, AT, None) == AT + LONGEST_PAUSE
    assert pause_until(1, AT, 86_400) == AT + LONGEST_PAUSE
