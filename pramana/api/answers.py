"""A failure as an HTTP answer in its envelope."""

import json

from django.http import HttpResponse

from pramana.api.envelopes import Envelope, Failure

JSON = "application/json; charset=utf-8"


def answer(envelope: Envelope, failure: Failure) -> HttpResponse:
    """The response; waiting times and the like are headers, as HTTP has them."""
    return HttpResponse(
        body(envelope, failure), status=failure.status, content_type=JSON, headers=headers(failure)
    )


def body(envelope: Envelope, failure: Failure) -> bytes:
    return json.dumps(envelope.render(failure), ensure_ascii=False).encode()


def headers(failure: Failure) -> dict[str, str]:
    found = dict(failure.headers or {})
    if failure.retry_after is not None:
        found["Retry-After"] = str(failure.retry_after)
    if failure.status == 401:
        found["WWW-Authenticate"] = 'Bearer realm="pramana"'
    return found
