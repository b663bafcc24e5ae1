"""Mistral's OCR service. Asked from the worker, never from a child: children know no keys."""

import base64
import time
from http import HTTPStatus

import httpx
from pydantic import BaseModel, ValidationError

from pramana.documents.reading.errors import OcrServiceFailed

MODEL = "mistral-ocr-latest"
SECONDS = 60.0
"""For one answer from the first byte sent to the last received."""
CONNECT_S = 10.0
LONGEST_WAIT_S = 10.0
MOST_BYTES = 8 * 1024 * 1024
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
NOT_ITS_FORM = "Mistral OCR answered something that is not its documented form."


class _Page(BaseModel):
    markdown: str


class _Answer(BaseModel):
    pages: list[_Page]


class MistralOcr:
    """One page at a time, asked once more when the failure may pass."""

    name = "mistral-ocr"

    def __init__(self, key: str, url: str, *, seconds: float = SECONDS) -> None:
        self._url = f"{url.rstrip('/').removesuffix('/v1')}/v1/ocr"
        self._key, self._seconds = key, seconds

    def read(self, picture: bytes) -> str:
        """The Markdown of a JPEG of a page, or `OcrServiceFailed` with the reason."""
        try:
            return self._ask(picture)
        except OcrServiceFailed as problem:
            if not problem.passing:
                raise
            time.sleep(min(problem.wait_s, LONGEST_WAIT_S))
        return self._ask(picture)

    def _ask(self, picture: bytes) -> str:
        try:
            answer = _Answer.model_validate_json(self._sent(picture))
        except httpx.TimeoutException:
            raise _too_slow(self._seconds) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            said = f"Mistral OCR could not be reached ({type(error).__name__})."
            raise OcrServiceFailed(said, passing=True) from None
        except ValidationError:
            raise OcrServiceFailed(NOT_ITS_FORM, passing=False) from None
        return "\n\n".join(page.markdown for page in answer.pages)

    def _sent(self, picture: bytes) -> bytes:
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
        limit = httpx.Timeout(self._seconds, connect=min(CONNECT_S, self._seconds))
        with httpx.stream(
            "POST", self._url, json=request, headers=headers, timeout=limit
        ) as response:
            _check(response)
            return self._received(response, until)

    def _received(self, response: httpx.Response, until: float) -> bytes:
        """The body, within its size and time however slowly it drips."""
        body = bytearray()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > MOST_BYTES:
                raise OcrServiceFailed(NOT_ITS_FORM, passing=False)
            if time.monotonic() > until:
                raise _too_slow(self._seconds)
        return bytes(body)


def _check(response: httpx.Response) -> None:
    status = response.status_code
    if status == HTTPStatus.OK:
        return
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        said = "Mistral OCR refused the key: check MISTRAL_API_KEY."
    else:
        said = f"Mistral OCR answered with status {status}."
    wished = response.headers.get("retry-after", "")
    wait = float(wished) if wished.isdecimal() else 1.0
    raise OcrServiceFailed(said, passing=status in PASSING, wait_s=wait)


def _too_slow(seconds: float) -> OcrServiceFailed:
    return OcrServiceFailed(f"Mistral OCR did not answer within {seconds:g} s.", passing=True)
