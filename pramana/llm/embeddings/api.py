"""Encoders behind an API: OpenAI and what speaks like it, Google, Cohere, Ollama."""

import os
import random
import time
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import httpx

from pramana.llm.domain.pause import pause_before_retry
from pramana.llm.embeddings.errors import EncoderChanged, EncoderMissing, EncoderUnavailable
from pramana.llm.embeddings.port import Encoder, Kind, Vector, of_length_one
from pramana.llm.embeddings.wires import WIRES

TIMEOUT_S = 30.0


class ApiEncoder(Encoder):
    """Asks in batches, tries once more when the provider is busy, and checks what comes back."""

    scripts = None

    def __init__(self, provider: str, model: str) -> None:
        self.id = f"{provider}:{model}"
        self._model = model
        self._wire = WIRES[provider]
        self._key = next((os.environ[name] for name in self._wire.keys if name in os.environ), "")
        own_server = provider == "openai" and bool(os.environ.get("OPENAI_BASE_URL"))
        if self._wire.key_needed and not self._key and not own_server:
            raise EncoderMissing(f"PRAMANA_EMBEDDINGS={self.id} needs {self._wire.keys[0]}.")

    @cached_property
    def dimension(self) -> int:
        """Asked of the provider once: it is part of what makes vectors comparable."""
        return len(self._asked(["dimension"], Kind.PASSAGE)[0])

    def _encode(self, texts: Sequence[str], kind: Kind) -> list[Vector]:
        vectors: list[Vector] = []
        for start in range(0, len(texts), self._wire.batch):
            vectors += self._asked(texts[start : start + self._wire.batch], kind)
        if any(len(vector) != self.dimension for vector in vectors):
            raise EncoderChanged(f"{self.id} changed the length of its vectors; embed anew.")
        return vectors

    def _asked(self, texts: Sequence[str], kind: Kind) -> list[Vector]:
        answer = self._sent(self._wire.body(self._model, texts, kind))
        try:
            vectors = [of_length_one(vector) for vector in self._wire.vectors(answer)]
        except (KeyError, TypeError, ValueError):
            vectors = []
        if len(vectors) != len(texts):
            raise EncoderUnavailable(f"{self.id} answered something that cannot be read.")
        return vectors

    def _sent(self, body: dict[str, Any]) -> dict[str, Any]:
        response = self._posted(body)
        if response is None or response.status_code == 429 or response.status_code >= 500:
            pause = pause_before_retry(
                asked=_asked_wait(response),
                left=TIMEOUT_S,
                jitter=random.random(),  # noqa: S311 spreads retries, guards nothing
            )
            if pause is not None:
                time.sleep(pause)
                response = self._posted(body)
        return self._read(response)

    def _posted(self, body: dict[str, Any]) -> httpx.Response | None:
        """The response, or None when there was none to be had."""
        address, headers = self._wire.address(self._model), self._wire.headers(self._key)
        try:
            return httpx.post(address, json=body, headers=headers, timeout=TIMEOUT_S)
        except httpx.HTTPError:
            return None

    def _read(self, response: httpx.Response | None) -> dict[str, Any]:
        if response is None:
            raise EncoderUnavailable(f"The provider of {self.id} cannot be reached.")
        if response.status_code in (401, 403, 404):
            raise EncoderMissing(
                f"The provider of {self.id} refuses the key or does not know the model "
                f"(HTTP {response.status_code})."
            )
        if response.status_code >= 400:
            raise EncoderUnavailable(f"{self.id} answered HTTP {response.status_code}.")
        try:
            answer: dict[str, Any] = response.json()
        except ValueError:
            raise EncoderUnavailable(f"{self.id} answered something that cannot be read.") from None
        return answer


def _asked_wait(response: httpx.Response | None) -> float | None:
    try:
        return float(response.headers["retry-after"]) if response is not None else None
    except (KeyError, ValueError):
        return None
