"""Mistral's OCR service. The worker calls it, because child processes have no keys."""

import base64
import time
from http import HTTPStatus

import httpx
from pydantic import BaseModel, ValidationError

from pramana.documents.reading.errors import OcrServiceFailed

MODEL = "mistral-ocr-latest"
SECONDS = 60.0
"""For one request, from the first byte sent to the last received."""
CONNECT_SECONDS = 10.0
MAX_WAIT_SECONDS = 10.0
MAX_BYTES = 8 * 1024 * 1024
RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504})
UNEXPECTED_FORM = "Mistral OCR answered something that is not its documented form."


class _OcrPage(BaseModel):
    markdown: str


class _OcrResponse(BaseModel):
    pages: list[_OcrPage]


class MistralOcr:
    """Reads one page at a time, and retries once where that may help."""

    name = "mistral-ocr"

    def __init__(self, key: str, url: str, *, seconds: float = SECONDS) -> None:
        self._url = f"{url.rstrip('/').removesuffix('/v1')}/v1/ocr"
        self._key, self._seconds = key, seconds

    def read(self, picture: bytes) -> str:
        """The Markdown text of a page given as JPEG, or `OcrServiceFailed` with the reason."""
        try:
            return self._request_text(picture)
        except OcrServiceFailed as problem:
            if not problem.passing:
                raise
            time.sleep(min(problem.wait_s, MAX_WAIT_SECONDS))
        return self._request_text(picture)

    def _request_text(self, picture: bytes) -> str:
        try:
            parsed = _OcrResponse.model_validate_json(self._send(picture))
        except httpx.TimeoutException:
            raise _too_slow(self._seconds) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            message = f"Mistral OCR could not be reached ({type(error).__name__})."
            raise OcrServiceFailed(message, passing=True) from None
        except ValidationError:
            raise OcrServiceFailed(UNEXPECTED_FORM, passing=False) from None
        return "\n\n".join(page.markdown for page in parsed.pages)

    def _send(self, picture: bytes) -> bytes:
        until = time.monotonic() + self._seconds
        request = {
            "model": MODEL,
            "document": {
                "type": "image_url",
                "image_url": f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}",
            },
            "include_image_base64": False,
        }
        headers = {"Authorization": f"Bearer {self._key}"}
        limit = httpx.Timeout(self._seconds, connect=min(CONNECT_SECONDS, self._seconds))
        with httpx.stream(
            "POST", self._url, json=request, headers=headers, timeout=limit
        ) as response:
            _check_status(response)
            return self._receive(response, until)

    def _receive(self, response: httpx.Response, until: float) -> bytes:
        """The body of the response, within the limits of size and time."""
        body = bytearray()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > MAX_BYTES:
                raise OcrServiceFailed(UNEXPECTED_FORM, passing=False)
            if time.monotonic() > until:
                raise _too_slow(self._seconds)
        return bytes(body)


def _check_status(response: httpx.Response) -> None:
    status = response.status_code
    if status == HTTPStatus.OK:
        return
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        message = "Mistral OCR refused the key: check MISTRAL_API_KEY."
    else:
        message = f"Mistral OCR answered with status {status}."
    retry_after = response.headers.get("retry-after", "")
    wait = float(retry_after) if retry_after.isdecimal() else 1.0
    raise OcrServiceFailed(message, passing=status in RETRYABLE, wait_s=wait)


def _too_slow(seconds: float) -> OcrServiceFailed:
    return OcrServiceFailed(f"Mistral OCR did not answer within {seconds:g} s.", passing=True)
